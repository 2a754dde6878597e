import { AppError } from './errors.ts'
import { requireWhole } from './whole-number.ts'

/** What is read of a list between two of its places: so many from its beginning, or from its end. */
export type PageWindow<Place> = {
  readonly after: Place | null
  readonly before: Place | null
  readonly fromEnd: boolean
  readonly limit: number
}

/** Null is the same as missing. */
export type PageArgs = {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
}

type WindowOptions<Place> = {
  readonly usual: number
  readonly most: number
  readonly placeOf: (cursor: string, name: 'after' | 'before') => Place
}

/** `before` alone reads the entries next to it. Throws BAD_REQUEST for sizes out of bounds, and what `placeOf` throws. */
export function windowOf<Place>(
  { first, after, last, before }: PageArgs,
  { usual, most, placeOf }: WindowOptions<Place>,
): PageWindow<Place> {
  refuseBoth({ first, last })
  const limit = requireWhole(last == null ? 'first' : 'last', last ?? first ?? usual, most)
  return {
    after: after == null ? null : placeOf(after, 'after'),
    before: before == null ? null : placeOf(before, 'before'),
    fromEnd: last != null || (first == null && after == null && before != null),
    limit,
  }
}

/** Throws BAD_REQUEST where a page has two sizes. */
export function refuseBoth(sizes: Readonly<Record<string, number | null | undefined>>): void {
  const given = Object.keys(sizes).filter((name) => sizes[name] != null)
  if (given.length > 1) throw new AppError('BAD_REQUEST', `Send ${given.join(' or ')}, not both.`)
}

/** Whether a list goes on beyond a page; `hasMore`: in the direction in which it was read. */
export function edgesOf(
  { after, before, fromEnd }: PageWindow<unknown>,
  hasMore: boolean,
): { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean } {
  return {
    hasNextPage: before !== null || (!fromEnd && hasMore),
    hasPreviousPage: after !== null || (fromEnd && hasMore),
  }
}
