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
function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || span.from > last.to) found.push(span)
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return found
}

/** What the kept counts do not say: marked days, and what is apart, where there are any plays. */
export function loose(
  { filter }: StatisticsQuery,
  months: readonly number[],
  aparts: readonly Span[],
  days: ReadonlySet<number>,
): readonly Span[] {
  const known = new Set(months)
  const hasPlays = ({ from, to }: Span) =>
    to - from > quarterMs || known.has(monthOf(from)) || known.has(monthOf(to - 1))
  const spans = [...days].map((day) => ({ from: day * dayMs, to: (day + 1) * dayMs }))
  return joined([...spans, ...aparts.filter(hasPlays)])
    .map(({ from, to }) => ({ from: Math.max(from, filter.from), to: Math.min(to, filter.to) }))
    .filter(({ from, to }) => from < to)
}
