const longestMs = 24 * 3_600_000

/** Milliseconds from a `Retry-After` in seconds or as a date, at most a day; null: absent or unreadable. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? ''
  const isDate = /[a-z]/i.test(text)
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : NaN
  const ms = isDate ? Date.parse(text) - now : seconds
  return Number.isNaN(ms) ? null : Math.round(Math.min(longestMs, Math.max(0, ms)))
}
