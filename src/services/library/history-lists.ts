import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Collection } from './collection.ts'
import type { Shown } from './items.ts'
import { entryKinds, isNarrowed, itemFilter, kindsOf } from './narrowing.ts'
import { briefly, listed } from './pages.ts'
import { shelfOf } from './shelves.ts'
import { sortItems } from './sort-items.ts'
import type { Stock } from './stock.ts'
import { entryQueryOf } from './watched.ts'

export type HistoryLists = ReturnType<typeof createHistoryLists>

/** Series that are looked at for whether all of them was played. */
const maxSeries = 200

/** Lists that begin with what somebody has watched: titles that no catalog lists any more are in them. */
export function createHistoryLists({ history, details, make }: Stock) {
  /** Titles of the history, as catalogs or sources in memory know them, else as they were when they were played. */
  async function entryItems(
    member: Member,
    collection: Collection | null,
    entries: readonly WatchEntry[],
  ): Promise<readonly (LibraryItem | null)[]> {
    const titles = new Map<string, LibraryItem>()
    const wanted = new Set(entries.map(({ titleKey }) => titleKey))
    const shown = [...wanted].flatMap((key): Shown[] => {
      const title = collection?.byKey.get(key)
      return title ? [{ title, details: details.peek(member, title.identity) }] : []
    })
    for (const title of await make.titleItems(member, collection, shown))
      titles.set(title.key, title)
    return Promise.all(
      entries.map(async (entry) => {
        const title = titles.get(entry.titleKey)
        if (title && entry.kind === title.kind) return briefly(title)
        return knownPart(member, title, collection, entry) ?? make.watchedItem(member, entry)
      }),
    )
  }

  async function knownItems(
    ...asked: Parameters<typeof entryItems>
  ): Promise<readonly LibraryItem[]> {
    return (await entryItems(...asked)).filter((found) => found !== null)
  }

  function knownPart(
    member: Member,
    series: LibraryItem | undefined,
    collection: Collection | null,
    entry: WatchEntry,
  ): LibraryItem | null {
    const title = collection?.byKey.get(entry.titleKey)
    const told = series && title ? details.peek(member, title.identity) : null
    const season = told?.seasons.find(({ number }) => number === entry.season)
    if (!series || !season) return null
    if (entry.kind === 'season') return make.seasonItem(series, season)
    const episode = season.episodes.find((one) => one.episode === entry.episode)
    return episode ? make.episodeItem(series, episode) : null
  }

  async function historyItems(
    member: Member,
    query: ItemQuery,
    collection: Collection,
  ): Promise<ItemPage> {
    const kinds = kindsOf(
      query,
      query.played === true ? ['movie', 'episode', 'video', 'series'] : entryKinds,
    )
    const base = kinds.filter((kind) => !(kind === 'series' && query.played === true))
    const byTime = query.order.length === 0 || query.order[0]!.by === 'playedAt'
    const isPlain =
      byTime && base.length === kinds.length && !isNarrowed(query) && query.parent === null
    if (isPlain) {
      const descending = query.order[0]?.descending ?? true
      const entryQuery = entryQueryOf(query, base, {
        order: 'lastPlayedAt',
        descending,
        start: query.start,
        limit: query.limit,
      })
      const [entries, total] = await Promise.all([
        query.limit === 0 ? [] : history.entries(member, entryQuery),
        history.count(member, entryQuery),
      ])
      return { items: await knownItems(member, collection, entries), total, start: query.start }
    }
    const entries = base.length > 0 ? await history.entries(member, entryQueryOf(query, base)) : []
    const shelf = shelfOf(collection, query.parent)
    const inside = shelf && new Set(shelf.titles.map(({ identity }) => identity.key))
    const found = await knownItems(
      member,
      collection,
      inside ? entries.filter(({ titleKey }) => inside.has(titleKey)) : entries,
    )
    const series = kinds.length > base.length ? await playedSeries(member, collection, inside) : []
    const narrowed = [...found, ...series].filter(itemFilter(query))
    return listed(sortItems(narrowed, query.order), query)
  }

  /** Series of which every aired episode was played. */
  async function playedSeries(
    member: Member,
    collection: Collection,
    inside: ReadonlySet<string> | null,
  ) {
    const begun = await history.progress(member, { titleKeys: null, since: null, limit: maxSeries })
    const shown = begun.flatMap(({ titleKey }): Shown[] => {
      const title = collection.byKey.get(titleKey)
      if (!title || (inside && !inside.has(titleKey))) return []
      return [{ title, details: details.peek(member, title.identity) }]
    })
    const items = await make.titleItems(member, collection, shown)
    const states = await history.states(member, items)
    return items.filter((_, index) => states[index]!.played).map(briefly)
  }

  return { historyItems, entryItems, playedSeries }
}
