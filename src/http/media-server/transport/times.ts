const ticksPerMs = 10_000
const maxTicks = 2 ** 63
/** Years of four digits are all that documents know. */
const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/** Units of 100 ns, whole. */
export function ticksOf(ms: number): number {
  return Math.round(ms * ticksPerMs)
}

/** Whole milliseconds of a number of ticks, of which 64 bits hold the most. */
export function msOfTicks(ticks: number): number {
  return Math.round(Math.min(ticks, maxTicks) / ticksPerMs)
}

/** ISO 8601 with the seven digits of a second that the standard server writes. */
export function dateText(ms: number): string {
  return longDate(new Date(ms).toISOString())
}

/** The same of an instant that a document answered. */
export function longDate(instant: string): string {
  return instant.replace('Z', '0000Z')
}

/** An instant as documents take it: one outside of the years 0 to 9999 becomes the nearest inside. */
export function dateTimeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.max(firstMs, Math.min(ms, lastMs))).toISOString()
}

/** Epoch milliseconds of an instant that a document answered. */
export function msOfDateTime(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
