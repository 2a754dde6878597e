import { historyIdOf } from '../../library/lookup.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Arranging } from './arranging.ts'
import type { Collection } from './collection.ts'
import type { Shown } from './title-item.ts'
import type { Ask } from './library.ts'
import { entryKinds, isNarrowed, kindsOf } from './narrowing.ts'
import { briefly, listed } from './pages.ts'
import { shelfOf } from './shelves.ts'
import type { Stock } from './stock.ts'
import { entryQueryOf, keysOf, maxSeries } from './watched.ts'

export type HistoryLists = ReturnType<typeof createHistoryLists>

/** Lists that begin with what somebody has watched: titles that no catalog lists any more are in them. */
export function createHistoryLists(
  { history, details, make }: Stock,
  { titleOfKey, titleOfItem, arranged }: Arranging,
) {
  function titleOfEntry(collection: Collection | null, { kind, titleKey }: WatchEntry) {
    return collection ? titleOfKey(collection, kind, titleKey) : undefined
  }

  /** Titles of the history, as catalogs or sources in memory know them, else as they were when they were played. */
  async function entryItems(
    member: Member,
    collection: Collection | null,
    entries: readonly WatchEntry[],
  ): Promise<readonly (LibraryItem | null)[]> {
    const wanted = new Set(entries.flatMap((entry) => titleOfEntry(collection, entry) ?? []))
    const shown = [...wanted].map((title): Shown => ({
      title,
      details: details.peek(member, title.identity),
    }))
    const made = await make.titleItems(member, collection, shown)
    const titles = new Map(made.map((item) => [historyIdOf(item.kind, item.key), item]))
    return Promise.all(
      entries.map(async (entry) => {
        const known = titleOfEntry(collection, entry)
        const title = known && titles.get(historyIdOf(known.kind, known.identity.key))
        if (title && entry.kind === title.kind) return briefly(title)
        return knownPart(member, title, collection, entry) ?? make.watchedItem(member, entry)
      }),
    )
  }

  /** The same for lists, which leave out what nobody can open, and are sorted by when titles were first seen. */
  async function knownItems(
    member: Member,
    collection: Collection,
    entries: readonly WatchEntry[],
  ): Promise<readonly LibraryItem[]> {
    await make.sightEntries(entries.filter((entry) => !titleOfEntry(collection, entry)))
    return (await entryItems(member, collection, entries)).filter((found) => found !== null)
  }

  function knownPart(
    member: Member,
    series: LibraryItem | undefined,
    collection: Collection | null,
    entry: WatchEntry,
  ): LibraryItem | null {
    const title = titleOfEntry(collection, entry)
    const told = series && title ? details.peek(member, title.identity) : null
    const season = told?.seasons.find(({ number }) => number === entry.season)
    if (!series || !season) return null
    if (entry.kind === 'season') return make.seasonItem(series, season)
    const episode = season.episodes.find((one) => one.episode === entry.episode)
    return episode ? make.episodeItem(series, episode) : null
  }

  /** A page of entries as they are kept, where nothing has to be looked at but them. */
  async function entryPage(
    member: Member,
    query: ItemQuery,
    kinds: readonly ItemKind[],
    collection: Collection,
  ): Promise<ItemPage> {
    const entryQuery = entryQueryOf(query, kinds, {
      order: 'lastPlayedAt',
      descending: query.order[0]?.descending ?? true,
      start: query.start,
      limit: query.limit,
    })
    const [entries, total] = await Promise.all([
      query.limit === 0 ? [] : history.entries(member, entryQuery),
      history.count(member, entryQuery),
    ])
    return { items: await knownItems(member, collection, entries), total, start: query.start }
  }

  async function historyItems(
    member: Member,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<ItemPage> {
    const kinds = kindsOf(query, query.played === true ? playedKinds : entryKinds)
    if (isByTime(query, kinds) && isOfEntries(query, kinds))
      return entryPage(member, query, kinds, collection)
    const all = await historyCandidates(member, query, collection)
    const done = !isDenied(query) && isOfOwnEntries(query, kinds)
    return listed(await arranged(member, all, query, collection, ask, { done }), query)
  }

  /** What a list of what was watched begins with: entries that may fit, and what is played because all of its parts are. */
  async function historyCandidates(
    member: Member,
    query: ItemQuery,
    collection: Collection,
  ): Promise<readonly LibraryItem[]> {
    const kinds = kindsOf(query, query.played === true ? playedKinds : entryKinds)
    const shelf = shelfOf(collection, query.parent)
    const inside = shelf && new Set(shelf.titles)
    const isInside = (title: Title | undefined): boolean =>
      inside === null || (title !== undefined && inside.has(title))
    const entries =
      kinds.length > 0 ? await history.entries(member, entryQueryOf(query, kinds)) : []
    const found = await knownItems(
      member,
      collection,
      entries.filter(({ kind, titleKey }) => isInside(titleOfKey(collection, kind, titleKey))),
    )
    if (query.played !== true || !kinds.some(hasParts)) return once(found)
    const wholes = await playedWholes(member, collection, kinds)
    return once([...found, ...wholes.filter((item) => isInside(titleOfItem(collection)(item)))])
  }

  /** Series and seasons of which every aired episode was played. */
  async function playedWholes(
    member: Member,
    collection: Collection,
    kinds: readonly ItemKind[],
  ): Promise<readonly LibraryItem[]> {
    const begun = await history.progress(member, { titleKeys: null, since: null, limit: maxSeries })
    const titles = new Set(
      begun.flatMap(({ titleKey, aliases }) => {
        const keys = [titleKey, ...aliases]
        return keys.flatMap((key) => titleOfKey(collection, 'series', key) ?? [])[0] ?? []
      }),
    )
    const shown = [...titles].map((title) => ({
      title,
      details: details.peek(member, title.identity),
    }))
    const series = await make.titleItems(member, collection, shown)
    const byKey = new Map(shown.map((one) => [one.title.identity.key, one]))
    const seasons = kinds.includes('season')
      ? series.flatMap((item) =>
          (byKey.get(item.key)?.details?.seasons ?? []).map((one) => make.seasonItem(item, one)),
        )
      : []
    const items = [...(kinds.includes('series') ? series : []), ...seasons]
    const states = await history.states(member, items)
    return items.filter((_, index) => states[index]!.played).map(briefly)
  }

  /** Episodes of one series or season that are begun, the latest first. */
  async function begunOf(
    member: Member,
    parent: ItemRef,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<ItemPage> {
    const found = await make.identityOfRef(parent)
    if (!found) return listed([], query)
    const title = collection.byText.get(found.identity.text)
    const entries = await history.episodesOf(member, title ? keysOf(title) : [found.identity.key])
    const begun = entries
      .filter(({ positionMs }) => positionMs > 0)
      .filter(({ season }) => parent.kind === 'series' || season === parent.season)
      .sort((a, b) => (b.lastPlayedAt ?? 0) - (a.lastPlayedAt ?? 0))
    const items = await knownItems(member, collection, begun)
    const inside = { ...query, parent: null }
    return listed(await arranged(member, items, inside, collection, ask, { done: true }), query)
  }

  return { historyItems, historyCandidates, entryItems, playedWholes, begunOf }
}

/** What is listed as played where no kind is asked for: a season says no more than its series. */
const playedKinds: readonly ItemKind[] = ['movie', 'episode', 'video', 'series']

function hasParts(kind: ItemKind): boolean {
  return kind === 'series' || kind === 'season'
}

/** Whether entries come in the wanted order as they are kept. */
function isByTime({ order }: ItemQuery, kinds: readonly ItemKind[]): boolean {
  // What is kept of a series or a season itself does not say when its episodes were played.
  return (
    order.length === 0 ||
    (order.length === 1 && order[0]!.by === 'playedAt' && !kinds.some(hasParts))
  )
}

/** Whether entries say everything that is asked. */
function isOfEntries(query: ItemQuery, kinds: readonly ItemKind[]): boolean {
  const isAll = !isNarrowed(query) && query.parent === null
  return isAll && !isDenied(query) && isOfOwnEntries(query, kinds)
}

/** Whether the entries that are read are those alone that were asked for. Of a series its episodes say whether it was played. */
function isOfOwnEntries(query: ItemQuery, kinds: readonly ItemKind[]): boolean {
  return query.favoriteOrLiked === null && (query.played === null || !kinds.some(hasParts))
}

function isDenied({ played, favorite, resumable }: ItemQuery): boolean {
  return played === false || favorite === false || resumable === false
}

/** What was watched under two ids is one item. */
function once(items: readonly LibraryItem[]): readonly LibraryItem[] {
  const first = new Map<string, LibraryItem>()
  for (const item of items) {
    const key = `${item.kind} ${item.key}`
    if (!first.has(key)) first.set(key, item)
  }
  return [...first.values()]
}
