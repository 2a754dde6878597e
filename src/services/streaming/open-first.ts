import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { FailureKind } from '../../model/source-health.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import type { VersionService } from '../versions/service.ts'
import { hostOf } from '../versions/stand-ins.ts'
import type { Choice } from '../versions/stand-ins.ts'
import { isBusy, isDeath, mayBeOurs } from './ask-twice.ts'
import { openVersion } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import { judge } from './placeholder.ts'
import type { Playable } from './playable.ts'

export type BeginTimes = {
  /** Milliseconds for a version while others are left: players give up soon. */
  readonly eachMs: number
  readonly lastMs: number
}

export type Begun = { readonly opened: OpenedVersion; readonly isPlaceholder: boolean }

export type FirstOptions = {
  readonly open: GuardedOpen
  readonly versions: Pick<VersionService, 'hasFailed' | 'nextBest' | 'markDead'>
  readonly fileHeaders: Pick<FileHeaders, 'isTooShort'> | null
}

type Options = FirstOptions & { readonly times: BeginTimes }

/** For a version and those that are tried in its place. */
const allMs = 45_000
export const maxTried = 3
export const placeholderMs = 250

/** The version, then those most like it. A placeholder plays only where nothing else does: it may say why. */
export async function openFirst(
  options: Options,
  playable: Playable,
  request: ProxyRequest,
): Promise<Begun> {
  const { versions, times } = options
  const { item } = playable
  const tried = new Set<number>()
  const unreachable = createUnreachable(versions.markDead)
  const end = performance.now() + allMs
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
      try {
        const begun = await openJudged(options, { version: candidate, item }, request, ms)
        const { opened, isPlaceholder } = begun
        await unreachable.confirm()
        if (!isPlaceholder) {
          clip?.body.destroy()
          return begun
        }
        if (clip === null) clip = opened
        else opened.body.destroy()
        await versions.markDead(candidate, 'invalid')
      } catch (error) {
        if (!isDeath(error) && !isBusy(error)) throw error
        problem ??= error
        if (isDeath(error) && mayBeOurs(error)) {
          unreachable.add(candidate, error.kind)
          next = await nextOrNone()
        } else {
          await unreachable.confirm()
          if (isDeath(error)) await versions.markDead(candidate, error.kind)
        }
      }
      next ??= await nextOrNone(request.signal)
    }
  } catch (error) {
    clip?.body.destroy()
    throw error
  }
  if (clip) return { opened: clip, isPlaceholder: true }
  throw problem
}

/** Asks once more for a placeholder: some services send one until they have fetched the file. */
async function openJudged(
  { open, fileHeaders }: Pick<FirstOptions, 'open' | 'fileHeaders'>,
  { version, item }: Pick<Playable, 'version' | 'item'>,
  request: ProxyRequest,
  ms: number,
): Promise<Begun> {
  const end = performance.now() + ms
  const ask = async (): Promise<Begun> => {
    const left = Math.max(1, end - performance.now())
    const found = await openVersion(open, version, request, left)
    const judged = await judge(open, found, request, item.runtimeMs)
    if (judged.isPlaceholder || judged.opened.isPlaylist || !fileHeaders) return judged
    const isPlaceholder = await fileHeaders.isTooShort({ version, runtimeMs: item.runtimeMs })
    return { ...judged, isPlaceholder }
  }
  const first = await ask()
  if (!first.isPlaceholder) return first
  try {
    await pause(placeholderMs, undefined, { signal: request.signal })
    const second = await ask()
    first.opened.body.destroy()
    return second
  } catch (error) {
    if (!request.signal.aborted && error instanceof UpstreamError) return first
    first.opened.body.destroy()
    throw error
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

export async function nextOf(
  { versions }: Pick<FirstOptions, 'versions'>,
  { household, item, version }: Playable,
  choice: Required<Choice>,
): Promise<Version | null> {
  const own = choice.tried.has(version.ref.version) ? null : version
  if (own && !(await versions.hasFailed(own.ref))) return own
  return (await versions.nextBest(household, item, version, choice)) ?? own
}
