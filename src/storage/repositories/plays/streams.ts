import type { Knex } from 'knex'
import type { StreamsQuery } from '../../../model/play-statistics.ts'
import { dayMs, slotFinder } from '../../../model/time-slots.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import type { Span } from './spans.ts'
import { isOfParts } from './filter.ts'
import { countOneByOne } from './one-by-one.ts'

/** A play that was left open counts no longer than that. */
export const longestMs = dayMs
/** Of which the plays are held at once. */
const windowMs = 31 * dayMs

/** The most streams at once in each slot. Those who watch together on one device take one; imports take none. */
export async function countStreams(
  db: Knex,
  { filter, starts }: StreamsQuery,
  budget: ScanBudget,
): Promise<readonly number[]> {
  const most = starts.slice(1).map(() => 0)
  const slotOf = slotFinder({ kind: 'line', starts })
  const note = (slot: number, open: number): void => {
    if (slot !== -1) most[slot] = Math.max(most[slot]!, open)
  }
  const stepMs = isOfParts(filter) ? filter.to - filter.from : windowMs
  for (let { from } = filter; from < filter.to; from += stepMs) {
    const window = { from, to: Math.min(filter.to, from + stepMs) }
    const streams = await streamsIn(db, { filter, starts }, window, budget)
    const begins = Float64Array.from(streams, (stream) => stream.from).toSorted()
    const ends = Float64Array.from(streams, (stream) => stream.to).toSorted()
    for (const start of [window.from, ...starts]) {
      if (start < window.from || start >= window.to) continue
      note(slotOf(start), countBelow(begins, start) - countBelow(ends, start + 1))
    }
    let ended = 0
    for (const [index, begin] of begins.entries()) {
      while (ended < ends.length && ends[ended]! <= begin) ended += 1
      if (begin >= window.from) note(slotOf(begin), index + 1 - ended)
    }
  }
  return most
}

async function streamsIn(
  db: Knex,
  { filter }: StreamsQuery,
  { from, to }: Span,
  budget: ScanBudget,
): Promise<readonly Span[]> {
  const streams: Span[] = []
  const byDevice = new Map<string, Span[]>()
  const visit = (play: CountedPlay): void => {
    if (play.origin === 'import') return
    const begin = play.started_at
    const end = Math.min(Math.max(play.ended_at, begin + 1), begin + longestMs)
    // All plays in Stremio have one device.
    const device = play.origin === 'stremio' ? null : play.device_id
    const own = device === null ? streams : (byDevice.get(device) ?? [])
    own.push({ from: begin, to: end })
    if (device !== null) byDevice.set(device, own)
  }
  const around = { ...filter, from: from - longestMs, to }
  await countOneByOne(db, { filter: around }, visit, budget)
  return [...streams, ...[...byDevice.values()].flatMap(joined)]
}

/** Without overlaps. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: { from: number; to: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** How many of the ascending values are below a limit. */
function countBelow(values: Float64Array, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
