import { createTitleFilter } from '../../library/filter.ts'
import type { Facts } from '../../library/filter.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { WatchState } from '../../model/watch.ts'
import { isOfHistory } from './watched.ts'

/** Kinds that the history keeps entries of. */
export const entryKinds: readonly ItemKind[] = ['movie', 'series', 'season', 'episode', 'video']

/** Kinds that catalogs list. */
export const titleKinds: ReadonlySet<ItemKind> = new Set(['movie', 'series', 'video'])

export const nameKinds = ['genre', 'studio', 'person', 'year'] as const

export type NameKind = (typeof nameKinds)[number]

export function kindsOf(
  { kinds, excludeKinds }: ItemQuery,
  usual: readonly ItemKind[],
): readonly ItemKind[] {
  return (kinds ?? usual).filter(
    (kind) => entryKinds.includes(kind) && !excludeKinds.includes(kind),
  )
}

/** What of a query says where to look, how much to show and what was done with it; everything else narrows. */
const elsewhere: ReadonlySet<string> = new Set<keyof ItemQuery>([
  'parent',
  'recursive',
  'ids',
  'kinds',
  'played',
  'resumable',
  'favorite',
  'liked',
  'order',
  'start',
  'limit',
])
const narrowing = (Object.keys(everything) as (keyof ItemQuery)[]).filter(
  (field) => !elsewhere.has(field),
)

/** Whether a query looks at more than the kind of a title and what was done with it. */
export function isNarrowed(query: ItemQuery): boolean {
  return narrowing.some((field) => {
    const value = query[field]
    if (field === 'aired') return value === false
    const usual = everything[field]
    return Array.isArray(usual) ? (value as readonly unknown[]).length > 0 : value !== usual
  })
}

/** Whether nothing is asked for: the libraries are listed. */
export function isHome(query: ItemQuery): boolean {
  const { parent, recursive, search, kinds } = query
  const isWhole = parent === null && !recursive && search === null && kinds === null
  return isWhole && !isOfHistory(query) && !isNarrowed(query)
}

export function needsStates(query: ItemQuery): boolean {
  const { played, favorite, resumable, liked, favoriteOrLiked } = query
  return [played, favorite, resumable, liked, favoriteOrLiked].some((wanted) => wanted !== null)
}

export function isNotAmong(ref: ItemRef, { excludeIds }: ItemQuery): boolean {
  return !excludeIds.some((other) => isSameRef(ref, other))
}

/** The same rules as for titles, for items that are made already. */
export function itemFilter(
  query: ItemQuery,
  factsOf: (item: LibraryItem) => Facts,
): (item: LibraryItem) => boolean {
  const fits = createTitleFilter(query)
  return (item) =>
    isNotAmong(item.ref, query) &&
    (query.aired === null || item.aired === query.aired) &&
    fits(factsOf(item))
}

type Done = Pick<WatchState, 'played' | 'favorite' | 'likes' | 'positionMs'>

/** Whether what somebody has done with an item is what is asked for. */
export function stateFilter({ played, favorite, resumable, liked, favoriteOrLiked }: ItemQuery) {
  return (state: Done): boolean =>
    (played === null || state.played === played) &&
    (favorite === null || state.favorite === favorite) &&
    (resumable === null || state.positionMs > 0 === resumable) &&
    (liked === null || state.likes === liked) &&
    (favoriteOrLiked === null || (state.favorite || state.likes === true) === favoriteOrLiked)
}
