type Clock = { readonly Temporal?: { readonly Now: { timeZoneId(): string } } }

/** Of the browser. Where a format of dates alone knows it, the first time costs a slow processor a tenth of a second. */
export function timeZone(): string {
  const { Temporal } = globalThis as Clock
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The beginning of a day so many days ago, in the browser's time. */
export function daysAgo(days: number): string {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  // Not by hours: a day in which the clocks change has 23 or 25 of them.
  today.setDate(today.getDate() - (days - 1))
  return today.toISOString()
}

/** The day in the browser's time. The form of Swedish dates is that of ISO. */
export function isoDate(at: string): string {
  return new Date(at).toLocaleDateString('sv')
}

export function hoursOf(ms: number): number {
  return Math.round(ms / 360_000) / 10
}

/** Such as `1:02:03`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}
