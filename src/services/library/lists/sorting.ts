import { itemFilter } from '../../../library/filter.ts'
import { folded } from '../../../core/folded-text.ts'
import { watchedKeyOf } from '../../../library/lookup.ts'
import { isSeenSort, itemReader, sortList, unseen } from '../../../library/order.ts'
import type { Seen } from '../../../library/order.ts'
import { needsStates, stateFilter } from '../../../library/queries.ts'
import { rankedBy } from '../../../library/search.ts'
import type { ItemQuery } from '../../../model/item-query.ts'
import type { LibraryItem } from '../../../model/library-item.ts'
import { requireLibrary } from '../titles/collection.ts'
import type { ListRequest } from '../deps.ts'
import { answeredByGenre } from './found-titles.ts'
import { openedFacts } from './opened.ts'
import { seenFrom, seenTitles, titleOfItem } from '../watched.ts'

/** What is already true of all items, so that it need not be checked. */
type Known = {
  /** They match the query, apart from the user's watch state. */
  readonly fitting?: boolean
  /** They are in the requested watch state. */
  readonly done?: boolean
}

/** Filters and sorts items by the same rules as titles. */
export async function sortItems(
  request: ListRequest,
  items: readonly LibraryItem[],
  query: ItemQuery,
  known: Known = {},
): Promise<readonly LibraryItem[]> {
  const wanted = known.fitting ? items : items.filter(await filterOf(request, query))
  const kept = known.done ? wanted : await inState(request, wanted, query)
  const { order, search } = query
  if (order.length === 0) {
    const name = (item: LibraryItem) => ({ folded: folded(item.name) })
    return search === null ? kept : rankedBy(kept, search, name)
  }
  return sortList(kept, order, itemReader(await seenOf(request, kept, query)))
}

export async function filterOf(
  request: ListRequest,
  query: ItemQuery,
): Promise<(item: LibraryItem) => boolean> {
  const { collection } = request
  const facts = openedFacts(request)
  const factsOf = (item: LibraryItem) => facts.ofItem(item, titleOfItem(collection, item))
  const fits = itemFilter(query, factsOf)
  if (query.genres === null) return fits
  const library = requireLibrary(collection, query.parent)
  const answered = new Set(await answeredByGenre(request, library, query.genres))
  const fitsElse = itemFilter({ ...query, genres: null }, factsOf)
  return (item) => fits(item) || (answered.has(titleOfItem(collection, item)!) && fitsElse(item))
}

async function inState(
  { deps: { history }, user }: ListRequest,
  items: readonly LibraryItem[],
  query: ItemQuery,
) {
  if (!needsStates(query)) return items
  const fits = stateFilter(query)
  const states = await history.states(user, items)
  return items.filter((_, index) => fits(states[index]!))
}

/** A series is seen when its episodes are. */
async function seenOf(
  { deps: { history }, user }: ListRequest,
  items: readonly LibraryItem[],
  { order }: ItemQuery,
): Promise<(item: LibraryItem) => Seen> {
  if (!order.some(isSeenSort)) return () => unseen
  const states = await history.states(user, items)
  const own = new Map(items.map((item, index) => [item, seenFrom(states[index]!)]))
  const titles = items.some(({ kind }) => kind === 'series')
    ? await seenTitles(history, user)
    : null
  return (item) => {
    const seen = own.get(item) ?? unseen
    const whole = item.kind === 'series' && titles?.get(watchedKeyOf('series', item.key))
    return whole ? { ...seen, lastPlayedAt: whole.lastPlayedAt, playCount: whole.playCount } : seen
  }
}
