import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs, slotCount } from '../../../model/time-slots.ts'
import { quarterSlots } from './quarter-slots.ts'
import type { SlotMap } from './quarter-slots.ts'
import { apart } from './spans.ts'
import { quartersOfDay } from './sums.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { daysOf, spanOf } from './title-sums.ts'

/** A span of which the counts are added to slots, or taken from them. */
type Part = {
  readonly sign: 1 | -1
  /** The slot of all of it, or of each quarter of the hour of a day; -1: none. */
  readonly slots: number | SlotMap
}

export type TitlePlan = ReadonlyMap<Level, ReadonlyMap<number, readonly Part[]>>

/** Days since 1970: the first, and the first that no longer counts. */
type Days = { readonly from: number; readonly to: number }

class Planned {
  readonly byLevel = new Map<Level, Map<number, Part[]>>()

  add(level: Level, span: number, part: Part): void {
    const spans = this.byLevel.get(level) ?? new Map<number, Part[]>()
    this.byLevel.set(level, spans)
    const parts = spans.get(span) ?? []
    spans.set(span, parts)
    parts.push(part)
  }
}

/**
 * Which kept counts of titles answer a question, read where there may be any. A long time is made of the longest spans
 * that nearly fill it, from which is taken what is too much; the ragged ends of a day are told apart by its quarters of
 * an hour.
 */
export function titlePlan(query: StatisticsQuery, known: Days): TitlePlan {
  const planned = new Planned()
  const quarterSlot = quarterSlots(query, apart(query))
  const { filter, slots } = query
  const split = new Set<number>()
  const whole = (days: Days): Days => within(days, known)
  if (slots.kind === 'line') {
    for (let slot = 0; slot < slotCount(slots); slot++) {
      const from = Math.ceil(Math.max(slots.starts[slot]!, filter.from) / quarterMs)
      const to = Math.floor(Math.min(slots.starts[slot + 1]!, filter.to) / quarterMs)
      if (from >= to) continue
      const days = { from: Math.ceil(from / quartersOfDay), to: Math.floor(to / quartersOfDay) }
      if (from % quartersOfDay !== 0) split.add(days.from - 1)
      if (to % quartersOfDay !== 0) split.add(days.to)
      cover(planned, levels.whole, whole(days), known, { sign: 1, slots: slot })
    }
  } else {
    const days = whole({ from: Math.floor(filter.from / dayMs), to: Math.ceil(filter.to / dayMs) })
    for (let day = days.from; day < days.to; day++) split.add(day)
  }
  for (const day of split) {
    if (day < known.from || day >= known.to) continue
    planned.add(levels.day, day, { sign: 1, slots: slotsOfDay(day, quarterSlot) })
  }
  return planned.byLevel
}

/** The same without some days: what is kept of them is no longer right. */
export function withoutDays(
  query: StatisticsQuery,
  plan: TitlePlan,
  days: Iterable<number>,
): TitlePlan {
  const quarterSlot = quarterSlots(query, apart(query))
  const byDay = new Map(plan.get(levels.day))
  for (const day of days) {
    const part: Part = { sign: -1, slots: slotsOfDay(day, quarterSlot) }
    byDay.set(day, [...(byDay.get(day) ?? []), part])
  }
  return new Map([...plan, [levels.day, byDay]])
}

function slotsOfDay(day: number, quarterSlot: (quarter: number) => number): SlotMap {
  const first = day * quartersOfDay
  return Int32Array.from({ length: quartersOfDay }, (_, index) => quarterSlot(first + index))
}

function cover(planned: Planned, level: Level, days: Days, known: Days, part: Part): void {
  if (days.from >= days.to) return
  if (level === levels.day) {
    for (let day = days.from; day < days.to; day++) planned.add(level, day, part)
    return
  }
  const last = spanOf(level, days.to - 1)
  for (let span = spanOf(level, days.from); span <= last; span++) {
    const all = level === levels.whole ? known : daysOf(level, span)
    const inside = within(days, all)
    const missing = lengthOf(all) - lengthOf(inside)
    const below = (level - 1) as Level
    if (missing >= lengthOf(inside)) {
      cover(planned, below, inside, known, part)
      continue
    }
    planned.add(level, span, part)
    const opposite: Part = { ...part, sign: part.sign === 1 ? -1 : 1 }
    cover(planned, below, { from: all.from, to: inside.from }, known, opposite)
    cover(planned, below, { from: inside.to, to: all.to }, known, opposite)
  }
}

function within(a: Days, b: Days): Days {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
}

function lengthOf({ from, to }: Days): number {
  return Math.max(0, to - from)
}
