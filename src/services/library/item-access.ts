import { AppError } from '../../core/errors.ts'
import { partOf } from '../../history/keys.ts'
import type { HistoryPart } from '../../model/history-store.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemImages, LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import { noImages } from '../../library/items/bare-item.ts'
import type { Ask, ItemReader } from './deps.ts'
import type { LibraryService } from './service.ts'

export type ItemAccess = ReturnType<typeof createItemAccess>

type Options = {
  readonly library: Pick<LibraryService, 'item' | 'items' | 'episodes' | 'summaries' | 'partOfRef'>
  readonly itemIds: Pick<ItemIds, 'decode'>
}

const playable: ReadonlySet<string> = new Set(['movie', 'episode', 'video'])
/** Their picture is that of a title in them. */
const listKinds: ReadonlySet<string> = new Set(['library', 'playlist', 'collection', 'set'])

/** Items by their public ids; a version's id stands for its item. */
export function createItemAccess({ library, itemIds }: Options) {
  const findRef = (user: Pick<User, 'configuration'>, id: string) => ownRef(itemIds, user, id)
  const requireRef = (user: Pick<User, 'configuration'>, id: string) =>
    requireOwnRef(itemIds, user, id)

  async function find(user: User, id: string, ask: Ask): Promise<LibraryItem | null> {
    const ref = findRef(user, id)
    return ref && findItem(library, user, ref, ask)
  }

  return {
    findRef,
    requireRef,
    find,
    async require(user: User, id: string, ask: Ask): Promise<LibraryItem> {
      const item = await find(user, id, ask)
      if (item) return item
      throw unknownItem()
    },
    /** What the history keeps it under, also where nobody describes it any more. Throws NOT_FOUND. */
    async watchedPart(user: User, id: string, ask: Ask): Promise<HistoryPart> {
      const ref = requireRef(user, id)
      const item = await findItem(library, user, ref, ask)
      const part = item ? partOf(item) : await library.partOfRef(user, ref)
      if (part) return part
      throw unknownItem()
    },
    /** As lists show them, in the order of the ids; null where nothing is known. */
    async summaries(user: User, ids: readonly string[], ask: Ask) {
      const refs = ids.map((id) => findRef(user, id))
      const known = refs.filter((ref) => ref !== null)
      const found = (await library.summaries(user, known, ask)).values()
      return refs.map((ref): LibraryItem | null => ref && (found.next().value ?? null))
    },
    findByRef: (user: User, ref: ItemRef, ask: Ask) => findItem(library, user, ref, ask),
    playableParts: (user: User, item: LibraryItem, ask: Ask) =>
      playableParts(library, user, item, ask),
  }
}

export function ownRef(
  itemIds: Options['itemIds'],
  { configuration }: Pick<User, 'configuration'>,
  id: string,
): ItemRef | null {
  const ref = itemIds.decode(id)
  return ref?.configuration === configuration ? ref : null
}

/** Throws NOT_FOUND for text that is no id and for an id of another configuration. */
export function requireOwnRef(
  itemIds: Options['itemIds'],
  user: Pick<User, 'configuration'>,
  id: string,
): ItemRef {
  const ref = ownRef(itemIds, user, id)
  if (ref) return ref
  throw unknownItem()
}

export type OpenAsk = Ask & { readonly caller: User | null }

/** The caller for items of their own household, else whoever knows the id. */
export async function readerOf(
  users: { bearer(configuration: number): Promise<User | null> },
  { configuration }: ItemRef,
  caller: User | null,
): Promise<User | null> {
  return caller?.configuration === configuration ? caller : users.bearer(configuration)
}

/** Width divided by height; null where it is not known. */
type OpenImages = ItemImages & {
  readonly withoutTag: ItemImages
  readonly primaryRatio: number | null
  readonly configuration: number
}

export type OpenItems = ReturnType<typeof createOpenItems>

/** Items by id alone: the ids are unguessable and are the only credential. */
export function createOpenItems({
  library,
  itemIds,
  users,
  playlists,
}: Omit<Options, 'library'> & {
  readonly library: Pick<LibraryService, 'item' | 'summaries'>
  readonly users: { bearer(configuration: number): Promise<User | null> }
  readonly playlists: {
    ofHousehold(user: User, ref: ItemRef): Promise<LibraryItem | null>
  }
}) {
  async function read(user: User, ref: ItemRef, ask: Ask): Promise<LibraryItem | null> {
    if (ref.kind === 'playlist' || ref.kind === 'collection')
      return playlists.ofHousehold(user, ref)
    if (ref.kind === 'version') return findItem(library, user, ref, ask)
    const [item] = await library.summaries(user, [ref], ask)
    return item ?? null
  }

  async function images(id: string, { signal, caller }: OpenAsk): Promise<OpenImages | null> {
    const ref = itemIds.decode(id)
    const user = ref && (await readerOf(users, ref, caller))
    const item = ref && user && (await read(user, ref, { signal }))
    if (!item) return null
    const primaryRatio = item.images.primary === null ? null : item.aspectRatio
    const { configuration } = item.ref
    const whole = withImagesOf(item.series, item.images)
    const withoutTag = isOpen(user, item) ? whole : noImages
    return { ...whole, withoutTag, primaryRatio, configuration }
  }

  return {
    /** Parts of a series show its pictures where they have none of their own; null for an unknown item. */
    images,
    /** Whole for callers of the item's own household, as they may see it; for others what needs no tag. */
    async imagesFor(id: string, ask: OpenAsk): Promise<OpenImages | null> {
      const found = await images(id, ask)
      return found && { ...found, ...found.withoutTag }
    },
  }
}

/** Users with limits know the ids of lists of which they see a part, or whose first titles they may not see. */
function isOpen({ isAnonymous, profiles }: User, { ref }: LibraryItem): boolean {
  if (!isAnonymous || !listKinds.has(ref.kind)) return true
  return profiles.every(({ limits }) => limits === null)
}

function withImagesOf(series: LibraryItem['series'], own: ItemImages): ItemImages {
  if (!series) return own
  return {
    primary: own.primary ?? series.images.primary,
    backdrop: own.backdrop ?? series.images.backdrop,
    logo: own.logo ?? series.images.logo,
    thumb: own.thumb ?? series.images.thumb,
  }
}

export async function findItem(
  library: Pick<LibraryService, 'item'>,
  user: ItemReader,
  ref: ItemRef,
  ask: Ask,
): Promise<LibraryItem | null> {
  if (ref.kind !== 'version') return library.item(user, ref, ask)
  const kinds = ref.episode === null ? (['movie', 'video'] as const) : (['episode'] as const)
  for (const kind of kinds) {
    const item = await library.item(user, { ...ref, kind, version: 0 }, ask)
    if (item) return item
  }
  return null
}

/** What playing or marking an item means: aired (regular) episodes, a playlist's titles, or the playable item itself. */
export async function playableParts(
  library: Pick<LibraryService, 'episodes' | 'items'>,
  user: User,
  item: LibraryItem,
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { kind, ref } = item
  if (playable.has(kind)) return [item]
  if (kind === 'playlist') {
    return (await library.items(user, { ...everything, parent: ref }, ask)).items
  }
  if (kind !== 'series' && kind !== 'season') return []
  const season = kind === 'season' ? item.season : null
  const query = { season, aired: true, start: 0, limit: null }
  const { items } = await library.episodes(user, ref, query, ask)
  return kind === 'season' ? items : items.filter((episode) => episode.season !== 0)
}

export function unknownItem(): AppError {
  return new AppError('NOT_FOUND', 'There is no such item in this configuration.')
}
