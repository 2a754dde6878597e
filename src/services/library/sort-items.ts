import { compareText, sortNameOf } from '../../library/names.ts'
import { shuffled, unseen } from '../../library/order.ts'
import type { Seen } from '../../library/order.ts'
import type { ItemOrder } from '../../model/item-query.ts'
import { isFolder } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'

/** What of an item does not stand in it. */
export type ItemContext = { readonly seenOf: (item: LibraryItem) => Seen }

type Value = string | number | null
type ItemCompare = (a: LibraryItem, b: LibraryItem) => number

const noContext: ItemContext = { seenOf: () => unseen }

/** In the given order; without one, and where they are equal, as they came. */
export function sortItems(
  items: readonly LibraryItem[],
  order: readonly ItemOrder[],
  context: ItemContext = noContext,
): readonly LibraryItem[] {
  if (order.length === 0) return items
  if (order[0]!.by === 'random') return shuffled(items)
  return items.toSorted(compareBy(order, context))
}

/** Two lists that are in this order already as one; where they are equal, the first list's come first. */
export function mergeItems(
  first: readonly LibraryItem[],
  second: readonly LibraryItem[],
  order: readonly ItemOrder[],
  context: ItemContext = noContext,
): readonly LibraryItem[] {
  if (order[0]?.by === 'random') return shuffled([...first, ...second])
  const compare = compareBy(order, context)
  const merged: LibraryItem[] = []
  let next = 0
  for (const item of second) {
    while (next < first.length && compare(first[next]!, item) <= 0) merged.push(first[next++]!)
    merged.push(item)
  }
  return [...merged, ...first.slice(next)]
}

function compareBy(order: readonly ItemOrder[], context: ItemContext): ItemCompare {
  const compares = order.map(({ by, descending }): ItemCompare => {
    const valueOf = itemValues[by]
    if (!valueOf) return () => 0
    const compare: ItemCompare = (a, b) => compareValues(valueOf(a, context), valueOf(b, context))
    return descending ? (a, b) => compare(b, a) : compare
  })
  return (a, b) => compares.reduce((result, compare) => result || compare(a, b), 0)
}

/** What is unknown comes before everything else. */
function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'string' ? compareText(a, String(b)) : a - Number(b)
}

const itemValues: Partial<
  Record<ItemOrder['by'], (item: LibraryItem, context: ItemContext) => Value>
> = {
  name: ({ sortName }) => sortName,
  seriesName: ({ series, sortName }) => (series ? sortNameOf(series.name) : sortName),
  added: ({ addedAt }) => addedAt,
  contentAdded: ({ contentAddedAt }) => contentAddedAt,
  premiered: ({ premieredAt, year }) => premieredAt ?? (year === null ? null : Date.UTC(year, 0)),
  year: ({ year }) => year,
  rating: ({ rating }) => rating,
  runtime: ({ runtimeMs }) => runtimeMs,
  certification: ({ certification }) => certification ?? '',
  studio: ({ studios }) => studios[0]?.name ?? '',
  folder: ({ kind }) => (isFolder(kind) ? 0 : 1),
  season: ({ season }) => season,
  episode: ({ episode }) => episode,
  playedAt: (item, { seenOf }) => seenOf(item).lastPlayedAt,
  playCount: (item, { seenOf }) => seenOf(item).playCount,
  played: (item, { seenOf }) => Number(seenOf(item).played),
  favorite: (item, { seenOf }) => Number(seenOf(item).favorite),
}
