const longestMs = 2_147_483_647

/** A lifetime as both stores take it, in whole milliseconds; null where there is nothing left to live. */
export function wholeTtl(ttlMs: number): number | null {
  return ttlMs > 0 ? Math.min(Math.ceil(ttlMs), longestMs) : null
}
