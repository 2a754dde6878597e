import type { Knex } from 'knex'
import type { PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import type { Add, Counts } from './counts.ts'
import { filterPlays } from './filter.ts'
import { markRows } from './marks.ts'
import type { Mark } from './marks.ts'
import { monthMaps } from './month-map.ts'
import type { Detail, MonthMap } from './month-map.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { apart, loose } from './spans.ts'
import { dimensions, monthOf, monthStart, quartersOfDay, sumRows } from './sums.ts'
import type { SumDimension, SumRow } from './sums.ts'

/** Whose kept counts are read in one transaction. */
const monthsAtOnce = 12

/**
 * Every day is counted either from kept counts, which are read together with the marks that say that they are right, or
 * from its plays. So it does not matter that days are counted anew between the transactions.
 */
export async function countFromSums(
  db: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  counts: Counts,
  budget: ScanBudget,
  visit: (play: CountedPlay) => void,
): Promise<void> {
  const { filter } = query
  const aparts = apart(query)
  const mapOf = monthMaps(query, aparts)
  const months = await monthsOf(db, query)
  const marked = new Map<number, Set<number>>()
  for (let start = 0; start < months.length; start += monthsAtOnce) {
    const some = months.slice(start, start + monthsAtOnce)
    const kept = await transact(db, (trx) => readKept(trx, query, dimension, mapOf, some))
    for (const { history_id, day } of kept.marks) {
      const days = marked.get(history_id) ?? new Set()
      marked.set(history_id, days.add(day))
    }
    for (const row of kept.rows) {
      addSums(
        row,
        kept.maps.get(row.month)!,
        marked.get(row.history_id) ?? new Set(),
        counts.adder(groupOf(row, query.groupBy)),
      )
    }
  }
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  for (const { historyId } of filter.readers) {
    for (const span of loose(query, months, aparts, marked.get(historyId) ?? new Set())) {
      await scanPlays(db, historyId, span, visit, { titleKey: null, where, budget })
    }
  }
}

/** The months that may have plays, in their order: those with kept counts, and those with marks. */
function monthsOf(db: Knex, { filter }: StatisticsQuery): Promise<readonly number[]> {
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  return transact(db, async (trx) => {
    const kept = await sumRows(trx)
      .whereIn('history_id', historyIds)
      .where({ dimension: dimensions.none })
      .where('month', '>=', monthOf(filter.from))
      .where('month', '<=', monthOf(filter.to - 1))
      .distinct('month')
    const marks = await markRows(trx)
      .whereIn('history_id', historyIds)
      .where('day', '>=', Math.floor(filter.from / dayMs))
      .where('day', '<', Math.ceil(filter.to / dayMs))
      .distinct('day')
    const months = [
      ...kept.map(({ month }) => month),
      ...marks.map(({ day }) => monthOf(day * dayMs)),
    ]
    return [...new Set(months)].toSorted((a, b) => a - b)
  })
}

type Kept = {
  readonly marks: readonly Mark[]
  readonly maps: ReadonlyMap<number, MonthMap>
  readonly rows: readonly SumRow[]
}

/** The kept counts of some months, and the days for which they are not right. */
async function readKept(
  trx: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  mapOf: ReturnType<typeof monthMaps>,
  months: readonly number[],
): Promise<Kept> {
  const { from, to, readers } = query.filter
  const begin = Math.max(from, monthStart(months[0]!))
  const end = Math.min(to, monthStart(months.at(-1)! + 1))
  const marks = await markRows(trx)
    .whereIn(
      'history_id',
      readers.map(({ historyId }) => historyId),
    )
    .where('day', '>=', Math.floor(begin / dayMs))
    .where('day', '<', Math.ceil(end / dayMs))
    .select()
  const markedMonths = new Set(marks.map(({ day }) => monthOf(day * dayMs)))
  const maps = new Map(months.map((month) => [month, mapOf(month, markedMonths.has(month))]))
  const byDetail = Map.groupBy(months, (month) => maps.get(month)!.details.join())
  const rows: SumRow[] = []
  for (const own of byDetail.values()) {
    const found = await sumsOf(trx, query, dimension, own, maps.get(own[0]!)!.details)
    for (const row of found) rows.push(row)
  }
  return { marks, maps, rows }
}

function addSums(
  row: SumRow,
  { details, map, days }: MonthMap,
  marked: ReadonlySet<number>,
  add: Add,
): void {
  const first = monthStart(row.month) / dayMs
  if (days !== null) {
    visitCells(row.days, (day, ...sums) => {
      if (!marked.has(first + day)) add(days[day]!, ...sums)
    })
  }
  const detail = details.at(-1)!
  if (detail === 'days') return
  const hasMarks = marked.size > 0
  visitCells(row[detail], (index, plays, finished, watchedMs, finishedMs) => {
    if (hasMarks && marked.has(first + Math.floor(index / quartersOfDay))) return
    add(map[index]!, plays, finished, watchedMs, finishedMs)
  })
}

async function sumsOf(
  trx: Knex,
  { filter }: StatisticsQuery,
  dimension: SumDimension,
  months: readonly number[],
  details: readonly Detail[],
): Promise<SumRow[]> {
  const rows = sumRows(trx)
    .whereIn(
      'history_id',
      filter.readers.map(({ historyId }) => historyId),
    )
    .where({ dimension: dimensions[dimension] })
    .where('month', '>=', months[0]!)
    .where('month', '<=', months.at(-1)!)
    .whereIn('month', [...months])
    .whereIn(
      'profile_id',
      filter.readers.flatMap(({ profileIds }) => profileIds),
    )
  if (filter.kinds !== null) void rows.whereIn('kind', [...filter.kinds])
  const values = filter.clients ?? filter.devices ?? (filter.origin && [filter.origin])
  if (values !== null) void rows.whereIn('value', [...values])
  return rows.select('history_id', 'month', 'profile_id', 'kind', 'value', ...details) as never
}

function groupOf({ profile_id, kind, value }: SumRow, groupBy: PlayGroup | null): string {
  if (groupBy === null) return ''
  if (groupBy === 'user') return profile_id
  return groupBy === 'kind' ? kind : value
}
