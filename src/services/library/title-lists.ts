import { createTitleFilter, nameMatch } from '../../library/filter.ts'
import { historyIdOf } from '../../library/lookup.ts'
import { sortTitles } from '../../library/order.ts'
import { rankedBy } from '../../library/search.ts'
import { similarTitles } from '../../library/similar.ts'
import type { Title } from '../../library/title.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import type { HistoryLists } from './history-lists.ts'
import type { Ask, LibraryService } from './library.ts'
import { isNarrowed } from './narrowing.ts'
import { titlePage } from './pages.ts'
import { answeredByGenre, byTurns, shelfOf, unique, waitForSources } from './shelves.ts'
import type { SingleItems } from './single-items.ts'
import type { Stock } from './stock.ts'
import { isSeenSort, seenReader } from './watched.ts'
import type { SeenTitle } from './watched.ts'

const maxFound = 200
const titleKinds = ['movie', 'series', 'video'] as const

type Begun = { readonly titles: readonly Title[]; readonly rest: ItemQuery }

/** Lists of what the catalogs hold. */
export function createTitleLists(
  stock: Stock,
  { playedSeries }: Pick<HistoryLists, 'playedSeries'>,
  { showTitle }: Pick<SingleItems, 'showTitle'>,
) {
  const { history, collections, snapshots, make, views } = stock

  /** Where to begin, and what of the query is still to be looked at. */
  async function titlesFor(query: ItemQuery, collection: Collection, ask: Ask): Promise<Begun> {
    const shelf = shelfOf(collection, query.parent)
    if (query.search !== null && query.parent === null) {
      const titles = await searched(collection, query.search, ask)
      return { titles, rest: { ...query, search: null } }
    }
    const held = shelf?.titles ?? collection.titles
    if (shelf?.catalog.genre?.isRequired || query.genres !== null) {
      const genres = query.genres ?? []
      const answered = await answeredByGenre(stock, collection, shelf, genres, ask)
      if (answered.length === 0) return { titles: held, rest: query }
      const listed = held.filter(createTitleFilter({ ...everything, genres }))
      return { titles: unique([...listed, ...answered]), rest: { ...query, genres: null } }
    }
    return { titles: held, rest: query }
  }

  /** What is listed anyway, then what the sources find themselves; what fits best comes first. */
  async function searched(
    collection: Collection,
    text: string,
    ask: Ask,
  ): Promise<readonly Title[]> {
    const signal = waitForSources(ask)
    const found = await Promise.all(
      collection.searchable.map((catalog) => snapshots.search(catalog, text, signal)),
    )
    const own = collection.titles.filter(nameMatch(text))
    const others = found.flat().map((title) => collection.byText.get(title.identity.text) ?? title)
    // Sources find by other names too, so what they answer is not looked at again.
    const all = rankedBy(unique([...own, ...others]), text, (title) => title)
    return all.slice(0, Math.max(maxFound, own.length))
  }

  async function titleList(
    member: Member,
    query: ItemQuery,
    ask: Ask,
    collection: Collection,
  ): Promise<ItemPage> {
    const { titles, rest } = await titlesFor(query, collection, ask)
    const { order } = query
    const excluded = await textsOf(query.excludeIds)
    const fits = createTitleFilter(rest)
    const filter = (title: Title): boolean => !excluded.has(title.identity.text) && fits(title)
    const isAll = !isNarrowed(rest) && query.kinds === null
    const ranked = (list: readonly Title[]): readonly Title[] =>
      rest.search !== null && order.length === 0
        ? rankedBy(list, rest.search, (title) => title)
        : list
    const needsSeen =
      query.played === false ||
      query.favorite === false ||
      query.resumable === false ||
      order.some(isSeenSort)
    if (!needsSeen) {
      // Sorted before it is narrowed: the order of the whole list is remembered.
      const isHeld = rest === query
      const sorted = isHeld ? collection.sorted(titles, order) : sortTitles(titles, order)
      const kept = isAll ? sorted : ranked(sorted.filter(filter))
      return titlePage(stock, member, collection, kept, query)
    }
    const wanted = titles.filter(filter)
    const seenOf = await seenReader(stock, member, collection, wanted)
    const done = await playedSeriesKeys(member, collection, wanted)
    const stateOf = (title: Title): SeenTitle => {
      const seen = seenOf(title)
      return done.has(historyIdOf(title.kind, title.identity.key))
        ? { ...seen, played: true }
        : seen
    }
    const kept = wanted.filter((title) => {
      const { played, favorite, resumable } = stateOf(title)
      return (
        !(query.played === false && played) &&
        !(query.favorite === false && favorite) &&
        !(query.resumable === false && resumable)
      )
    })
    const sorted = sortTitles(ranked(kept), order, stateOf)
    return titlePage(stock, member, collection, sorted, query)
  }

  async function textsOf(refs: readonly ItemRef[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(refs.map((ref) => make.identityOfRef(ref)))
    return new Set(found.flatMap((title) => title?.identity.text ?? []))
  }

  async function playedSeriesKeys(
    member: Member,
    collection: Collection,
    titles: readonly Title[],
  ): Promise<ReadonlySet<string>> {
    if (!titles.some(({ kind }) => kind === 'series')) return new Set()
    const series = await playedSeries(member, collection)
    return new Set(series.map(({ kind, key }) => historyIdOf(kind, key)))
  }

  const latest: LibraryService['latest'] = async (
    member,
    { parent, kinds, limit, unplayed },
    ask,
  ) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, parent)
    const wanted = new Set(kinds ?? titleKinds)
    const { shelves, hidesPlayed } = await views.latest(member, collection)
    const candidates = (shelf ? shelf.titles : byTurns(shelves.map(({ titles }) => titles))).filter(
      ({ kind }) => wanted.has(kind),
    )
    const all = !(unplayed ?? hidesPlayed)
    const found: LibraryItem[] = []
    // Somebody who has seen many of them still gets a full row.
    for (let start = 0; start < candidates.length && found.length < limit; start += limit) {
      const { items } = await titlePage(stock, member, collection, candidates, { start, limit })
      const states = all ? [] : await history.states(member, items)
      found.push(...items.filter((_, index) => !states[index]?.played))
    }
    return found.slice(0, limit)
  }

  const similar: LibraryService['similar'] = async (member, ref, limit, ask) => {
    const collection = await collections.of(member, ask.signal)
    const shown = await showTitle(member, ref, ask)
    const found = shown ? similarTitles(shown.title, collection.titles, limit) : []
    return titlePage(stock, member, collection, found, { start: 0, limit: null })
  }

  return { titleList, latest, similar }
}
