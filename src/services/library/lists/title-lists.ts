import { regularEpisodes } from '../../../library/episodes.ts'
import { createFilter } from '../../../library/filter.ts'
import { summaryOf } from '../../../library/items/bare-item.ts'
import { watchedKeyOf } from '../../../library/lookup.ts'
import { isSeenSort, sortList, titleReader } from '../../../library/order.ts'
import { pageOf } from '../../../library/page.ts'
import { isFiltered, needsStates, stateFilter, titleKinds } from '../../../library/queries.ts'
import { rankedBy } from '../../../library/search.ts'
import { similarTitles } from '../../../library/similar.ts'
import { interleaved, unique } from '../../../library/title.ts'
import type { Title } from '../../../library/title.ts'
import { everything } from '../../../model/item-query.ts'
import type { ItemQuery, LatestQuery } from '../../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../../model/library-item.ts'
import { requireLibrary } from '../titles/collection.ts'
import type { ListRequest } from '../deps.ts'
import { listedByGenre, searchTitles } from './found-titles.ts'
import { playedWholes } from './history-lists.ts'
import { openedFacts, openedElsewhere } from './opened.ts'
import type { OpenedFacts } from './opened.ts'
import { showTitle } from '../single-items.ts'
import { seenReader } from '../watched.ts'
import type { SeenTitle } from '../watched.ts'

const newestFirst = [{ by: 'added', descending: true }] as const
const whole = { start: 0, limit: null }

type Candidates = { readonly titles: readonly Title[]; readonly rest: ItemQuery }

export async function titleList(request: ListRequest, query: ItemQuery): Promise<ItemPage> {
  const { titles, rest } = await candidatesFor(request, query)
  const facts = openedFacts(request)
  const fits = await titleFilter(request, facts, query, rest)
  const sorted =
    needsStates(query) || query.order.some(isSeenSort)
      ? await sortedBySeen(request, titles.filter(fits), query, rest, facts)
      : sortedByFacts(request, titles, query, rest, facts, fits)
  return titlePage(request, sorted, query, await centreOf(request, query))
}

/** Sorts before filtering, since the order of a list's kinds is cached. */
function sortedByFacts(
  { collection }: ListRequest,
  titles: readonly Title[],
  { parent, order, kinds }: ItemQuery,
  rest: ItemQuery,
  facts: OpenedFacts,
  fits: (title: Title) => boolean,
): readonly Title[] {
  const isHeld =
    titles === collection.titles || titles === requireLibrary(collection, parent)?.titles
  if (!isHeld || order.some(({ by }) => by === 'contentAdded')) {
    return ranked(sortList(titles, order, titleReader(facts)).filter(fits), rest)
  }
  const sorted = collection.sorted(titles, order, kinds)
  return isFiltered(rest) ? ranked(sorted.filter(fits), rest) : sorted
}

async function sortedBySeen(
  request: ListRequest,
  titles: readonly Title[],
  query: ItemQuery,
  rest: ItemQuery,
  facts: OpenedFacts,
): Promise<readonly Title[]> {
  const seenOf = await titleStates(request, titles)
  const fits = stateFilter(query)
  const kept = titles.filter((title) => fits(seenOf(title)))
  return sortList(ranked(kept, rest), query.order, titleReader({ ...facts, seenOf }))
}

function ranked(titles: readonly Title[], { search, order }: ItemQuery): readonly Title[] {
  return search !== null && order.length === 0 ? rankedBy(titles, search, (title) => title) : titles
}

export async function titleCandidates(
  request: ListRequest,
  query: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { titles, rest } = await candidatesFor(request, query)
  const wanted = titles.filter(await titleFilter(request, openedFacts(request), query, rest))
  return (await titlePage(request, wanted, whole)).items
}

async function candidatesFor(request: ListRequest, query: ItemQuery): Promise<Candidates> {
  const library = requireLibrary(request.collection, query.parent)
  if (query.search !== null && query.parent === null) {
    const titles = await searchTitles(request, query.search)
    return { titles, rest: { ...query, search: null } }
  }
  const held = library?.titles ?? withOpened(request, query)
  if (!library?.catalog.genre?.isRequired && query.genres === null) {
    return { titles: held, rest: query }
  }
  const genres = query.genres ?? []
  const answered = await listedByGenre(request, library, genres)
  if (answered.length === 0) return { titles: held, rest: query }
  const { ofTitle } = openedFacts(request)
  const fits = createFilter({ ...everything, genres })
  const listed = held.filter((title) => fits(ofTitle(title)))
  return { titles: unique([...listed, ...answered]), rest: { ...query, genres: null } }
}

/** Lists for a person, studio or genre include opened titles, since such pages are reached from there. */
function withOpened(
  request: ListRequest,
  { people, studios, genres, within }: ItemQuery,
): readonly Title[] {
  const { titles } = request.collection
  const isNamed = people !== null || studios !== null || genres !== null || within !== null
  return isNamed ? [...titles, ...openedElsewhere(request)] : titles
}

async function titleFilter(
  request: ListRequest,
  facts: OpenedFacts,
  { excludeIds }: ItemQuery,
  rest: ItemQuery,
): Promise<(title: Title) => boolean> {
  const { kinds } = rest
  const hasKind = ({ kind }: Title): boolean => kinds === null || kinds.includes(kind)
  // The facts of a title are collected from several places, so only filters that read them pay for it.
  if (!isFiltered(rest)) return hasKind
  const excluded = await textsOf(request, excludeIds)
  const fits = createFilter(rest)
  return (title) =>
    hasKind(title) && !excluded.has(title.identity.text) && fits(facts.ofTitle(title))
}

/** Watch states of titles; a series counts as played by its episodes if they are known. */
async function titleStates(request: ListRequest, titles: readonly Title[]) {
  const { deps, user, collection } = request
  const seenOf = await seenReader(deps, user, collection, titles)
  const done = await playedSeriesKeys(request, titles)
  return (title: Title): SeenTitle => {
    const seen = seenOf(title)
    const seasons = deps.details.peek(user, title.identity)?.seasons ?? []
    if (title.kind !== 'series' || regularEpisodes(seasons).length === 0) return seen
    return { ...seen, played: done.has(watchedKeyOf('series', title.identity.key)) }
  }
}

async function playedSeriesKeys(
  request: ListRequest,
  titles: readonly Title[],
): Promise<ReadonlySet<string>> {
  if (!titles.some(({ kind }) => kind === 'series')) return new Set()
  const series = await playedWholes(request, ['series'])
  return new Set(series.map(({ kind, key }) => watchedKeyOf(kind, key)))
}

async function centreOf(request: ListRequest, { adjacentTo }: ItemQuery) {
  if (adjacentTo === null) return null
  const [text = ''] = await textsOf(request, [adjacentTo])
  return ({ identity }: Title): boolean => identity.text === text
}

/** The id of a part stands for that part, not for its series. */
async function textsOf(
  { deps: { make } }: ListRequest,
  refs: readonly ItemRef[],
): Promise<ReadonlySet<string>> {
  const own = refs.filter(({ kind }) => titleKinds.has(kind as ItemKind))
  const found = await Promise.all(own.map((ref) => make.identityOfRef(ref)))
  return new Set(found.flatMap((title) => title?.identity.text ?? []))
}

async function titlePage(
  { deps: { make, details }, user, collection }: ListRequest,
  titles: readonly Title[],
  range: Pick<ItemQuery, 'start' | 'limit'>,
  isCentre: ((title: Title) => boolean) | null = null,
): Promise<ItemPage> {
  const { part, total, start } = pageOf(titles, range, isCentre)
  // Only details in memory give a series' unwatched count; lists do not read them.
  const shown = part.map((title) => ({ title, details: details.peek(user, title.identity) }))
  const items = await make.titleItems(user, collection, shown)
  return { items: items.map(summaryOf), total, start }
}

/** The newest titles of a library, or alternately of all libraries that the user wants there. */
export async function latestTitles(
  request: ListRequest,
  { parent, kinds, limit, played }: LatestQuery,
): Promise<readonly LibraryItem[]> {
  const { deps, user, collection } = request
  const library = requireLibrary(collection, parent)
  const { libraries, hidesPlayed } = await deps.views.latest(user, collection)
  const titles = library?.titles ?? interleaved(libraries.map((one) => one.titles))
  const candidates = collection.sorted(titles, newestFirst, kinds)
  const wanted = played ?? (hidesPlayed ? false : null)
  const found: LibraryItem[] = []
  // Fills the row even for users who have seen many of them.
  for (let start = 0; start < candidates.length && found.length < limit; start += limit) {
    const { items } = await titlePage(request, candidates, { start, limit })
    if (wanted === null) found.push(...items)
    else
      found.push(
        ...(await withStates(request, items)).filter(({ watch }) => watch.played === wanted),
      )
  }
  return found.slice(0, limit)
}

async function withStates({ deps, user }: ListRequest, items: readonly LibraryItem[]) {
  const states = await deps.history.states(user, items)
  return items.map((item, index) => ({ ...item, watch: states[index]! }))
}

export async function similarList(
  request: ListRequest,
  ref: ItemRef,
  limit: number,
): Promise<ItemPage> {
  const { deps, user, collection, ask } = request
  const shown = await showTitle(deps, user, ref, ask)
  const found = shown ? similarTitles(shown.title, collection.titles, limit) : []
  return titlePage(request, found, whole)
}
