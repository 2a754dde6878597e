import type { BucketSize } from '../../src/services/activity/time-buckets.ts'

export type Size = BucketSize | 'hourOfDay' | 'weekday'

/** The last changes its clock by half an hour. */
export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
]

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clock and the calendar of a zone show, by another library than the one that is tested. */
function shown(at: number, zone: string) {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'long',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  const [date = '', time = '', offset = ''] = format.format(at).split(/, | (?=\S+$)/)
  const [day, month, year] = date.split('/').map(Number)
  const midnight = Date.UTC(year!, month! - 1, day)
  return { year, month, midnight, hour: Number(time.slice(0, 2)), offset }
}

/** Equal for instants of the same bucket. */
export function nameOf(at: number, zone: string, size: Size): string {
  const { year, month, midnight, hour, offset } = shown(at, zone)
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7
  switch (size) {
    case 'hourOfDay':
      return String(hour)
    case 'weekday':
      return String(weekday)
    case 'hour':
      return `${midnight} ${hour} ${offset}`
    case 'day':
      return String(midnight)
    case 'week':
      return String(midnight - weekday * 86_400_000)
    case 'all':
      return 'all'
    case 'month':
      return `${year} ${month}`
    default:
      return String(year)
  }
}
