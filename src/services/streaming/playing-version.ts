import { untilAborted } from '../../core/until-aborted.ts'
import { failureOf, UpstreamError } from '../../core/upstream-error.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import { deviceOf, isRunning } from '../versions/playing.ts'
import type { Playing, PlayingDevice } from '../versions/playing.ts'
import type { VersionService } from '../versions/service.ts'
import { createChoices } from './choose-first.ts'
import { openFirst } from './open-first.ts'
import type { BeginTimes } from './open-first.ts'
import { isBusy, isDeath, mayBeOurs } from './ask-twice.ts'
import { openVersion } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import { partOf } from './part.ts'
import { isPlaylist } from './placeholder.ts'
import type { Playable } from './playable.ts'
import { createPlayingPlaces, placeKeyOf } from './playing-places.ts'

export type PlayingVersionOptions = {
  readonly open: GuardedOpen
  readonly versions: Pick<
    VersionService,
    | 'find'
    | 'playing'
    | 'keepPlaying'
    | 'renewPlaying'
    | 'endPlaying'
    | 'hasFailed'
    | 'nextBest'
    | 'markDead'
    | 'suits'
  >
  readonly fileHeaders: Pick<FileHeaders, 'isTooShort' | 'failureOf'> | null
  readonly beginTimes?: Partial<BeginTimes>
  readonly headersMs?: number
}

/** Services that unpack on demand start slowly. */
const usualTimes: BeginTimes = {
  eachMs: 6_000,
  lastMs: 30_000,
  allMs: 45_000,
  lookUpMs: 10_000,
}
const usualHeadersMs = 3_000

type Decided = Pick<Playing, 'mark' | 'total' | 'device'>
type Outcome = { readonly decided: Decided } | { readonly error: unknown } | null

/** Opens what plays under the id of a version: itself, or the next best where it is dead when a player begins. */
export function createPlayingVersions(options: PlayingVersionOptions) {
  const { open, versions, fileHeaders } = options
  const times = { ...usualTimes, ...options.beginTimes }
  const first = {
    open,
    versions,
    fileHeaders,
    times,
    headersMs: options.headersMs ?? usualHeadersMs,
  }
  /** Players that begin a version at the same time wait for the first of them. */
  const beginning = new Map<string, Promise<Outcome>>()
  const places = createPlayingPlaces({ versions, lookUpMs: times.lookUpMs })
  const choose = createChoices(first, places)

  async function openDecided(
    playable: Playable,
    { mark, total }: Pick<Decided, 'mark' | 'total'>,
    request: ProxyRequest,
  ): Promise<OpenedVersion> {
    const { ref } = playable.version
    const playing = await places.byMark(playable, mark, request.signal)
    if (playing === null) {
      await versions.endPlaying(ref, mark, deviceOf(playable))
      throw gone()
    }
    let opened: OpenedVersion
    try {
      opened = await openVersion(open, playing, request, times.lastMs)
    } catch (error) {
      await markDead(playable, playing, error)
      throw error
    }
    const found = totalOf(opened, request)
    if (total === null || found === null || total === found) return opened
    opened.body.destroy()
    await versions.endPlaying(ref, mark, deviceOf(playable))
    throw new UpstreamError('invalid', 'the file behind its link is another one now')
  }

  /** If the link is at fault, the next player that starts gets another version. */
  async function markDead(playable: Playable, playing: Version, error: unknown): Promise<void> {
    if (!isDeath(error)) return
    await versions.endPlaying(playable.version.ref, playing.ref.version, deviceOf(playable))
    if (mayBeOurs(error)) return
    await versions.markDead(playing, failureOf(error))
  }

  async function beginFirst(
    playable: Playable,
    request: ProxyRequest,
    device: PlayingDevice | null,
  ): Promise<readonly [OpenedVersion, Decided]> {
    const { ref } = playable.version
    const { opened, isPlaceholder } = await openFirst(first, playable, request)
    const mark = opened.version.ref.version
    // Another node may have begun the same version, with another outcome.
    const other = await versions.playing(ref, device)
    const isOther = isRunning(other, ref) && other.device === device && other.mark !== mark
    const suiting = isOther && places.suits(playable, other, request.signal)
    // One that is not found fails as the other one does.
    if (suiting && (await suiting.catch(() => true))) {
      opened.body.destroy()
      return [await openDecided(playable, other, request), other]
    }
    const isHere = !isOther && (await places.isTaken(playable, opened.version))
    const own = isHere ? device : deviceOf(playable)
    const decided = { mark, total: totalOf(opened, request), device: own }
    await versions.keepPlaying(ref, { ...decided, isDead: isPlaceholder })
    return [opened, decided]
  }

  async function begin(
    playable: Playable,
    request: ProxyRequest,
    device: PlayingDevice | null,
  ): Promise<OpenedVersion> {
    const key = placeKeyOf(playable, device)
    for (;;) {
      const others = beginning.get(key)
      if (!others) break
      const outcome = await untilAborted(others, request.signal).catch(() => {
        throw new UpstreamError('aborted', 'the request was cancelled')
      })
      if (outcome && 'decided' in outcome) {
        const { decided } = outcome
        if (await places.suits(playable, decided, request.signal))
          return openDecided(playable, decided, request)
        if (decided.device === null) return begin(playable, request, deviceOf(playable))
      } else if (outcome) throw outcome.error
    }
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    beginning.set(key, promise)
    try {
      const [opened, decided] = await beginFirst(playable, request, device)
      resolve({ decided })
      return opened
    } catch (error) {
      resolve(isDeath(error) || isBusy(error) ? { error } : null)
      throw error
    } finally {
      beginning.delete(key)
    }
  }

  return {
    markDead,

    /** Throws an UpstreamError if nothing can be opened. */
    async open(playable: Playable, request: ProxyRequest): Promise<OpenedVersion> {
      const { ref } = playable.version
      const begins = isBeginning(request)
      const { state, device } = await places.of(playable, begins, request.signal)
      if (!isRunning(state, ref) && begins) return begin(playable, request, device)
      const decided = state ?? { mark: ref.version, total: null, device }
      const opened = await openDecided(playable, decided, request)
      const { mark } = decided
      const total = decided.total ?? totalOf(opened, request)
      if (state?.total === total) await versions.renewPlaying(ref, mark, deviceOf(playable))
      else await versions.keepPlaying(ref, { mark, total, isDead: state?.isDead ?? false, device })
      return opened
    },

    /** The link to redirect a player to. Throws an UpstreamError if the file that it began is gone. */
    async choose(playable: Playable, request: ProxyRequest): Promise<Playable> {
      const { ref } = playable.version
      const begins = isBeginning(request)
      const { state, device } = await places.of(playable, begins, request.signal)
      if (state !== null && (!begins || isRunning(state, ref))) {
        const playing = await places.byMark(playable, state.mark, request.signal)
        if (playing) return { ...playable, version: playing }
        if (!begins) throw gone()
      }
      if (!begins) return playable
      const choice = await choose(playable, device, request.signal)
      const mark = choice.version.ref.version
      if (mark !== ref.version || state !== null || choice.device !== null) {
        await versions.keepPlaying(ref, { mark, total: null, isDead: false, device: choice.device })
      }
      return { ...playable, version: choice.version }
    },
  }
}

function gone(): UpstreamError {
  return new UpstreamError('invalid', 'what played in its place is gone')
}

/** Null where the answer does not say for certain. */
function totalOf(opened: OpenedVersion, { method }: ProxyRequest): number | null {
  if (method === 'HEAD' || opened.headers['content-encoding'] || isPlaylist(opened)) return null
  return partOf(opened)?.total ?? null
}

/** Only then may another file stand in: later the player would get parts of two. */
function isBeginning({ method, range }: ProxyRequest): boolean {
  return method === 'HEAD' || range === null || range.startsWith('bytes=0-')
}
