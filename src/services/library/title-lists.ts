import { regularEpisodes } from '../../library/episodes.ts'
import { createTitleFilter, nameMatch } from '../../library/filter.ts'
import { historyIdOf } from '../../library/lookup.ts'
import { sortTitles } from '../../library/order.ts'
import { rankedBy } from '../../library/search.ts'
import { similarTitles } from '../../library/similar.ts'
import type { Title } from '../../library/title.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import type { HistoryLists } from './history-lists.ts'
import type { Ask, LibraryService } from './library.ts'
import { knownFacts } from './known-facts.ts'
import type { KnownFacts } from './known-facts.ts'
import { isNarrowed, needsStates, stateFilter, titleKinds } from './narrowing.ts'
import { openedElsewhere } from './opened.ts'
import { titlePage } from './pages.ts'
import { answeredByGenre, shelfOf, waitForSources } from './shelves.ts'
import type { SingleItems } from './single-items.ts'
import type { Stock } from './stock.ts'
import { byTurns, unique } from './turns.ts'
import { isSeenSort, seenReader } from './watched.ts'
import type { SeenTitle } from './watched.ts'

const maxFound = 200
const newestFirst = [{ by: 'added', descending: true }] as const
const whole = { start: 0, limit: null, around: null }

type Begun = { readonly titles: readonly Title[]; readonly rest: ItemQuery }

export type TitleLists = ReturnType<typeof createTitleLists>

/** Lists of what the catalogs hold. */
export function createTitleLists(
  stock: Stock,
  { playedWholes }: Pick<HistoryLists, 'playedWholes'>,
  { showTitle }: Pick<SingleItems, 'showTitle'>,
) {
  const { history, collections, details, snapshots, make, views } = stock

  /** Where to begin, and what of the query is still to be looked at. */
  async function titlesFor(
    member: Member,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<Begun> {
    const shelf = shelfOf(collection, query.parent)
    if (query.search !== null && query.parent === null) {
      const titles = await searched(collection, query.search, ask)
      return { titles, rest: { ...query, search: null } }
    }
    const held = shelf?.titles ?? withOpened(member, collection, query)
    if (shelf?.catalog.genre?.isRequired || query.genres !== null) {
      const genres = query.genres ?? []
      const answered = await answeredByGenre(stock, collection, shelf, genres, ask)
      if (answered.length === 0) return { titles: held, rest: query }
      const { ofTitle } = knownFacts(stock, member, collection)
      const fits = createTitleFilter({ ...everything, genres })
      const listed = held.filter((title) => fits(ofTitle(title)))
      return { titles: unique([...listed, ...answered]), rest: { ...query, genres: null } }
    }
    return { titles: held, rest: query }
  }

  /** What has certain people, studios or genres is looked for among opened titles as well: their pages are come to from there. */
  function withOpened(
    member: Member,
    collection: Collection,
    { people, studios, genres, within }: ItemQuery,
  ): readonly Title[] {
    const isNamed = people !== null || studios !== null || genres !== null || within !== null
    return isNamed
      ? [...collection.titles, ...openedElsewhere(stock, member, collection)]
      : collection.titles
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

  /** Whether titles are what is asked for, apart from what was done with them. */
  async function titleFilter(facts: KnownFacts, query: ItemQuery, rest: ItemQuery) {
    const excluded = await textsOf(query.excludeIds)
    const fits = createTitleFilter(rest)
    return (title: Title): boolean =>
      // What catalogs list has been broadcast.
      query.aired !== false && !excluded.has(title.identity.text) && fits(facts.ofTitle(title))
  }

  /** Titles among other items: without an order, and whatever was done with them. */
  async function titleCandidates(
    member: Member,
    query: ItemQuery,
    ask: Ask,
    collection: Collection,
  ): Promise<readonly LibraryItem[]> {
    const { titles, rest } = await titlesFor(member, query, collection, ask)
    const facts = knownFacts(stock, member, collection)
    const wanted = titles.filter(await titleFilter(facts, query, rest))
    return (await titlePage(stock, member, collection, wanted, whole)).items
  }

  async function titleList(
    member: Member,
    query: ItemQuery,
    ask: Ask,
    collection: Collection,
  ): Promise<ItemPage> {
    const { titles, rest } = await titlesFor(member, query, collection, ask)
    const { order } = query
    const facts = knownFacts(stock, member, collection)
    const filter = await titleFilter(facts, query, rest)
    const ranked = (list: readonly Title[]): readonly Title[] =>
      rest.search !== null && order.length === 0
        ? rankedBy(list, rest.search, (title) => title)
        : list
    if (!needsStates(query) && !order.some(isSeenSort)) {
      // Sorted before it is narrowed: the order of the whole list is remembered.
      const isHeld =
        titles === collection.titles || titles === shelfOf(collection, query.parent)?.titles
      const isLasting = isHeld && !order.some(({ by }) => by === 'contentAdded')
      const sorted = isLasting ? collection.sorted(titles, order) : sortTitles(titles, order, facts)
      const isAll = !isNarrowed(rest) && query.kinds === null
      const kept = isAll ? sorted : ranked(sorted.filter(filter))
      return titlePage(stock, member, collection, kept, await placed(query))
    }
    const wanted = titles.filter(filter)
    const seenOf = await titleStates(member, collection, wanted)
    const fits = stateFilter(query)
    const kept = ranked(wanted.filter((title) => fits(seenOf(title))))
    const sorted = sortTitles(kept, order, { ...facts, seenOf })
    return titlePage(stock, member, collection, sorted, await placed(query))
  }

  /** What was done with titles. Of a series whose episodes are known, they say whether it was played. */
  async function titleStates(member: Member, collection: Collection, titles: readonly Title[]) {
    const seenOf = await seenReader(stock, member, collection, titles)
    const done = await playedSeriesKeys(member, collection, titles)
    return (title: Title): SeenTitle => {
      const seen = seenOf(title)
      const seasons = details.peek(member, title.identity)?.seasons ?? []
      if (title.kind !== 'series' || regularEpisodes(seasons).length === 0) return seen
      return { ...seen, played: done.has(historyIdOf('series', title.identity.key)) }
    }
  }

  /** With the text of the title that the list is to be cut around. */
  async function placed({ start, limit, adjacentTo }: ItemQuery) {
    if (adjacentTo === null) return { start, limit, around: null }
    const [text = ''] = await textsOf([adjacentTo])
    return { start, limit, around: text }
  }

  /** An id of a part stands for that part, not for its series. */
  async function textsOf(refs: readonly ItemRef[]): Promise<ReadonlySet<string>> {
    const own = refs.filter(({ kind }) => titleKinds.has(kind as ItemKind))
    const found = await Promise.all(own.map((ref) => make.identityOfRef(ref)))
    return new Set(found.flatMap((title) => title?.identity.text ?? []))
  }

  async function playedSeriesKeys(
    member: Member,
    collection: Collection,
    titles: readonly Title[],
  ): Promise<ReadonlySet<string>> {
    if (!titles.some(({ kind }) => kind === 'series')) return new Set()
    const series = await playedWholes(member, collection, ['series'])
    return new Set(series.map(({ kind, key }) => historyIdOf(kind, key)))
  }

  const latest: LibraryService['latest'] = async (
    member,
    { parent, kinds, limit, unplayed },
    ask,
  ) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, parent)
    const { shelves, hidesPlayed } = await views.latest(member, collection)
    const titles = shelf?.titles ?? byTurns(shelves.map((one) => one.titles))
    const candidates = collection
      .sorted(titles, newestFirst)
      .filter(({ kind }) => kinds === null || kinds.includes(kind))
    const all = !(unplayed ?? hidesPlayed)
    const found: LibraryItem[] = []
    // Somebody who has seen many of them still gets a full row.
    for (let start = 0; start < candidates.length && found.length < limit; start += limit) {
      const { items } = await titlePage(stock, member, collection, candidates, {
        ...whole,
        start,
        limit,
      })
      const states = all ? [] : await history.states(member, items)
      found.push(...items.filter((_, index) => !states[index]?.played))
    }
    return found.slice(0, limit)
  }

  const similar: LibraryService['similar'] = async (member, ref, limit, ask) => {
    const collection = await collections.of(member, ask.signal)
    const shown = await showTitle(member, ref, ask)
    const found = shown ? similarTitles(shown.title, collection.titles, limit) : []
    return titlePage(stock, member, collection, found, whole)
  }

  return { titleList, titleCandidates, latest, similar }
}
