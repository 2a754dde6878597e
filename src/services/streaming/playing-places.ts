import { UpstreamError } from '../../core/upstream-error.ts'
import type { Version } from '../../model/version.ts'
import { deviceOf, isRunning } from '../versions/playing.ts'
import type { Playing, PlayingDevice } from '../versions/playing.ts'
import type { VersionService } from '../versions/service.ts'
import { inLookUpTime } from './open-first.ts'
import type { Playable } from './playable.ts'

type Options = {
  readonly versions: Pick<VersionService, 'find' | 'playing' | 'suits'>
  readonly lookUpMs: number
}

/** `device`: whose own decision it is; null: that of everyone. */
export type PlayingPlace = Pick<Playing, 'device'> & { readonly state: Playing | null }

export type PlayingPlaces = ReturnType<typeof createPlayingPlaces>

/** What plays under the id of a version is decided for everyone, and for single devices that it does not suit. */
export function createPlayingPlaces({ versions, lookUpMs }: Options) {
  /** Null if it no longer exists. */
  async function byMark(
    { household, item, version }: Playable,
    mark: number,
    client: AbortSignal,
  ): Promise<Version | null> {
    if (mark === version.ref.version) return version
    const ref = { ...version.ref, version: mark }
    const found = await inLookUpTime(client, lookUpMs, (signal) =>
      versions.find(household, item, ref, signal).catch((error: unknown) => {
        if (client.aborted || !signal.aborted) throw error
        throw new UpstreamError('timeout', 'the sources did not name in time what plays')
      }),
    )
    return found?.ref.version === mark ? found : null
  }

  async function isTaken({ household, item, version }: Playable, other: Version): Promise<boolean> {
    const isItself = other.ref.version === version.ref.version
    return isItself || versions.suits(household, item, version, other)
  }

  /** A device stays with what was decided for it alone. */
  async function suits(
    playable: Playable,
    { mark, device }: Pick<Playing, 'mark' | 'device'>,
    client: AbortSignal,
  ): Promise<boolean> {
    if (device !== null) return device === deviceOf(playable)
    const standIn = await byMark(playable, mark, client)
    return standIn === null || isTaken(playable, standIn)
  }

  return {
    byMark,
    isTaken,
    suits,

    /** A player in the middle stays with what it began; one that begins may need another file than the others. */
    async of(playable: Playable, begins: boolean, client: AbortSignal): Promise<PlayingPlace> {
      const { ref } = playable.version
      const state = await versions.playing(ref, deviceOf(playable))
      const device = state?.device ?? null
      const isOpen = begins && device === null && isRunning(state, ref)
      if (!isOpen || (await suits(playable, state, client))) return { state, device }
      return { state: null, device: deviceOf(playable) }
    },
  }
}

/** Of what players that begin at the same time share. */
export function placeKeyOf(
  { version }: Pick<Playable, 'version'>,
  device: PlayingDevice | null,
): string {
  return device === null ? version.id : `${version.id} ${device}`
}
