const longestMs = 2_147_483_647

export function wholeTtl(ttlMs: number): number | null {
  return ttlMs > 0 ? Math.min(Math.ceil(ttlMs), longestMs) : null
}
