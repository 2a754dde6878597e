export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const dayMs = 86_400_000

/** The beginning of a day so many days ago, in the browser's time. */
export function daysAgo(days: number): string {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return new Date(today.getTime() - (days - 1) * dayMs).toISOString()
}

export function hoursOf(ms: number): number {
  return Math.round(ms / 360_000) / 10
}
