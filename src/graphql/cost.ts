/** The cost of a query is about the number of values in its largest possible answer. */
type Cost = { readonly field: number; readonly multiplier: number }

type PageSize = {
  readonly first?: number | null | undefined
  readonly last?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** Assumed length of a page without a size: that of long libraries and series. */
const wholeList = 1_000

/** A list whose arguments give its size; `most` is the largest page. */
export function pageCost(
  { first, last, limit }: PageSize,
  { usual = wholeList, most }: { usual?: number; most: number },
): Cost {
  const size = first ?? last ?? limit ?? usual
  return { field: 10, multiplier: Math.min(Math.max(size, 1), most) }
}

/** Entries of a page, which the page's own field has counted. */
export const perPage: Cost = { field: 1, multiplier: 1 }

export function listCost(length: number): Cost {
  return { field: 1, multiplier: length }
}
