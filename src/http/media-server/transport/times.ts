const ticksPerMs = 10_000
const maxTicks = 2 ** 63
/** Documents only accept four-digit years. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** Ticks are whole units of 100 ns. */
export function ticksOf(ms: number): number {
  return Math.round(ms * ticksPerMs)
}

/** Clamped to what 64-bit ticks can hold. Places before the beginning stay before it. */
export function msOfTicks(ticks: number): number {
  const ms = Math.max(-maxTicks, Math.min(ticks, maxTicks)) / ticksPerMs
  return ms < 0 ? Math.floor(ms) : Math.round(ms)
}

/** ISO 8601 with seven fractional digits, as the Jellyfin server writes it. */
export function dateText(ms: number): string {
  return longDate(new Date(ms).toISOString())
}

/** The same of an instant that a document answered. */
export function longDate(instant: string): string {
  return instant.replace('Z', '0000Z')
}

/** Clamped to the years 0 to 9999. */
export function dateTimeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.max(firstMs, Math.min(ms, lastMs))).toISOString()
}

export function msOfDateTime(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
