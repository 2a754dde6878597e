import { AppError } from '../../core/errors.ts'
import { libraryItem, nameItem, summaryOf } from '../../library/items/bare-item.ts'
import { episodeItem, seasonItem } from '../../library/items/part-items.ts'
import type { Shown } from '../../library/items/title-item.ts'
import { entryKinds, titleKinds } from '../../library/queries.ts'
import { isWatchedKind } from '../../model/item-ref.ts'
import type { NameKind } from '../../model/item-ref.ts'
import type { HistoryPart } from '../../model/history-store.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Collection } from './titles/collection.ts'
import type { Ask, ItemReader, LibraryDeps } from './deps.ts'
import { setOfRef } from './lists/set-lists.ts'
import { entryQueryOf } from './watched.ts'

export async function showTitle(
  { make, collections, details, keepFacts }: LibraryDeps,
  reader: ItemReader,
  ref: ItemRef,
  ask: Ask,
): Promise<Shown | null> {
  const found = await make.identityOfRef(ref)
  if (!found) return null
  const { identity } = found
  // Catalogs know which type to request the title as.
  const listed =
    collections.peek(reader)?.byText.get(identity.text) ??
    (await collections.of(reader, ask.signal)).byText.get(identity.text)
  const type = listed?.meta.type ?? found.type
  const own = await details.of(reader, identity, type)
  if (own) keepFacts(reader, identity, type, own)
  const title = listed ?? (own && make.titleOf(own.meta, identity, type))
  return title ? { title, details: own } : null
}

export async function findSeries(deps: LibraryDeps, reader: ItemReader, ref: ItemRef, ask: Ask) {
  const seriesRef = { ...ref, kind: 'series' as const, season: null, episode: null, version: 0 }
  const shown = await showTitle(deps, reader, seriesRef, ask)
  if (!shown) return null
  const [item] = await deps.make.titleItems(reader, deps.collections.peek(reader), [shown])
  return item ? { item, details: shown.details } : null
}

export async function requireSeries(deps: LibraryDeps, reader: ItemReader, ref: ItemRef, ask: Ask) {
  const isOwn = ref.configuration === reader.configuration
  const series = isOwn ? await findSeries(deps, reader, ref, ask) : null
  if (series) return { item: series.item, seasons: series.details?.seasons ?? [] }
  throw new AppError('NOT_FOUND', 'There is no such series in this configuration.')
}

/** With details; null for an unknown id or one of another configuration. */
export async function findItem(
  deps: LibraryDeps,
  reader: ItemReader,
  ref: ItemRef,
  ask: Ask,
): Promise<LibraryItem | null> {
  if (ref.configuration !== reader.configuration) return null
  switch (ref.kind) {
    case 'movie':
    case 'series':
    case 'video':
      return titleItem(deps, reader, ref, ask)
    case 'season':
    case 'episode':
      return partItem(deps, reader, ref, ask)
    case 'library': {
      const { libraries } = await deps.collections.of(reader, ask.signal)
      const library = libraries.find(({ number }) => number === ref.number)
      return library ? libraryItem(reader, library) : null
    }
    case 'genre':
    case 'studio':
    case 'person':
    case 'year':
      return namedItem(deps, reader, ref.kind, ref)
    case 'set': {
      const collection = await deps.collections.of(reader, ask.signal)
      return setOfRef({ deps, user: reader, collection }, ref, { opens: true })
    }
    default:
      return null
  }
}

/** Without details, in the order of the refs, null for unknown ones. Asks a source only for what no list or history has. */
export async function summaries(
  deps: LibraryDeps,
  reader: ItemReader,
  refs: readonly ItemRef[],
  ask: Ask,
): Promise<readonly (LibraryItem | null)[]> {
  const collection = await deps.collections.of(reader, ask.signal)
  return Promise.all(refs.map((ref) => summary(deps, reader, ref, collection, ask)))
}

async function summary(
  deps: LibraryDeps,
  reader: ItemReader,
  ref: ItemRef,
  collection: Collection,
  ask: Ask,
): Promise<LibraryItem | null> {
  if (ref.configuration !== reader.configuration) return null
  if (ref.kind === 'set') return setOfRef({ deps, user: reader, collection }, ref, { opens: false })
  if (!titleKinds.has(ref.kind as ItemKind)) return findItem(deps, reader, ref, ask)
  const found = await deps.make.identityOfRef(ref)
  const title = found && collection.byText.get(found.identity.text)
  if (!title) return findItem(deps, reader, ref, ask)
  const [made] = await deps.make.titleItems(reader, collection, [
    { title, details: deps.details.peek(reader, title.identity) },
  ])
  return made ? summaryOf(made) : null
}

async function titleItem(deps: LibraryDeps, reader: ItemReader, ref: ItemRef, ask: Ask) {
  const shown = await showTitle(deps, reader, ref, ask)
  if (!shown) return watchedTitle(deps, reader, ref)
  const [item] = await deps.make.titleItems(reader, deps.collections.peek(reader), [shown])
  return item ?? null
}

async function partItem(deps: LibraryDeps, reader: ItemReader, ref: ItemRef, ask: Ask) {
  const series = await findSeries(deps, reader, ref, ask)
  const season = series?.details?.seasons.find(({ number }) => number === ref.season)
  if (!series || !season) return watchedTitle(deps, reader, ref)
  if (ref.kind === 'season') return seasonItem(series.item, season)
  const episode = season.episodes.find((one) => one.episode === ref.episode)
  return episode ? episodeItem(series.item, episode) : watchedTitle(deps, reader, ref)
}

async function watchedTitle({ make, history }: LibraryDeps, reader: ItemReader, ref: ItemRef) {
  const found = await make.identityOfRef(ref)
  if (!found) return null
  const entries = await history.entries(reader, {
    ...entryQueryOf(everything, entryKinds),
    titleKeys: [found.identity.key],
  })
  const entry = entries.find(
    ({ kind, season, episode }) =>
      kind === ref.kind && season === ref.season && episode === ref.episode,
  )
  return entry ? make.watchedItem(reader, entry) : null
}

/** What the history keeps a title, or a part of one, under, as its id alone says; null for anything else. */
export async function partOfRef(
  { make }: Pick<LibraryDeps, 'make'>,
  ref: ItemRef,
): Promise<HistoryPart | null> {
  const { season, episode } = ref
  const kind = ref.kind === 'version' ? (episode === null ? 'movie' : 'episode') : ref.kind
  if (!isWatchedKind(kind)) return null
  const found = await make.identityOfRef({ ...ref, kind })
  if (!found) return null
  const titleKey = found.identity.key
  const numbers = [season, episode].filter((number) => number !== null)
  const itemKey = [titleKey, ...numbers].join(':')
  return { itemKey, titleKey, aliases: [], kind, season, episode }
}

async function namedItem({ names }: LibraryDeps, reader: ItemReader, kind: NameKind, ref: ItemRef) {
  const text = await names.textOf(ref.number)
  if (!text?.startsWith(`${kind}:`)) return null
  return nameItem(reader, kind, text.slice(kind.length + 1), ref.number)
}
