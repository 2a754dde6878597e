import { unseen } from '../../library/order.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { WatchState } from '../../model/watch.ts'
import { isNarrowed, itemFilter, needsStates, stateFilter } from '../library/narrowing.ts'
import { factsOfItem } from '../library/known-facts.ts'
import { listed } from '../library/pages.ts'
import { sortItems } from '../library/sort-items.ts'
import type { ItemContext } from '../library/sort-items.ts'
import { isSeenSort, seenFrom } from '../library/watched.ts'

/** Whether a list is wanted as it is. */
export function isPlain(query: ItemQuery): boolean {
  return (
    query.order.length === 0 &&
    query.kinds === null &&
    query.aired === null &&
    !isNarrowed(query) &&
    !needsStates(query)
  )
}

/** What of these items is asked for, in the order that is asked for, else in their own. */
export async function arrange(
  items: readonly LibraryItem[],
  query: ItemQuery,
  statesOf: (items: readonly LibraryItem[]) => Promise<readonly WatchState[]>,
): Promise<ItemPage> {
  const wanted = items.filter(itemFilter(query, (item) => factsOfItem(item, undefined)))
  if (!needsStates(query) && !query.order.some(isSeenSort)) {
    return listed(sortItems(wanted, query.order, contextOf(new Map())), query)
  }
  const found = await statesOf(wanted)
  const states = new Map(wanted.map((item, index) => [item, found[index]!]))
  const fits = stateFilter(query)
  const kept = wanted.filter((item) => fits(states.get(item)!))
  return listed(sortItems(kept, query.order, contextOf(states)), query)
}

function contextOf(states: ReadonlyMap<LibraryItem, WatchState>): ItemContext {
  return {
    seenOf: (item) => {
      const state = states.get(item)
      return state ? seenFrom(state) : unseen
    },
  }
}
