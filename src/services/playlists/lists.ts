import { factsOfItem } from '../../library/facts.ts'
import { itemFilter } from '../../library/filter.ts'
import { folded } from '../../core/folded-text.ts'
import { isSeenSort, itemReader, mergeLists, sortList, unseen } from '../../library/order.ts'
import type { SortReader } from '../../library/order.ts'
import { listed } from '../../library/page.ts'
import { isFiltered, needsStates, stateFilter } from '../../library/queries.ts'
import { rankedBy } from '../../library/search.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { WatchState } from '../../model/watch.ts'
import { seenFrom } from '../library/watched.ts'

export function isPlain(query: ItemQuery): boolean {
  return (
    query.order.length === 0 &&
    query.kinds === null &&
    query.aired === null &&
    !isFiltered(query) &&
    !needsStates(query)
  )
}

/** Filters and sorts; without an order the items keep theirs. */
export async function filterAndSort(
  items: readonly LibraryItem[],
  query: ItemQuery,
  statesOf: (items: readonly LibraryItem[]) => Promise<readonly WatchState[]>,
): Promise<ItemPage> {
  const wanted = items.filter(itemFilter(query, (item) => factsOfItem(item, undefined)))
  if (!needsStates(query) && !query.order.some(isSeenSort)) {
    return listed(sortList(wanted, query.order, readerOf(new Map())), query)
  }
  const found = await statesOf(wanted)
  const states = new Map(wanted.map((item, index) => [item, found[index]!]))
  const fits = stateFilter(query)
  const kept = wanted.filter((item) => fits(states.get(item)!))
  return listed(sortList(kept, query.order, readerOf(states)), query)
}

export async function among(
  others: readonly LibraryItem[],
  playlists: readonly LibraryItem[],
  { ids, order, search }: ItemQuery,
  statesOf: (items: readonly LibraryItem[]) => Promise<readonly WatchState[]>,
): Promise<readonly LibraryItem[]> {
  const all = [...others, ...playlists]
  if (order.length > 0) {
    const found = order.some(isSeenSort) ? await statesOf(all) : []
    const states = new Map(found.map((state, index) => [all[index]!, state]))
    return mergeLists(others, playlists, order, readerOf(states))
  }
  if (search !== null) return rankedBy(all, search, ({ name }) => ({ folded: folded(name) }))
  if (ids === null) return all
  const placeOf = ({ ref }: LibraryItem): number => ids.findIndex((id) => isSameRef(id, ref))
  return all
    .map((item) => ({ item, place: placeOf(item) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function readerOf(states: ReadonlyMap<LibraryItem, WatchState>): SortReader<LibraryItem> {
  return itemReader((item) => {
    const state = states.get(item)
    return state ? seenFrom(state) : unseen
  })
}
