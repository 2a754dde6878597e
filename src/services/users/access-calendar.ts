import type { Temporal } from 'temporal-polyfill'
import { temporal } from '../../core/temporal.ts'
import { hourMs } from '../../model/time-slots.ts'
import type { AccessSchedule, AccessTimes, ScheduleDay } from '../../model/access-times.ts'

/** Epoch milliseconds; `to` is no longer part of it. */
export type Span = { readonly from: number; readonly to: number }

type Calendar = {
  /** The day of the user's clock. */
  readonly day: Span
  /** One after another, apart from each other, from the beginning of the day on. */
  readonly open: readonly Span[]
}

/** Every schedule comes again within a week. */
const daysAhead = 8

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const made = new WeakMap<AccessTimes, Calendar>()

/** The day of the user's clock on which this moment is. */
export function dayAt(times: AccessTimes, now: number): Span {
  return calendarAt(times, now).day
}

/** The time in which the schedules let the user in without a break, if it is now; it may go on after a week. */
export function openSpanAt(times: AccessTimes, now: number): Span | null {
  return calendarAt(times, now).open.find(({ from, to }) => from <= now && now < to) ?? null
}

/** When the schedules let the user in from a moment of today or tomorrow on; null: not within a week. */
export function nextOpening(times: AccessTimes, from: number, now: number): number | null {
  const next = calendarAt(times, now).open.find(({ to }) => from < to)
  return next ? Math.max(next.from, from) : null
}

/** `at 07:30 (Europe/Berlin)`, on another day `on Saturday at 07:30 (Europe/Berlin)`. */
export function clockText(times: AccessTimes, at: number, now: number): string {
  const local = zonedAt(at, times.timeZone)
  const { day } = calendarAt(times, now)
  const hour = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const on = at < day.to ? '' : `on ${weekdays[local.dayOfWeek - 1]} `
  return `${on}at ${hour} (${times.timeZone})`
}

function calendarAt(times: AccessTimes, now: number): Calendar {
  const known = made.get(times)
  if (known && known.day.from <= now && now < known.day.to) return known
  const today = zonedAt(now, times.timeZone).toPlainDate()
  const calendar = {
    day: spanOf(today, { startHour: 0, endHour: 24 }, times.timeZone),
    open: openFrom(today, times),
  }
  made.set(times, calendar)
  return calendar
}

function openFrom(today: Temporal.PlainDate, { schedules, timeZone }: AccessTimes): Span[] {
  const always: AccessSchedule = { dayOfWeek: 'Everyday', startHour: 0, endHour: 24 }
  const chosen = schedules.length > 0 ? schedules : [always]
  const spans = Array.from({ length: daysAhead }, (_, days) => today.add({ days })).flatMap(
    (date) =>
      chosen
        .filter(({ dayOfWeek }) => isOn(dayOfWeek, date))
        .map((schedule) => spanOf(date, schedule, timeZone)),
  )
  return merged(spans)
}

function isOn(day: ScheduleDay, { dayOfWeek }: Temporal.PlainDate): boolean {
  if (day === 'Everyday') return true
  if (day === 'Weekend') return dayOfWeek > 5
  return day === 'Weekday' ? dayOfWeek <= 5 : day === weekdays[dayOfWeek - 1]
}

/** By the clock: on a day on which it is changed, an hour may be missing or come twice. */
function spanOf(
  date: Temporal.PlainDate,
  { startHour, endHour }: Pick<AccessSchedule, 'startHour' | 'endHour'>,
  zone: string,
): Span {
  const at = (hour: number): number =>
    date
      .toPlainDateTime()
      .add({ milliseconds: Math.round(hour * hourMs) })
      .toZonedDateTime(zone).epochMilliseconds
  return { from: at(startHour), to: at(endHour) }
}

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from <= last.to) {
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    } else if (span.from < span.to) all.push(span)
  }
  return all
}

function zonedAt(at: number, zone: string): Temporal.ZonedDateTime {
  return temporal().Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
}
