/** Counts per key within a window, in memory or shared through Redis. */
export type RateLimiter = {
  /** Takes one of the key's turns and answers the headers to send; throws RATE_LIMIT_EXCEEDED (with `Retry-After` and the `RateLimit` headers) when none is left. */
  take(key: string): Promise<Readonly<Record<string, string>>>
  /** Throws as `take` does when none is left, without taking one. */
  check(key: string): Promise<void>
  /** Gives the key all its turns back. */
  reset(key: string): Promise<void>
}
