export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The beginning of a day so many days ago, in the browser's time. */
export function daysAgo(days: number): string {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  // Not by hours: a day in which the clocks change has 23 or 25 of them.
  today.setDate(today.getDate() - (days - 1))
  return today.toISOString()
}

export function hoursOf(ms: number): number {
  return Math.round(ms / 360_000) / 10
}
