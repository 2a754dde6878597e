import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { quarterMs, slotFinder } from '../../../model/time-slots.ts'
import type { Span } from './spans.ts'
import { monthStart, quartersOfDay, weekSlot } from './sums.ts'

export type Detail = 'days' | 'edges' | 'slots' | 'quarters'
/** The slot of each index of a blob; -1: it is not counted there. */
export type SlotMap = Int32Array

export type MonthMap = {
  readonly details: readonly Detail[]
  readonly map: SlotMap
  readonly days: SlotMap | null
}

/** The slot of a quarter of an hour since 1970; -1: of none, or not of one alone. */
export function quarterSlots(
  { filter, slots }: StatisticsQuery,
  aparts: readonly Span[],
): (quarter: number) => number {
  const find = slotFinder(slots)
  const { from, to } = filter
  // Every second of these slots is between two that are apart.
  const starts = aparts.flatMap((span) => [span.from, span.to])
  const findApart = slotFinder({ kind: 'line', starts })
  return (quarter) => {
    const at = quarter * quarterMs
    if (at < from || at + quarterMs > to || findApart(at) % 2 === 0) return -1
    return find(at)
  }
}

/** Which blobs of a month answer the question, and what their indexes mean. */
export function monthMap(
  { slots }: StatisticsQuery,
  month: number,
  quarterSlot: (quarter: number) => number,
  isMarked: boolean,
): MonthMap {
  const first = monthStart(month) / quarterMs
  const count = monthStart(month + 1) / quarterMs - first
  const map = Int32Array.from({ length: count }, (_, index) => quarterSlot(first + index))
  if (slots.kind !== 'line') {
    const week = isMarked ? null : weekMap(month, map)
    return week === null
      ? { details: ['quarters'], map, days: null }
      : { details: ['slots'], map: week, days: null }
  }
  const dayCount = count / quartersOfDay
  const days = new Int32Array(dayCount).fill(-1)
  const split: number[] = []
  for (let day = 0; day < dayCount; day++) {
    const own = map.subarray(day * quartersOfDay, (day + 1) * quartersOfDay)
    if (own.every((slot) => slot === own[0])) {
      days[day] = own[0]!
      own.fill(-1)
    } else split.push(day)
  }
  if (split.length === 0) return { details: ['days'], map, days }
  const areEdges = split.every((day) => day === 0 || day === dayCount - 1)
  return { details: ['days', areEdges ? 'edges' : 'quarters'], map, days }
}

/** The slot of each quarter of the week, where it is the same in the whole month; null: it is not. */
function weekMap(month: number, map: SlotMap): SlotMap | null {
  const week = new Int32Array(7 * quartersOfDay).fill(-1)
  for (const [index, slot] of map.entries()) {
    const place = weekSlot(month, index)
    if (slot === -1 || (week[place] !== -1 && week[place] !== slot)) return null
    week[place] = slot
  }
  return week
}
