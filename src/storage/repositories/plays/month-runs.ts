import { quarterMs } from '../../../model/time-slots.ts'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { clockSlot, slotCount } from '../../../model/time-slots.ts'
import type { TimeSlots } from '../../../model/time-slots.ts'
import type { Span } from './spans.ts'
import { monthStart, quartersOfDay } from './sums.ts'

/**
 * Quarters of an hour of a month, counted from its first, that are counted alike: under the slot `value`, or by a clock
 * that is ahead of UTC by `value`.
 */
export type Run = { readonly from: number; readonly to: number; readonly value: number }

export type MonthRuns = {
  readonly runs: readonly Run[]
  /** The slot that all others are counted from. */
  readonly first: number
  readonly slots: number
  /** The same for all questions that count the month alike, whatever the numbers of their slots. */
  readonly name: string
}

/** Makes the runs of a month, without some of its days. */
export function monthRuns(
  { filter, slots }: StatisticsQuery,
  aparts: readonly Span[],
): (month: number, without: ReadonlySet<number>) => MonthRuns {
  const from = Math.ceil(filter.from / quarterMs)
  const to = Math.floor(filter.to / quarterMs)
  const whole = new Map<number, MonthRuns>()
  const gaps = aparts.map((span) => ({ from: span.from / quarterMs, to: span.to / quarterMs }))
  const runsIn = (month: number, without: ReadonlySet<number>): MonthRuns => {
    const start = monthStart(month) / quarterMs
    const end = monthStart(month + 1) / quarterMs
    const time = { from: Math.max(start, from), to: Math.min(end, to) }
    const days = [...without].map((day) => ({
      from: day * quartersOfDay,
      to: (day + 1) * quartersOfDay,
    }))
    const left = outside(time, [...gaps, ...days])
    const runs = left.flatMap((span) => runsOf(slots, span))
    return named(
      slots,
      runs.map((run) => ({ ...run, from: run.from - start, to: run.to - start })),
    )
  }
  return (month, without) => {
    if (without.size > 0) return runsIn(month, without)
    const known = whole.get(month) ?? runsIn(month, without)
    whole.set(month, known)
    return known
  }
}

/** The slot, from the first on, of each quarter of the hour of a month; -1: of none. */
export function quarterMap({ kind }: TimeSlots, month: number, { runs, first }: MonthRuns) {
  const start = monthStart(month)
  const map = new Int32Array((monthStart(month + 1) - start) / quarterMs).fill(-1)
  for (const { from, to, value } of runs) {
    if (kind === 'line') map.fill(value - first, from, to)
    else {
      for (let at = from; at < to; at++) map[at] = clockSlot(kind, start + at * quarterMs + value)
    }
  }
  return map
}

function named(slots: TimeSlots, runs: readonly Run[]): MonthRuns {
  const isLine = slots.kind === 'line'
  const first = isLine ? (runs[0]?.value ?? 0) : 0
  return {
    runs,
    first,
    slots: isLine ? (runs.at(-1)?.value ?? -1) - first + 1 : slotCount(slots),
    name: `${slots.kind} ${runs.map(({ from, to, value }) => `${from}-${to}:${value - first}`).join()}`,
  }
}

/** Bounds that are not multiples of 15 minutes fall into gaps. */
function runsOf(slots: TimeSlots, { from, to }: Span): Run[] {
  const runs: Run[] = []
  const add = (start: number, end: number, value: number): void => {
    const run = {
      from: Math.max(from, Math.ceil(start / quarterMs)),
      to: Math.min(to, Math.floor(end / quarterMs)),
      value,
    }
    if (run.from < run.to) runs.push(run)
  }
  if (slots.kind === 'line') {
    const { starts } = slots
    for (let slot = firstAfter(starts, from * quarterMs) - 1; slot < starts.length - 1; slot++) {
      if (slot < 0) continue
      if (starts[slot]! >= to * quarterMs) break
      add(starts[slot]!, starts[slot + 1]!, slot)
    }
  } else for (const piece of slots.pieces) add(piece.from, piece.to, piece.offsetMs)
  return runs
}

function firstAfter(values: readonly number[], at: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}

function outside(time: Span, gaps: readonly Span[]): Span[] {
  const found: Span[] = []
  let from = time.from
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    if (gap.to <= from) continue
    if (gap.from >= time.to) break
    if (gap.from > from) found.push({ from, to: gap.from })
    from = gap.to
  }
  if (from < time.to) found.push({ from, to: time.to })
  return found
}
