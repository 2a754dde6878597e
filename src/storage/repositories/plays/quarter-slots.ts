import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { quarterMs, slotFinder } from '../../../model/time-slots.ts'
import type { Span } from './spans.ts'

/** The slot of each index; -1: of none. */
export type SlotMap = Int32Array

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
