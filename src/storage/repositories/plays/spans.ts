import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { monthOf } from './sums.ts'

export type Span = { readonly from: number; readonly to: number }

/** Parts that the kept counts do not answer, since they belong to a slot in part; whole quarters of an hour. */
export function apart({ filter, slots }: StatisticsQuery): readonly Span[] {
  const isOdd = (at: number) => at % quarterMs !== 0
  const pieces = slots.kind === 'line' ? [] : slots.pieces
  const bounds = slots.kind === 'line' ? slots.starts : pieces.flatMap(({ from, to }) => [from, to])
  const spans = [
    ...[filter.from, filter.to, ...bounds].filter(isOdd).map((at) => ({ from: at, to: at + 1 })),
    ...pieces.filter(({ offsetMs }) => isOdd(offsetMs)),
  ]
  return joined(
    spans.map(({ from, to }) => ({
      from: Math.floor(from / quarterMs) * quarterMs,
      to: Math.ceil(to / quarterMs) * quarterMs,
    })),
  )
}

/** In their order, without overlaps. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || span.from > last.to) found.push(span)
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return found
}

export type Loose = {
  /** Months that may have plays. */
  readonly months: ReadonlySet<number>
  readonly aparts: readonly Span[]
  /** Stale ones by history. */
  readonly days: ReadonlyMap<number, ReadonlySet<number>>
}

/** What the kept counts of a history do not say: stale days, and what is apart, where there may be plays. */
export function looseSpans(
  filter: StatisticsQuery['filter'],
  { months, aparts, days }: Loose,
  historyId: number,
): readonly Span[] {
  const hasPlays = ({ from, to }: Span) =>
    to - from > quarterMs || months.has(monthOf(from)) || months.has(monthOf(to - 1))
  const spans = [...(days.get(historyId) ?? [])].map((day) => {
    return { from: day * dayMs, to: (day + 1) * dayMs }
  })
  return joined([...spans, ...aparts.filter(hasPlays)])
    .map(({ from, to }) => ({ from: Math.max(from, filter.from), to: Math.min(to, filter.to) }))
    .filter(({ from, to }) => from < to)
}
