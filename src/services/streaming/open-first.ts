import { startDeadline } from '../../core/deadline.ts'
import { failureOf, UpstreamError } from '../../core/upstream-error.ts'
import type { FailureKind } from '../../model/source-health.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import type { VersionService } from '../versions/service.ts'
import { hostOf } from '../versions/stand-ins.ts'
import type { Choice } from '../versions/stand-ins.ts'
import { isBusy, isDeath, mayBeOurs } from './ask-twice.ts'
import { openJudged } from './open-judged.ts'
import type { Begun, JudgeOptions } from './open-judged.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import type { Playable } from './playable.ts'
import { givingWay } from './giving-way.ts'
import { createWaitBudget } from './wait-budget.ts'

export type BeginTimes = {
  /** Milliseconds for a version while others are left: players give up soon. */
  readonly eachMs: number
  readonly lastMs: number
  /** For all versions that are tried. */
  readonly allMs: number
  /** A source that may take longer keeps no player waiting where no list of versions is kept. */
  readonly lookUpMs: number
}

export type FirstOptions = Pick<JudgeOptions, 'open' | 'fileHeaders'> & {
  readonly versions: Pick<VersionService, 'hasFailed' | 'nextBest' | 'markDead'>
  /** Milliseconds that a player waits for the headers of all files that are tried. */
  readonly headersMs: number
  readonly times: BeginTimes
}

export const maxTried = 3

/** The version, then those most like it. A placeholder plays only where nothing else does: it may say why. */
export async function openFirst(
  options: FirstOptions,
  playable: Playable,
  request: ProxyRequest,
): Promise<Begun> {
  const { versions, times } = options
  const { item } = playable
  const tried = new Set<number>()
  const inHeaderTime = createWaitBudget(options.headersMs)
  const unreachable = createUnreachable(versions.markDead)
  const end = performance.now() + times.allMs
  let problem: unknown = null
  let clip: OpenedVersion | null = null
  const nextOrNone = async (signal: AbortSignal | null = null) =>
    tried.size < maxTried
      ? nextOf(options, playable, { tried, avoided: unreachable.hosts, signal })
      : null
  try {
    let next = await nextOrNone()
    while (next !== null && performance.now() < end) {
      const candidate = next
      tried.add(candidate.ref.version)
      next = await nextOrNone()
      const ms = Math.min(next === null ? times.lastMs : times.eachMs, end - performance.now())
      const own = { version: candidate, item, ms, until: end }
      const attempt = (signal: AbortSignal, keep?: () => void) => {
        const open = keep ? keptOpen(options.open, keep) : options.open
        const judging = { ...options, open, inHeaderTime }
        return tryVersion(judging, own, { ...request, signal }, unreachable)
      }
      const lookUp = (signal: AbortSignal) => inLookUpTime(signal, times.lookUpMs, nextOrNone)
      // Without a list nobody knows whether others are left. A server that answers needs none.
      const trial =
        next === null && tried.size < maxTried
          ? await givingWay(request.signal, times.eachMs, attempt, lookUp)
          : { done: await attempt(request.signal) }
      if ('other' in trial) {
        unreachable.add(candidate, 'timeout')
        problem ??= new UpstreamError('timeout', "the stream's server did not begin in time")
        next = (await nextOrNone()) ?? trial.other
        continue
      }
      const found = trial.done
      if ('begun' in found) {
        clip?.body.destroy()
        return found.begun
      }
      if ('placeholder' in found) {
        if (clip === null) clip = found.placeholder
        else found.placeholder.body.destroy()
        await versions.markDead(candidate, 'invalid')
      } else {
        problem ??= found.problem
        // What comes next must not lie on the host that was not reached.
        if (found.isUnreachable) next = await nextOrNone()
      }
      const lookUpMs = Math.min(times.lookUpMs, end - performance.now())
      next ??= await inLookUpTime(request.signal, lookUpMs, nextOrNone)
    }
  } catch (error) {
    clip?.body.destroy()
    throw error
  }
  if (clip) return { opened: clip, isPlaceholder: true }
  throw problem
}

/** An answer that comes when the work has just been aborted is closed. */
function keptOpen(open: GuardedOpen, keep: () => void): GuardedOpen {
  return async (...asked) => {
    const answer = await open(...asked)
    try {
      keep()
      return answer
    } catch (error) {
      answer.body.destroy()
      throw error
    }
  }
}

type Tried =
  | { readonly begun: Begun }
  | { readonly placeholder: OpenedVersion }
  | { readonly problem: unknown; readonly isUnreachable: boolean }

/** Throws what says nothing of the version. */
async function tryVersion(
  options: FirstOptions & JudgeOptions,
  own: Parameters<typeof openJudged>[1],
  request: ProxyRequest,
  unreachable: ReturnType<typeof createUnreachable>,
): Promise<Tried> {
  try {
    const begun = await openJudged(options, own, request)
    await unreachable.confirm()
    return begun.isPlaceholder ? { placeholder: begun.opened } : { begun }
  } catch (error) {
    if (!isDeath(error) && !isBusy(error)) throw error
    if (isDeath(error) && mayBeOurs(error)) {
      unreachable.add(own.version, failureOf(error))
      return { problem: error, isUnreachable: true }
    }
    await unreachable.confirm()
    if (isDeath(error)) await options.versions.markDead(own.version, failureOf(error))
    return { problem: error, isUnreachable: false }
  }
}

/** Versions whose servers were not reached. They are dead only if another server answers: our own network may be away. */
function createUnreachable(markDead: (version: Version, failure: FailureKind) => Promise<void>) {
  const hosts = new Set<string>()
  let waiting: { readonly version: Version; readonly failure: FailureKind }[] = []
  return {
    hosts: hosts as ReadonlySet<string>,

    add(version: Version, failure: FailureKind): void {
      waiting.push({ version, failure })
      hosts.add(hostOf(version.link))
    },

    async confirm(): Promise<void> {
      const dead = waiting
      waiting = []
      for (const { version, failure } of dead) await markDead(version, failure)
    },
  }
}

export async function inLookUpTime<T>(
  client: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = () => new DOMException('the look-up takes too long', 'TimeoutError')
  const deadline = startDeadline(Math.max(0, ms), late, client)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.clear()
  }
}

export async function nextOf(
  { versions }: Pick<FirstOptions, 'versions'>,
  { household, item, version }: Playable,
  choice: Required<Choice>,
): Promise<Version | null> {
  const own = choice.tried.has(version.ref.version) ? null : version
  if (own && !(await versions.hasFailed(own.ref))) return own
  return (await versions.nextBest(household, item, version, choice)) ?? own
}
