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

/** Maps of the months of one question; months whose clock is the same share theirs. */
export function monthMaps(
  { filter, slots }: StatisticsQuery,
  aparts: readonly Span[],
): (month: number, isMarked: boolean) => MonthMap {
  const quarterSlot = quarterSlots({ filter, slots }, aparts)
  const weeks = new Map<number, SlotMap>()

  /** Of a month that one piece covers; null: none does. */
  function plainWeek(month: number): SlotMap | null {
    if (slots.kind === 'line' || aparts.length > 0) return null
    const [from, to] = [monthStart(month), monthStart(month + 1)]
    if (from < filter.from || to > filter.to) return null
    const piece = slots.pieces.find((one) => one.from <= from && to <= one.to)
    if (piece === undefined) return null
    const known = weeks.get(piece.offsetMs)
    if (known !== undefined) return known
    const week = new Int32Array(7 * quartersOfDay)
    for (let index = 0; index < week.length; index++) {
      week[weekSlot(month, index)] = quarterSlot(from / quarterMs + index)
    }
    weeks.set(piece.offsetMs, week)
    return week
  }

  return (month, isMarked) => {
    if (slots.kind === 'line') return lineMap(month, quarterSlot, aparts.length === 0)
    const plain = isMarked ? null : plainWeek(month)
    if (plain !== null) return { details: ['slots'], map: plain, days: null }
    const map = quartersOf(month, quarterSlot)
    const week = isMarked ? null : weekMap(month, map)
    return week === null
      ? { details: ['quarters'], map, days: null }
      : { details: ['slots'], map: week, days: null }
  }
}

/** The slot of a quarter of an hour since 1970; -1: of none, or not of one alone. */
export function quarterSlots(
  { filter, slots }: Pick<StatisticsQuery, 'filter' | 'slots'>,
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

function quartersOf(month: number, quarterSlot: (quarter: number) => number): SlotMap {
  const first = monthStart(month) / quarterMs
  const count = monthStart(month + 1) / quarterMs - first
  return Int32Array.from({ length: count }, (_, index) => quarterSlot(first + index))
}

/** Slots follow one another, so without parts that are apart a day that begins and ends in one slot is all of it. */
function lineMap(
  month: number,
  quarterSlot: (quarter: number) => number,
  isWhole: boolean,
): MonthMap {
  const first = monthStart(month) / quarterMs
  const count = monthStart(month + 1) / quarterMs - first
  const map = new Int32Array(count).fill(-1)
  const dayCount = count / quartersOfDay
  const days = new Int32Array(dayCount).fill(-1)
  const split: number[] = []
  for (let day = 0; day < dayCount; day++) {
    const start = day * quartersOfDay
    const slot = quarterSlot(first + start)
    if (isWhole && slot !== -1 && slot === quarterSlot(first + start + quartersOfDay - 1)) {
      days[day] = slot
      continue
    }
    const own = map.subarray(start, start + quartersOfDay)
    for (let index = 0; index < quartersOfDay; index++) {
      own[index] = quarterSlot(first + start + index)
    }
    if (own.every((one) => one === slot)) {
      days[day] = slot
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
