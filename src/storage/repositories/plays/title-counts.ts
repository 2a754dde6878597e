import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import type { Add, Counts } from './counts.ts'
import { filterPlays } from './filter.ts'
import { markRows } from './marks.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { apart, loose } from './spans.ts'
import { monthOf, quartersOfDay } from './sums.ts'
import { titlePlan, withoutDays } from './title-plan.ts'
import type { TitlePlan } from './title-plan.ts'
import { daysOf, levels, numbersOf, spaceOf, titleSumRows } from './title-sums.ts'
import type { Level, TitleSumRow } from './title-sums.ts'

/** The groups that a title belongs to, by the number or the key that it is kept under. */
export type TitleGroups = {
  ofNumber(number: number, space: 0 | 1): readonly string[]
  ofKey(titleKey: string, space: 0 | 1): readonly string[]
}

type Kept = {
  /** Those that may have plays. */
  readonly months: readonly number[]
  readonly plan: TitlePlan
  readonly rows: readonly TitleSumRow[]
  /** Days that are no longer as they were counted, by history. */
  readonly marked: ReadonlyMap<number, ReadonlySet<number>>
}
/** Numbers of titles by history; null: all. */
type Chosen = ReadonlyMap<number, ReadonlySet<number>> | null

/** Of one transaction, about. */
const rowsAtOnce = 4_000
const mostSpans = 400
const noDays: ReadonlySet<number> = new Set()

/** Whether the kept counts of titles say what the filter asks for. */
export function isKeptByTitle({ filter }: StatisticsQuery): boolean {
  const { favorite, clients, devices, origin } = filter
  return [favorite, clients, devices, origin].every((asked) => asked === null)
}

/**
 * Counts plays by what their titles belong to. Kept counts are read together with the marks of the days for which they
 * are no longer right: what is kept of those days is taken away again, and their plays are counted one by one.
 */
export async function countByTitle(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const chosen = await chosenNumbers(db, query)
  const addersOf = titleAdders(groups, counts)
  const { readers } = query.filter
  let atOnce = readers.length
  for (let start = 0; start < readers.length;) {
    const own = {
      ...query,
      filter: { ...query.filter, readers: readers.slice(start, start + atOnce) },
    }
    const kept = await transact(db, (trx) => readKept(trx, own, atOnce === 1))
    if (kept === null) {
      atOnce = 1
      continue
    }
    addKept(own, kept, chosen, addersOf)
    await countLoose(db, own, kept, groups, counts, budget)
    start += atOnce
    await nextTurn()
  }
}

/** Null: it would be too much at once. */
async function readKept(trx: Knex, query: StatisticsQuery, isAlone: boolean): Promise<Kept | null> {
  const { from, to, readers } = query.filter
  const historyIds = readers.map(({ historyId }) => historyId)
  const counted = await titleSumRows(trx)
    .whereIn('history_id', historyIds)
    .where({ level: levels.month })
    .distinct('span')
  const marks = await markRows(trx)
    .whereIn('history_id', historyIds)
    .where('day', '>=', Math.floor(from / dayMs))
    .where('day', '<', Math.ceil(to / dayMs))
    .select()
  const ofMarks = marks.map(({ day }) => monthOf(day * dayMs))
  const months = [...new Set([...counted.map(({ span }) => span), ...ofMarks])]
  const plan = titlePlan(query, knownDays(counted.map(({ span }) => span)))
  const spans = [...plan.values()].reduce((sum, own) => sum + own.size, 0)
  if (!isAlone && readers.length > 1 && spans * readers.length > rowsAtOnce) return null
  const rows: TitleSumRow[] = []
  const marked = Map.groupBy(marks, ({ history_id }) => history_id)
  const read = async (level: Level, numbers: readonly number[]): Promise<void> => {
    for (let start = 0; start < numbers.length; start += mostSpans) {
      const some = numbers.slice(start, start + mostSpans)
      for (const row of await rowsOf(trx, query, level, some)) rows.push(row)
    }
  }
  const days = new Set([...(plan.get(levels.day)?.keys() ?? []), ...marks.map(({ day }) => day)])
  for (const [level, own] of plan) if (level !== levels.day) await read(level, [...own.keys()])
  await read(levels.day, [...days])
  return {
    months,
    plan,
    rows,
    marked: new Map([...marked].map(([id, own]) => [id, new Set(own.map(({ day }) => day))])),
  }
}

/** Whole years: what lies beyond the plays is nowhere kept. */
function knownDays(months: readonly number[]) {
  if (months.length === 0) return { from: 0, to: 0 }
  const year = (month: number) => daysOf(levels.year, Math.floor(month / 12))
  const first = months.reduce((least, month) => Math.min(least, month))
  const last = months.reduce((most, month) => Math.max(most, month))
  return { from: year(first).from, to: year(last).to }
}

function rowsOf(
  trx: Knex,
  { filter }: StatisticsQuery,
  level: Level,
  spans: readonly number[],
): PromiseLike<TitleSumRow[]> {
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const rows = titleSumRows(trx)
    .whereIn('history_id', historyIds)
    .where({ level })
    .whereIn('span', [...spans])
    .whereIn(
      'profile_id',
      filter.readers.flatMap(({ profileIds }) => profileIds),
    )
  if (filter.kinds !== null) void rows.whereIn('kind', [...filter.kinds])
  return rows.select('history_id', 'level', 'span', 'kind', 'cells') as never
}

function titleAdders(groups: TitleGroups, counts: Counts) {
  const spaces = [0, 1].map(() => new Map<number, readonly Add[]>())
  return (number: number, space: 0 | 1): readonly Add[] => {
    const known = spaces[space]!.get(number)
    if (known) return known
    const made = groups.ofNumber(number, space).map((name) => counts.adder(name))
    spaces[space]!.set(number, made)
    return made
  }
}

function addKept(
  query: StatisticsQuery,
  { rows, plan, marked }: Kept,
  chosen: Chosen,
  addersOf: ReturnType<typeof titleAdders>,
): void {
  const plans = new Map<number, TitlePlan>()
  for (const { historyId } of query.filter.readers) {
    const days = marked.get(historyId)
    plans.set(historyId, days ? withoutDays(query, plan, days) : plan)
  }
  for (const { history_id, level, span, kind, cells } of rows) {
    const parts = plans.get(history_id)?.get(level)?.get(span) ?? []
    const titles = chosen?.get(history_id) ?? null
    const space = spaceOf(kind)
    for (const { sign, slots } of parts) {
      visitCells(cells, (index, plays, finished, watchedMs, finishedMs) => {
        const isDay = level === levels.day
        const number = isDay ? Math.floor(index / quartersOfDay) : index
        if (chosen !== null && !titles?.has(number)) return
        const slot = typeof slots === 'number' ? slots : slots[index % quartersOfDay]!
        if (slot === -1) return
        for (const add of addersOf(number, space)) {
          add(slot, sign * plays, sign * finished, sign * watchedMs, sign * finishedMs)
        }
      })
    }
  }
}

async function countLoose(
  db: Knex,
  query: StatisticsQuery,
  { months, marked }: Kept,
  groups: TitleGroups,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const { filter } = query
  const aparts = apart(query)
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  for (const { historyId } of filter.readers) {
    const titles = filter.titles && new Set(filter.titles.get(historyId))
    const visit = (play: CountedPlay): void => {
      if (titles !== null && !titles.has(play.title_key)) return
      for (const name of groups.ofKey(play.title_key, spaceOf(play.kind)))
        counts.addPlay(play, name)
    }
    for (const span of loose(query, months, aparts, marked.get(historyId) ?? noDays)) {
      await scanPlays(db, historyId, span, visit, { titleKey: null, where, budget })
    }
  }
}

async function chosenNumbers(db: Knex, { filter }: StatisticsQuery): Promise<Chosen> {
  if (filter.titles === null) return null
  const found = new Map<number, ReadonlySet<number>>()
  for (const [historyId, keys] of filter.titles) {
    found.set(historyId, new Set((await numbersOf(db, keys)).values()))
  }
  return found
}
