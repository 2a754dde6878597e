export type RateLimiter = {
  /** Answers the headers to send; throws RATE_LIMIT_EXCEEDED with `Retry-After` and the `RateLimit` headers. */
  take(key: string): Promise<Readonly<Record<string, string>>>
  /** Throws as `take` does, without taking a turn. */
  check(key: string): Promise<void>
  reset(key: string): Promise<void>
}
