import { AppError } from '../../core/errors.ts'
import { isPlayableKind } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household, Member } from '../../model/member.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import type { LibraryService } from '../library/library.ts'
import type { ProfileService } from '../profiles/service.ts'
import type { VersionService } from '../versions/versions.ts'
import { createCarrier } from './carry.ts'
import type { Playable, PlayableIds, PlaybackService } from './playback.ts'
import { createSubtitleReader } from './subtitles.ts'
import type { SubtitleReaderOptions } from './subtitles.ts'
import { createTrackFinder } from './tracks.ts'
import type { TrackFinderOptions } from './tracks.ts'

export type PlaybackOptions = TrackFinderOptions &
  SubtitleReaderOptions & {
    readonly itemIds: { decode(text: string): ItemRef | null }
    readonly playSessionIds: { decode(text: string): number | null }
    readonly profiles: Pick<ProfileService, 'household'>
    readonly library: Pick<LibraryService, 'item'>
    readonly versions: Pick<VersionService, 'find' | 'markFailed'>
    readonly open: GuardedOpen
  }

export function createPlaybackService(options: PlaybackOptions): PlaybackService {
  const { itemIds, playSessionIds, profiles, library, versions } = options
  const carrier = createCarrier(options)
  const tracks = createTrackFinder(options)

  /** The one that the source's id names, unless it is none of ours: apps send all kinds of text there. */
  function wantedRef({
    itemId,
    mediaSourceId,
    tag = null,
    playSessionId = null,
  }: PlayableIds): ItemRef | null {
    const item = itemIds.decode(itemId)
    const source = mediaSourceId === null ? null : itemIds.decode(mediaSourceId)
    const named = source && item?.configuration === source.configuration ? source : item
    const wanted = item === null ? source : named
    if (wanted === null || wanted.kind === 'version') return wanted
    const shown = tag === null ? null : itemIds.decode(tag)
    if (shown && isVersionOf(shown, wanted)) return shown
    const version = playSessionId === null ? null : playSessionIds.decode(playSessionId)
    return version === null ? wanted : { ...wanted, kind: 'version', version }
  }

  async function findItem(
    household: Household,
    ref: ItemRef,
    signal: AbortSignal,
  ): Promise<LibraryItem | null> {
    for (const candidate of itemRefsOf(ref)) {
      const item = await library.item(ownMember(household), candidate, { signal })
      if (item) return item
    }
    return null
  }

  return {
    async find(ids, signal) {
      const ref = wantedRef(ids)
      const household = ref && (await profiles.household(ref.configuration))
      const item = household && (await findItem(household, ref, signal))
      const version = item && (await versions.find(household, item, ref, signal))
      if (!version || !isWebAddress(version.link)) {
        throw new AppError('NOT_FOUND', 'There is nothing to play here; open the title again.')
      }
      return { household, item, version }
    },

    isCarried({ household, version }: Playable, { reads }) {
      // A page, not a video: it has to be opened where it is.
      if (version.result.type === 'youtube' || version.result.type === 'external') return false
      return (
        reads === 'asPage' ||
        version.result.requestHeaders !== null ||
        Boolean(household.userData.mediaServer?.proxy)
      )
    },

    carry: carrier.carry,
    tracks: tracks.find,

    subtitles: createSubtitleReader(options),
  }
}

/** The items that the id of a version or an item may belong to, the likeliest first; none for what is never played. */
function itemRefsOf(ref: ItemRef): readonly ItemRef[] {
  if (ref.kind !== 'version') return isPlayableKind(ref.kind) ? [ref] : []
  const kinds = ref.episode === null ? (['movie', 'video'] as const) : (['episode'] as const)
  return kinds.map((kind) => ({ ...ref, kind, version: 0 }))
}

function isVersionOf({ kind, ...version }: ItemRef, item: ItemRef): boolean {
  const { configuration, space, number, season, episode } = item
  return (
    kind === 'version' &&
    version.configuration === configuration &&
    version.space === space &&
    version.number === number &&
    version.season === season &&
    version.episode === episode
  )
}

/** Nothing of an item depends on who looks. */
function ownMember(household: Household): Member {
  return { ...household, profile: household.profiles[0]!, via: 'basic', device: null }
}

function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}
