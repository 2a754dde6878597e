import { stateOf } from '../../../history/watch-state.ts'
import { summaryOf } from '../../../library/items/bare-item.ts'
import { episodeItem, seasonItem } from '../../../library/items/part-items.ts'
import type { Shown } from '../../../library/items/title-item.ts'
import { watchedKeyOf } from '../../../library/lookup.ts'
import { listed } from '../../../library/page.ts'
import { entryKinds, isFiltered, kindsOf } from '../../../library/queries.ts'
import type { Details, Title } from '../../../library/title.ts'
import type { ItemQuery } from '../../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../../model/library-item.ts'
import type { User } from '../../../model/household.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import { identityOfEntry } from '../titles/item-maker.ts'
import type { NamedTitle } from '../titles/item-maker.ts'
import { requireLibrary } from '../titles/collection.ts'
import type { Collection } from '../titles/collection.ts'
import type { LibraryDeps, ListRequest } from '../deps.ts'
import { sortItems } from './sorting.ts'
import { entryQueryOf, titleKeysOf, maxSeries, titleOfItem, titleOfKey } from '../watched.ts'

/** A list based on the history, which includes titles that no catalog lists any more. */
export async function historyList(request: ListRequest, query: ItemQuery): Promise<ItemPage> {
  const kinds = kindsOf(query, query.played === true ? playedKinds : entryKinds)
  if (kinds.length === 0) return listed([], query)
  if (isByTime(query, kinds) && isOfEntries(query, kinds)) return entryPage(request, query, kinds)
  const all = await historyCandidates(request, query)
  const done = !isDenied(query) && isOfOwnEntries(query, kinds)
  return listed(await sortItems(request, all, query, { done }), query)
}

async function entryPage(
  { deps, user, collection }: ListRequest,
  query: ItemQuery,
  kinds: readonly ItemKind[],
): Promise<ItemPage> {
  const { history } = deps
  const entryQuery = entryQueryOf(query, kinds, {
    order: 'lastPlayedAt',
    descending: query.order[0]?.descending ?? true,
    start: query.start,
    limit: query.limit,
  })
  const [entries, total] = await Promise.all([
    query.limit === 0 ? [] : history.entries(user, entryQuery),
    history.count(user, entryQuery),
  ])
  const found = await listedItems(deps, user, collection, entries)
  const items = found.flatMap((item, index) => (item ? withState(item, entries[index]!) : []))
  return { items, total, start: query.start }
}

/** The state of a series or season comes from its episodes. */
function withState(item: LibraryItem, entry: WatchEntry): LibraryItem {
  return hasParts(item.kind) ? item : { ...item, watch: stateOf(item, entry, []) }
}

/** Entries that may match, and series or seasons that count as played because all their parts are. */
export async function historyCandidates(
  request: ListRequest,
  query: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { deps, user, collection } = request
  const kinds = kindsOf(query, query.played === true ? playedKinds : entryKinds)
  const library = requireLibrary(collection, query.parent)
  const inside = library && new Set(library.titles)
  const isInside = (title: Title | undefined): boolean =>
    inside === null || (title !== undefined && inside.has(title))
  const entries =
    kinds.length > 0 ? await deps.history.entries(user, entryQueryOf(query, kinds)) : []
  const found = await knownItems(
    deps,
    user,
    collection,
    entries.filter(({ kind, titleKey }) => isInside(titleOfKey(collection, kind, titleKey))),
  )
  if (query.played !== true || !kinds.some(hasParts)) return once(found)
  const wholes = await playedWholes(request, kinds)
  return once([...found, ...wholes.filter((item) => isInside(titleOfItem(collection, item)))])
}

export async function playedWholes(
  { deps: { history, details, make }, user, collection }: ListRequest,
  kinds: readonly ItemKind[],
): Promise<readonly LibraryItem[]> {
  const begun = await history.progress(user, { titleKeys: null, since: null, limit: maxSeries })
  const titles = new Set(
    begun.flatMap(({ titleKey, aliases }) => {
      const keys = [titleKey, ...aliases]
      return keys.flatMap((key) => titleOfKey(collection, 'series', key) ?? [])[0] ?? []
    }),
  )
  const shown = [...titles].map((title) => ({
    title,
    details: details.peek(user, title.identity),
  }))
  const series = await make.titleItems(user, collection, shown)
  const byKey = new Map(shown.map((one) => [one.title.identity.key, one]))
  const seasons = kinds.includes('season')
    ? series.flatMap((item) =>
        (byKey.get(item.key)?.details?.seasons ?? []).map((one) => seasonItem(item, one)),
      )
    : []
  const items = [...(kinds.includes('series') ? series : []), ...seasons]
  const states = await history.states(user, items)
  return items.filter((_, index) => states[index]!.played).map(summaryOf)
}

export async function begunEpisodes(
  request: ListRequest,
  parent: ItemRef,
  query: ItemQuery,
): Promise<ItemPage> {
  const { deps, user, collection } = request
  const found = await deps.make.identityOfRef(parent)
  if (!found) return listed([], query)
  const title = collection.byText.get(found.identity.text)
  const entries = await deps.history.episodesOf(
    user,
    title ? titleKeysOf(title) : [found.identity.key],
  )
  const begun = entries
    .filter(({ positionMs }) => positionMs > 0)
    .filter(({ season }) => parent.kind === 'series' || season === parent.season)
    .sort((a, b) => (b.lastPlayedAt ?? 0) - (a.lastPlayedAt ?? 0))
  const items = await knownItems(deps, user, collection, begun)
  const inside = { ...query, parent: null }
  return listed(await sortItems(request, items, inside, { done: true }), query)
}

/** From catalogs and sources in memory, else from the history; asks no source. Null if no id can be made. */
export async function entryItems(
  { make, details }: LibraryDeps,
  user: User,
  collection: Collection | null,
  entries: readonly WatchEntry[],
): Promise<readonly (LibraryItem | null)[]> {
  const wanted = new Set(entries.flatMap((entry) => titleOfEntry(collection, entry) ?? []))
  const shown = [...wanted].map((title): Shown => ({
    title,
    details: details.peek(user, title.identity),
  }))
  const made = await make.titleItems(user, collection, shown)
  const items = new Map(made.map((item) => [watchedKeyOf(item.kind, item.key), item]))
  return Promise.all(
    entries.map(async (entry) => {
      const title = titleOfEntry(collection, entry)
      const item = title && items.get(watchedKeyOf(title.kind, title.identity.key))
      if (item && entry.kind === title.kind) return summaryOf(item)
      const own = item ? details.peek(user, title.identity) : null
      const part = item && own ? partOf(item, own, entry) : null
      return part ?? withSeries(await make.watchedItem(user, entry), item)
    }),
  )
}

/** Other services' histories name no pictures, and details of a listed series may not be in memory. */
function withSeries(part: LibraryItem | null, known: LibraryItem | undefined): LibraryItem | null {
  if (!part?.series || known?.key !== part.series.key) return part
  const primary = known.images.primary ?? part.series.images.primary
  return { ...part, series: { ...part.series, images: { ...known.images, primary } } }
}

/** The refs that `entryItems` gives entries of whole titles. */
export function entryRefs(
  { make }: LibraryDeps,
  user: User,
  collection: Collection | null,
  entries: readonly WatchEntry[],
): Promise<readonly (ItemRef | null)[]> {
  const titles = entries.map((entry): NamedTitle => {
    const title = titleOfEntry(collection, entry)
    const { kind, item } = entry
    if (title?.kind === kind) return { identity: title.identity, kind, type: title.meta.type }
    return { identity: identityOfEntry(entry), kind, type: item.mediaType }
  })
  return make.titleRefs(user, titles)
}

function titleOfEntry(collection: Collection | null, { kind, titleKey }: WatchEntry) {
  return collection ? titleOfKey(collection, kind, titleKey) : undefined
}

function partOf(series: LibraryItem, { seasons }: Details, entry: WatchEntry): LibraryItem | null {
  const season = seasons.find(({ number }) => number === entry.season)
  if (!season) return null
  if (entry.kind === 'season') return seasonItem(series, season)
  const episode = season.episodes.find((one) => one.episode === entry.episode)
  return episode ? episodeItem(series, episode) : null
}

async function knownItems(
  deps: LibraryDeps,
  user: User,
  collection: Collection,
  entries: readonly WatchEntry[],
): Promise<readonly LibraryItem[]> {
  return (await listedItems(deps, user, collection, entries)).filter((found) => found !== null)
}

async function listedItems(
  deps: LibraryDeps,
  user: User,
  collection: Collection,
  entries: readonly WatchEntry[],
) {
  await deps.make.sightEntries(entries.filter((entry) => !titleOfEntry(collection, entry)))
  return entryItems(deps, user, collection, entries)
}

/** Listed as played by default. Seasons are left out, since their series says the same. */
const playedKinds: readonly ItemKind[] = ['movie', 'episode', 'video', 'series']

function hasParts(kind: ItemKind): boolean {
  return kind === 'series' || kind === 'season'
}

function isByTime({ order }: ItemQuery, kinds: readonly ItemKind[]): boolean {
  // The entry of a series or season does not say when its episodes were played.
  return (
    order.length === 0 ||
    (order.length === 1 && order[0]!.by === 'playedAt' && !kinds.some(hasParts))
  )
}

function isOfEntries(query: ItemQuery, kinds: readonly ItemKind[]): boolean {
  const isAll = !isFiltered(query) && query.parent === null
  return isAll && !isDenied(query) && isOfOwnEntries(query, kinds)
}

/** Whether the entries read are exactly those requested; a series counts as played by its episodes. */
function isOfOwnEntries(query: ItemQuery, kinds: readonly ItemKind[]): boolean {
  return query.favoriteOrLiked === null && (query.played === null || !kinds.some(hasParts))
}

function isDenied({ played, favorite, resumable }: ItemQuery): boolean {
  return played === false || favorite === false || resumable === false
}

function once(items: readonly LibraryItem[]): readonly LibraryItem[] {
  const first = new Map<string, LibraryItem>()
  for (const item of items) {
    const key = `${item.kind} ${item.key}`
    if (!first.has(key)) first.set(key, item)
  }
  return [...first.values()]
}
