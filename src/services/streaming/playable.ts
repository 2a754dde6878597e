import { AppError } from '../../core/errors.ts'
import type { ItemIds, PlaySessionIds } from '../../model/item-ids.ts'
import { isPlayableKind } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { Version } from '../../model/version.ts'
import { readerOf } from '../library/item-access.ts'
import type { OpenAsk } from '../library/item-access.ts'
import type { LibraryService } from '../library/service.ts'
import type { UserService } from '../users/service.ts'
import type { VersionService } from '../versions/service.ts'

export type Playable = {
  readonly household: User
  readonly item: LibraryItem
  readonly version: Version
}

export type PlayableIds = {
  readonly itemId: string
  /** Overrides the item if this service made the id. */
  readonly mediaSourceId: string | null
  /** Further ids for the version that the app saw first: its tag and the play session. */
  readonly tag?: string | null
  readonly playSessionId?: string | null
}

export type PlayableOptions = {
  readonly itemIds: Pick<ItemIds, 'decode'>
  readonly playSessionIds: Pick<PlaySessionIds, 'decode'>
  readonly users: Pick<UserService, 'bearer'>
  readonly library: Pick<LibraryService, 'item'>
  readonly versions: Pick<VersionService, 'find'>
}

/** Finds what stream ids refer to: unguessable, they are the only credential here. Throws NOT_FOUND if nothing can be played. */
export function createPlayableFinder(options: PlayableOptions) {
  const { users, library, versions } = options
  return async (ids: PlayableIds, { signal, caller }: OpenAsk): Promise<Playable> => {
    const ref = wantedRef(ids, options)
    const household = ref && (await readerOf(users, ref, caller))
    const item = household && (await findItem(library, household, ref, signal))
    const version = item && (await versions.find(household, item, ref, signal))
    if (!version || !isWebAddress(version.link)) {
      throw new AppError('NOT_FOUND', 'There is nothing to play here; open the title again.')
    }
    return { household, item, version }
  }
}

/** Apps send arbitrary text as source id; ignore ids that are not ours. */
function wantedRef(
  { itemId, mediaSourceId, tag = null, playSessionId = null }: PlayableIds,
  { itemIds, playSessionIds }: Pick<PlayableOptions, 'itemIds' | 'playSessionIds'>,
): ItemRef | null {
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
  library: Pick<LibraryService, 'item'>,
  user: User,
  ref: ItemRef,
  signal: AbortSignal,
): Promise<LibraryItem | null> {
  for (const candidate of itemRefsOf(ref)) {
    const item = await library.item(user, candidate, { signal })
    if (item) return item
  }
  return null
}

/** Candidate items, most likely first; none for kinds that cannot be played. */
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

function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}
