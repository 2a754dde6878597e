import { everything } from '../model/item-query.ts'
import type { ItemQuery } from '../model/item-query.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { WatchState } from '../model/watch.ts'

export const entryKinds: readonly ItemKind[] = ['movie', 'series', 'season', 'episode', 'video']

export const titleKinds: ReadonlySet<ItemKind> = new Set(['movie', 'series', 'video'])

export function kindsOf(
  { kinds, excludeKinds }: ItemQuery,
  usual: readonly ItemKind[],
): readonly ItemKind[] {
  return (kinds ?? usual).filter(
    (kind) => entryKinds.includes(kind) && !excludeKinds.includes(kind),
  )
}

/** Keys that say where to look, how much to show and what was done with items; all others filter. */
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
const filters = (Object.keys(everything) as (keyof ItemQuery)[]).filter(
  (field) => !elsewhere.has(field),
)

/** Whether it looks at more than a title's kind and what was done with it. */
export function isFiltered(query: ItemQuery): boolean {
  return filters.some((field) => {
    const value = query[field]
    if (field === 'aired') return value === false
    const usual = everything[field]
    return Array.isArray(usual) ? (value as readonly unknown[]).length > 0 : value !== usual
  })
}

export function isHome(query: ItemQuery): boolean {
  const { parent, recursive, search, kinds } = query
  const isWhole = parent === null && !recursive && search === null && kinds === null
  return isWhole && !isOfHistory(query) && !isFiltered(query)
}

/** Begins with the history, so that titles that no catalog lists any more are in it. */
export function isOfHistory(query: ItemQuery): boolean {
  const { played, resumable, favorite, liked, favoriteOrLiked } = query
  return [played, resumable, favorite, favoriteOrLiked].includes(true) || liked !== null
}

export function needsStates(query: ItemQuery): boolean {
  const { played, favorite, resumable, liked, favoriteOrLiked } = query
  return [played, favorite, resumable, liked, favoriteOrLiked].some((wanted) => wanted !== null)
}

type Done = Pick<WatchState, 'played' | 'favorite' | 'likes' | 'positionMs'>

export function stateFilter({ played, favorite, resumable, liked, favoriteOrLiked }: ItemQuery) {
  return (state: Done): boolean =>
    (played === null || state.played === played) &&
    (favorite === null || state.favorite === favorite) &&
    (resumable === null || state.positionMs > 0 === resumable) &&
    (liked === null || state.likes === liked) &&
    (favoriteOrLiked === null || (state.favorite || state.likes === true) === favoriteOrLiked)
}
