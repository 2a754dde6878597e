/** The cost of a query is about the number of values in its largest possible answer. */
type Cost = { readonly field: number; readonly multiplier: number }

type PageArgs = {
  readonly first?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** What a page without a size is taken for: long libraries and series have about as many entries. */
const wholeList = 1_000

/** A list whose size its arguments say; `most` is the largest page that is answered. */
export function pageCost(
  { first, limit }: PageArgs,
  { usual = wholeList, most }: { usual?: number; most: number },
): Cost {
  const size = first ?? limit ?? usual
  return { field: 10, multiplier: Math.min(Math.max(size, 1), most) }
}

/** The entries of a page, whose field has counted them. */
export const perPage: Cost = { field: 1, multiplier: 1 }

/** A list of about this length. */
export function listCost(length: number): Cost {
  return { field: 1, multiplier: length }
}
