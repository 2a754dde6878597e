import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import type { StreamsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs, slotFinder } from '../../../model/time-slots.ts'
import { isOfParts } from './filter.ts'
import type { KeptCache } from './kept-cache.ts'
import { levels } from './levels.ts'
import type { ScanBudget } from './scan.ts'
import type { Span } from './spans.ts'
import { countStreams, longestMs } from './streams.ts'
import { monthOf, quartersOfDay } from './sums.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

/** Days that are counted together where they are not held in memory: those of one window of `countStreams`. */
const daysAtOnce = 31
const noPlays: ReadonlySet<number> = new Set()

/** The most streams at once in each slot, which no counts of single histories tell. Whole days are held by quarters of the hour while these counts are the same. */
export async function mostStreams(
  db: Knex,
  query: StreamsQuery,
  budget: ScanBudget,
  cache: KeptCache,
): Promise<readonly number[]> {
  const { filter, starts } = query
  // What is a favorite changes without a change of any play.
  if (filter.favorite !== null || isOfParts(filter)) return countStreams(db, query, budget)
  const time = { from: filter.from - longestMs, to: filter.to }
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const standing = await readStanding(db, cache.versions, historyIds, time)
  const versionOf = dayVersions(standing, historyIds)
  const days = wholeDays(query).filter((day) => versionOf(day) !== null)
  const asked = nameOf(filter)
  const held = new Map<number, Uint32Array>()
  for (const day of days) {
    const known = cache.streams.get(`${asked} ${day}`, versionOf(day)!)
    if (known !== null) held.set(day, known)
  }
  const most = new Uint32Array(starts.length - 1)
  const slotOf = slotFinder({ kind: 'line', starts })
  const note = (at: number, open: number): void => {
    const slot = slotOf(at)
    if (slot !== -1) most[slot] = Math.max(most[slot]!, open)
  }
  for (const [day, quarters] of held) {
    for (const [index, open] of quarters.entries()) note(day * dayMs + index * quarterMs, open)
  }
  const missing = new Set(days.filter((day) => !held.has(day)))
  for (const window of windowsWithout(filter, held)) {
    const own = daysIn(window).filter((day) => missing.has(day))
    const counted = await countWindow(db, query, window, own, budget)
    for (const [at, open] of counted) note(at, open)
    for (const day of own) {
      const quarters = Uint32Array.from(quartersFrom(day), (at) => counted.get(at)!)
      cache.streams.set(`${asked} ${day}`, versionOf(day)!, quarters, quarters.byteLength)
    }
  }
  return [...most]
}

/** Which writing of the counts says what was played on a day and the one before; null: none does. */
function dayVersions(standing: Standing, historyIds: readonly number[]) {
  const known = new Map<string, number | null>()
  const versionsIn = (month: number): readonly (number | null)[] =>
    historyIds.map((historyId) => standing.versionOf(historyId, levels.month, month))
  return (day: number): number | null => {
    const around = [day - 1, day]
    const isMarked = (historyId: number): boolean =>
      around.some((one) => (standing.stale.get(historyId) ?? noPlays).has(one))
    if (historyIds.some(isMarked)) return null
    const months = around.map((one) => monthOf(one * dayMs))
    const name = months.join()
    const version = known.get(name)
    if (version !== undefined) return version
    const versions = months.flatMap(versionsIn)
    const made = versions.includes(0) ? null : numberOf(versions.join())
    known.set(name, made)
    return made
  }
}

function nameOf({ from: _from, to: _to, titles, ...filter }: StreamsQuery['filter']): string {
  return hash('sha256', JSON.stringify([filter, titles && [...titles]]), 'base64url')
}

function numberOf(text: string): number {
  return 1 + hash('sha256', text, 'buffer').readUIntBE(0, 6)
}

/** Days in UTC that are asked for whole, and begin and end slots only at quarters of the hour. */
function wholeDays({ filter: { from, to }, starts }: StreamsQuery): readonly number[] {
  const odd = new Set(
    starts.filter((at) => at % quarterMs !== 0).map((at) => Math.floor(at / dayMs)),
  )
  const first = Math.ceil(from / dayMs)
  const count = Math.max(0, Math.floor(to / dayMs) - first)
  return Array.from({ length: count }, (_, index) => first + index).filter((day) => !odd.has(day))
}

function daysIn({ from, to }: Span): readonly number[] {
  const first = Math.floor(from / dayMs)
  return Array.from({ length: Math.ceil(to / dayMs) - first }, (_, index) => first + index)
}

/** The rest of a time. Of many short runs of days what lies between is counted again, which takes fewer statements. */
function windowsWithout(
  time: Span,
  held: { readonly has: (day: number) => boolean },
): readonly Span[] {
  const all = daysIn(time)
  const days = all.filter((day) => !held.has(day))
  const runs = runsOf(days, 1)
  const few = Math.ceil(all.length / daysAtOnce)
  return (runs.length > few ? runsOf(days, daysAtOnce) : runs).map(({ first, last }) => ({
    from: Math.max(time.from, first * dayMs),
    to: Math.min(time.to, (last + 1) * dayMs),
  }))
}

function runsOf(
  days: readonly number[],
  mostApart: number,
): readonly { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && day - run.last <= mostApart && day - run.first < daysAtOnce) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** The most streams from each time on at which a slot or a quarter of one of these days begins. */
async function countWindow(
  db: Knex,
  { filter, starts }: StreamsQuery,
  { from, to }: Span,
  days: readonly number[],
  budget: ScanBudget,
): Promise<ReadonlyMap<number, number>> {
  const within = starts.filter((at) => at > from && at < to)
  const quarters = days.flatMap((day) => [...quartersFrom(day), (day + 1) * dayMs])
  const times = [...new Set([from, ...within, ...quarters, to])].toSorted((a, b) => a - b)
  const most = await countStreams(db, { filter: { ...filter, from, to }, starts: times }, budget)
  return new Map(most.map((open, index) => [times[index]!, open]))
}

function quartersFrom(day: number): readonly number[] {
  return Array.from({ length: quartersOfDay }, (_, index) => day * dayMs + index * quarterMs)
}
