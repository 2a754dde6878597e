import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { read, transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import { levels } from './levels.ts'
import { staleDayRows } from './stale-days.ts'
import { rewatchedRows, staleTitleRows } from './rewatched.ts'
import type { RewatchedRow } from './rewatched.ts'
import { playRows } from './rows.ts'
import { joined } from './spans.ts'
import { chosenNumbers, exceptCodes, isKeptByTitle } from './title-counts.ts'
import { titlesIn } from './title-fold.ts'
import { numberedTitle } from './title-groups.ts'
import { keysOf, numbersOf, spaceOf, titleCode, titleSumRows } from './title-sums.ts'

type TimeFilter = StatisticsQuery['filter']

/** What is kept of some histories at one moment. */
type Kept = {
  readonly rows: readonly RewatchedRow[]
  /** Titles of which what is kept is no longer right, by history; of a missing one nothing is kept. */
  readonly changed: ReadonlyMap<number, ReadonlyMap<number | string, string>>
}

/** Of a history with more stale days nothing kept is asked. */
const mostDays = 100

/** Tells what is kept of a question. Answers what of it must be counted play by play. */
export async function keptRewatched(
  db: Knex,
  filter: TimeFilter,
  add: (title: string, again: number, lastAt: number) => void,
): Promise<readonly TimeFilter[]> {
  const { readers, kinds } = filter
  if (!isKeptByTitle({ filter }) || !(await isOfAllTime(db, filter))) return [filter]
  const chosen = await chosenNumbers(db, { filter })
  const except = await exceptCodes(db, { filter })
  const historyIds = readers.map(({ historyId }) => historyId)
  const { rows, changed } = await transact(db, (trx) => readKept(trx, historyIds))
  const profiles = new Map(readers.map((reader) => [reader.historyId, reader.profileIds]))
  for (const { history_id: historyId, profile_id, kind, cells } of rows) {
    const fits = kinds === null || (kinds as readonly string[]).includes(kind)
    const own = changed.get(historyId)
    if (own === undefined || !fits || !profiles.get(historyId)!.includes(profile_id)) continue
    const titles = chosen?.get(historyId)
    visitCells(cells, (number, again, _finished, lastAt) => {
      if (own.has(number) || (chosen !== null && titles?.has(number) !== true)) return
      if (except.has(titleCode(number, kind))) return
      add(numberedTitle(number, spaceOf(kind)), again, lastAt)
    })
  }
  const titles = new Map(
    [...changed].map(([historyId, own]) => {
      const asked = filter.titles && new Set(filter.titles.get(historyId))
      const keys = [...new Set(own.values())]
      return [historyId, keys.filter((key) => asked?.has(key) ?? true)] as const
    }),
  )
  return [
    { ...filter, readers: readers.filter(({ historyId }) => changed.has(historyId)), titles },
    { ...filter, readers: readers.filter(({ historyId }) => !changed.has(historyId)) },
  ]
}

/** Whether the histories have no play before or after the time. */
async function isOfAllTime(db: Knex, { readers, from, to }: TimeFilter): Promise<boolean> {
  const historyIds = readers.map(({ historyId }) => historyId)
  const plays = () => playRows(db).whereIn('history_id', historyIds)
  const outside = [plays().where('started_at', '<', from), plays().where('started_at', '>=', to)]
  for (const query of outside) {
    if ((await read(db, () => query.first('id'))) !== undefined) return false
  }
  return true
}

async function readKept(trx: Knex, historyIds: readonly number[]): Promise<Kept> {
  const ids = [...historyIds]
  const whole = await titleSumRows(trx)
    .whereIn('history_id', ids)
    .where({ level: levels.whole })
    .where('version', '>', 0)
    .distinct('history_id')
    .pluck('history_id')
  const staleTitles = await staleTitleRows(trx).whereIn('history_id', whole)
  const titles = Map.groupBy(staleTitles, (one) => one.history_id)
  const days = Map.groupBy(
    await staleDayRows(trx).whereIn('history_id', whole),
    (one) => one.history_id,
  )
  const changed = new Map<number, ReadonlyMap<number | string, string>>()
  for (const historyId of whole) {
    const own = (days.get(historyId) ?? []).map(({ day }) => day)
    if (own.length > mostDays) continue
    const numbers = (titles.get(historyId) ?? []).map(({ number }) => number)
    changed.set(historyId, await changedTitles(trx, historyId, own, numbers))
  }
  const rows = await rewatchedRows(trx).whereIn('history_id', [...changed.keys()])
  return { rows, changed }
}

/** Keys of the stale titles, and of those that were or are played on stale days, by their numbers where they have one. */
async function changedTitles(
  trx: Knex,
  historyId: number,
  days: readonly number[],
  stale: readonly number[],
): Promise<ReadonlyMap<number | string, string>> {
  const numbers = new Set(stale)
  const counted =
    days.length === 0
      ? []
      : await titleSumRows(trx)
          .where({ history_id: historyId, level: levels.day })
          .whereIn('span', [...days])
          .select('cells')
  for (const { cells } of counted) for (const number of titlesIn(cells)) numbers.add(number)
  const found = new Map<number | string, string>(await keysOf(trx, [...numbers]))
  const spans = joined(days.map((day) => ({ from: day * dayMs, to: (day + 1) * dayMs })))
  const played = new Set<string>()
  for (const { from, to } of spans) {
    const keys = await playRows(trx)
      .where({ history_id: historyId })
      .where('started_at', '>=', from)
      .where('started_at', '<', to)
      .distinct('title_key')
      .pluck('title_key')
    for (const key of keys) played.add(key)
  }
  const known = await numbersOf(trx, [...played])
  for (const key of played) found.set(known.get(key) ?? key, key)
  return found
}
