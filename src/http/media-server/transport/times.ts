const ticksPerMs = 10_000
const maxTicks = 2 ** 63

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
  return new Date(ms).toISOString().replace('Z', '0000Z')
}
