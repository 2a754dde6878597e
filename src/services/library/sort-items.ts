import { compareText } from '../../library/names.ts'
import type { ItemOrder } from '../../model/item-query.ts'
import type { LibraryItem } from '../../model/library-item.ts'

type ItemCompare = (a: LibraryItem, b: LibraryItem) => number

/** In the given order; without one as they came. */
export function sortItems(
  items: readonly LibraryItem[],
  order: readonly ItemOrder[],
): readonly LibraryItem[] {
  if (order.length === 0) return items
  const compares = order.map(({ by, descending }): ItemCompare => {
    const valueOf = itemValues[by]
    if (!valueOf) return () => 0
    const compare: ItemCompare = (a, b) => {
      const [left, right] = [valueOf(a), valueOf(b)]
      return typeof left === 'string' ? compareText(left, String(right)) : left - Number(right)
    }
    return descending ? (a, b) => compare(b, a) : compare
  })
  return items.toSorted((a, b) => compares.reduce((result, compare) => result || compare(a, b), 0))
}

const itemValues: Partial<Record<ItemOrder['by'], (item: LibraryItem) => string | number>> = {
  name: ({ sortName }) => sortName,
  seriesName: ({ series, sortName }) => series?.name.toLowerCase() ?? sortName,
  premiered: ({ premieredAt }) => premieredAt ?? 0,
  year: ({ year }) => year ?? 0,
  rating: ({ rating }) => rating ?? 0,
  runtime: ({ runtimeMs }) => runtimeMs ?? 0,
  season: ({ season }) => season ?? 0,
  episode: ({ episode }) => episode ?? 0,
}
