import type { PageWindow } from '../../src/core/page-window.ts'

/** So many from the beginning of a list. */
export function firstOf<Place = never>(limit: number): PageWindow<Place> {
  return { after: null, before: null, fromEnd: false, limit }
}

/** What a list has in a window, and whether the window has more. */
export function sliceOf<T>(
  list: readonly T[],
  { after, before, fromEnd, limit }: PageWindow<T>,
): { readonly part: readonly T[]; readonly hasMore: boolean } {
  const begin = after === null ? 0 : list.indexOf(after) + 1
  const end = before === null ? list.length : list.indexOf(before)
  const inside = list.slice(begin, Math.max(begin, end))
  const part = fromEnd ? inside.slice(-limit) : inside.slice(0, limit)
  return { part, hasMore: inside.length > limit }
}
