import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import type { PlayFilter } from '../../../model/play-filter.ts'
import type { StreamsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs, slotFinder } from '../../../model/time-slots.ts'
import type { KeptCache } from './kept-cache.ts'
import { levels } from './levels.ts'
import type { ScanBudget } from './scan.ts'
import { countStreams, longestMs } from './streams.ts'
import { monthOf, quartersOfDay } from './sums.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

/** Days that are counted together where they are not held in memory. */
const daysAtOnce = 31
const noPlays: ReadonlySet<number> = new Set()

/**
 * The most streams at once in each slot. Whole days are held by quarters of the hour while the kept counts of their month
 * are the same: those who watch are not the sum of each history's, so that no count of a history answers it.
 */
export async function mostStreams(
  db: Knex,
  query: StreamsQuery,
  budget: ScanBudget,
  cache: KeptCache,
): Promise<readonly number[]> {
  const { filter, starts } = query
  // What is marked changes without a change of any play.
  if (filter.favorite !== null) return countStreams(db, query, budget)
  const time = { from: filter.from - longestMs, to: filter.to }
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const standing = await readStanding(db, historyIds, time)
  const versionOf = dayVersions(standing, historyIds)
  const days = wholeDays(query).filter((day) => versionOf(day) !== null)
  const asked = nameOf(filter)
  const held = new Map<number, Uint32Array>()
  for (const day of days) {
    const known = cache.streams.get(`${asked} ${day}`, versionOf(day)!)
    if (known !== null) held.set(day, known)
  }
  for (const run of runsOf(days.filter((day) => !held.has(day)))) {
    for (const [day, quarters] of await countDays(db, filter, run, budget)) {
      held.set(day, quarters)
      cache.streams.set(`${asked} ${day}`, versionOf(day)!, quarters, quarters.byteLength)
    }
  }
  const most = new Uint32Array(starts.length - 1)
  const slotOf = slotFinder({ kind: 'line', starts })
  const note = (slot: number, open: number): void => {
    if (slot !== -1) most[slot] = Math.max(most[slot]!, open)
  }
  for (const [day, quarters] of held) {
    for (const [index, open] of quarters.entries()) {
      note(slotOf(day * dayMs + index * quarterMs), open)
    }
  }
  for (const rest of outsideOf(filter, days)) {
    const counted = await countStreams(db, { filter: { ...filter, ...rest }, starts }, budget)
    for (const [slot, open] of counted.entries()) note(slot, open)
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
      around.some((one) => (standing.marked.get(historyId) ?? noPlays).has(one))
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

function runsOf(days: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1 && run.length < daysAtOnce) run.push(day)
    else runs.push([day])
  }
  return runs
}

async function countDays(
  db: Knex,
  filter: PlayFilter,
  days: readonly number[],
  budget: ScanBudget,
): Promise<readonly (readonly [number, Uint32Array])[]> {
  const from = days[0]! * dayMs
  const to = (days.at(-1)! + 1) * dayMs
  const starts = Array.from({ length: (to - from) / quarterMs + 1 }, (_, index) => {
    return from + index * quarterMs
  })
  const most = await countStreams(db, { filter: { ...filter, from, to }, starts }, budget)
  return days.map((day, index) => {
    const begin = index * quartersOfDay
    return [day, Uint32Array.from(most.slice(begin, begin + quartersOfDay))] as const
  })
}

function outsideOf(
  { from, to }: { readonly from: number; readonly to: number },
  days: readonly number[],
): readonly { readonly from: number; readonly to: number }[] {
  const ends = days.map((day) => (day + 1) * dayMs)
  return [from, ...ends]
    .map((begin, index) => {
      const day = days[index]
      return { from: begin, to: day === undefined ? to : day * dayMs }
    })
    .filter((span) => span.from < span.to)
}
