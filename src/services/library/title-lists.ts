import { createTitleFilter, nameMatch } from '../../library/filter.ts'
import { sortTitles, unseen } from '../../library/order.ts'
import { similarTitles } from '../../library/similar.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection, Shelf } from './collection.ts'
import type { HistoryLists } from './history-lists.ts'
import type { Ask, LibraryService } from './library.ts'
import { isNarrowed } from './narrowing.ts'
import { titlePage } from './pages.ts'
import { byTurns, shelfOf, unique } from './shelves.ts'
import type { SingleItems } from './single-items.ts'
import type { Stock } from './stock.ts'
import { seenTitles } from './watched.ts'

const searchWaitMs = 3_500
const maxFound = 200
const titleKinds = ['movie', 'series', 'video'] as const

/** Lists of what the catalogs hold. */
export function createTitleLists(
  stock: Stock,
  { playedSeries }: Pick<HistoryLists, 'playedSeries'>,
  { showTitle }: Pick<SingleItems, 'showTitle'>,
) {
  const { history, collections, snapshots, make } = stock

  async function titlesFor(
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<readonly Title[]> {
    const shelf = shelfOf(collection, query.parent)
    if (shelf?.catalog.genre?.isRequired) return titlesOfGenres(shelf, query.genres ?? [], ask)
    const base = shelf?.titles ?? collection.titles
    if (query.search === null) return base
    return query.parent === null ? searched(collection, query.search, ask) : base
  }

  async function titlesOfGenres({ catalog }: Shelf, genres: readonly string[], ask: Ask) {
    const lists = await Promise.all(
      genres.slice(0, 10).map((genre) => snapshots.ofGenre(catalog, genre, ask.signal)),
    )
    return unique(lists.flat())
  }

  /** What is listed anyway, then what the sources find themselves. */
  async function searched(
    collection: Collection,
    text: string,
    ask: Ask,
  ): Promise<readonly Title[]> {
    const signal = AbortSignal.any([ask.signal, AbortSignal.timeout(searchWaitMs)])
    const matches = nameMatch(text)
    const found = await Promise.all(
      collection.searchable.map((catalog) => snapshots.search(catalog, text, signal)),
    )
    const own = collection.titles.filter(matches)
    const others = found.flat().map((title) => collection.byText.get(title.identity.text) ?? title)
    // Sources find by other names too, so what they answer is not looked at again.
    return unique([...own, ...others]).slice(0, Math.max(maxFound, own.length))
  }

  async function titleList(
    member: Member,
    query: ItemQuery,
    ask: Ask,
    collection: Collection,
  ): Promise<ItemPage> {
    const base = await titlesFor(query, collection, ask)
    const isSearch = query.search !== null && query.parent === null
    const genres = shelfOf(collection, query.parent)?.catalog.genre?.isRequired
      ? null
      : query.genres
    const fits = createTitleFilter({ ...query, genres, search: isSearch ? null : query.search })
    const excluded = await textsOf(query.excludeIds)
    const filter = (title: Title): boolean => !excluded.has(title.identity.text) && fits(title)
    const isAll =
      !isNarrowed({ ...query, search: isSearch ? null : query.search }) && query.kinds === null
    const needsSeen =
      query.played === false ||
      query.favorite === false ||
      query.resumable === false ||
      query.order.some(({ by }) => ['playedAt', 'playCount', 'played', 'favorite'].includes(by))
    if (!needsSeen) {
      // Sorted before it is narrowed: the order of the whole list is remembered.
      const sorted = isSearch ? sortTitles(base, query.order) : collection.sorted(base, query.order)
      return titlePage(stock, member, collection, isAll ? sorted : sorted.filter(filter), query)
    }
    const seen = await seenTitles(history, member)
    const seenOf = ({ identity }: Title) =>
      seen.get(identity.key) ?? { ...unseen, resumable: false }
    const done =
      query.played === false ? await playedSeriesKeys(member, collection) : new Set<string>()
    const kept = base.filter(filter).filter((title) => {
      const state = seenOf(title)
      if (query.played === false && (state.played || done.has(title.identity.key))) return false
      if (query.favorite === false && state.favorite) return false
      return !(query.resumable === false && state.resumable)
    })
    return titlePage(stock, member, collection, sortTitles(kept, query.order, seenOf), query)
  }

  async function textsOf(refs: readonly ItemRef[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(refs.map((ref) => make.identityOfRef(ref)))
    return new Set(found.flatMap((title) => title?.identity.text ?? []))
  }

  async function playedSeriesKeys(
    member: Member,
    collection: Collection,
  ): Promise<ReadonlySet<string>> {
    const series = await playedSeries(member, collection, null)
    return new Set(series.map(({ key }) => key))
  }

  const latest: LibraryService['latest'] = async (
    member,
    { parent, kinds, limit, unplayed },
    ask,
  ) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, parent)
    const wanted = new Set(kinds ?? titleKinds)
    const candidates = (
      shelf ? shelf.titles : byTurns(collection.shelves.map(({ titles }) => titles))
    ).filter(({ kind }) => wanted.has(kind))
    const all = unplayed === false
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
