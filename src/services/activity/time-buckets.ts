import { LRUCache } from 'lru-cache'
import type { Temporal } from 'temporal-polyfill'
import { temporal } from '../../core/temporal.ts'
import { AppError } from '../../core/errors.ts'
import { zoneOf } from '../../core/time-zone.ts'
import { dayMs, hourMs } from '../../model/time-slots.ts'
import type { ZonePiece } from '../../model/time-slots.ts'

export const bucketSizes = ['hour', 'day', 'week', 'month', 'year', 'all'] as const

export type BucketSize = (typeof bucketSizes)[number]

type Time = { readonly from: number; readonly to: number }

/** A year of hours is too much for one answer, five years of days are not. */
export const mostBuckets = 2_000
const kept = new LRUCache<string, readonly number[]>({ max: 200 })

/** Throws BAD_REQUEST for a time zone that is unknown, or that is no more than an offset. */
export function requireZone(timeZone: string): string {
  const zone = zoneOf(timeZone)
  if (zone !== null) return zone
  throw new AppError(
    'BAD_REQUEST',
    'timeZone must be the name of an IANA time zone such as Europe/Berlin.',
  )
}

/**
 * Where each bucket begins, and at last where the last one ends; the first holds `from`. Weeks begin on Monday. Throws
 * BAD_REQUEST where there are too many.
 */
export function bucketStarts(
  { from, to }: Time,
  size: BucketSize,
  zone: string,
): readonly number[] {
  if (size === 'all') return [from, to]
  if (size === 'hour') return hourStarts({ from, to }, zone)
  const first = firstDate(from, size, zone)
  const last = dateOf(to - 1, zone)
  const name = `${zone} ${size} ${first.toString()} ${last.toString()}`
  const known = kept.get(name)
  if (known) return known
  const starts: number[] = []
  for (let count = 0; ; count++) {
    if (count > mostBuckets) throw tooMany(size)
    const date = first.add({ [`${size}s`]: count })
    starts.push(date.toZonedDateTime(zone).epochMilliseconds)
    if (temporal().PlainDate.compare(date, last) > 0) break
  }
  kept.set(name, starts)
  return starts
}

/** The times in which the zone's clock was ahead of UTC by the same. */
export function zonePieces({ from, to }: Time, zone: string): readonly ZonePiece[] {
  const pieces: ZonePiece[] = []
  for (let at = from; at < to;) {
    const local = temporal().Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const next = local.getTimeZoneTransition('next')?.epochMilliseconds ?? to
    const end = Math.min(next, to)
    pieces.push({ from: at, to: end, offsetMs: local.offsetNanoseconds / 1e6 })
    at = end
  }
  return pieces
}

/**
 * Where each day begins that the calendar of a zone shows, and at last where the last one ends; the first holds `from`.
 * Made of whole pieces, since the calendar would have to be asked for each day of many years.
 */
export function dayStarts({ from, to }: Time, zone: string): readonly number[] {
  const starts: number[] = []
  let last = -Infinity
  // The first and the last day begin and end beyond; some days take more than 24 hours.
  for (const piece of zonePieces({ from: from - 2 * dayMs, to: to + 2 * dayMs }, zone)) {
    const { offsetMs } = piece
    for (let at = piece.from; at < piece.to;) {
      const day = Math.floor((at + offsetMs) / dayMs)
      if (day > last) {
        starts.push(at)
        last = day
      }
      at = (day + 1) * dayMs - offsetMs
    }
  }
  const begin = starts.findLastIndex((at) => at <= from)
  const end = starts.findIndex((at) => at >= to)
  return starts.slice(begin, end + 1)
}

export function yearTime(year: number, zone: string): Time {
  const begin = (of: number) =>
    temporal().PlainDate.from({ year: of, month: 1, day: 1 }).toZonedDateTime(zone)
      .epochMilliseconds
  return { from: begin(year), to: begin(year + 1) }
}

/** Also splits at clock changes, so that a repeated hour is two buckets. */
function hourStarts({ from, to }: Time, zone: string): readonly number[] {
  if ((to - from) / hourMs > mostBuckets) throw tooMany('hour')
  // The first and the last hour may begin and end beyond.
  const pieces = zonePieces({ from: from - hourMs, to: to + hourMs }, zone)
  const starts = pieces.flatMap((piece, index) => {
    const local = piece.from + piece.offsetMs
    const first = Math.ceil(local / hourMs) * hourMs - piece.offsetMs
    const whole = Array.from(
      { length: Math.max(0, Math.ceil((piece.to - first) / hourMs)) },
      (_, hour) => first + hour * hourMs,
    )
    return index > 0 && first !== piece.from ? [piece.from, ...whole] : whole
  })
  const begin = starts.findLastIndex((at) => at <= from)
  const end = starts.findIndex((at) => at >= to)
  return starts.slice(begin, end + 1)
}

function firstDate(from: number, size: BucketSize, zone: string): Temporal.PlainDate {
  const date = dateOf(from, zone)
  if (size === 'week') return date.subtract({ days: date.dayOfWeek - 1 })
  if (size === 'month') return date.with({ day: 1 })
  return size === 'year' ? date.with({ month: 1, day: 1 }) : date
}

function dateOf(at: number, zone: string): Temporal.PlainDate {
  return temporal().Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
}

function tooMany(size: BucketSize): AppError {
  return new AppError(
    'BAD_REQUEST',
    `There are more than ${mostBuckets.toLocaleString('en')} buckets of one ${size}; choose larger ones, or narrow the filter by from and to.`,
  )
}
