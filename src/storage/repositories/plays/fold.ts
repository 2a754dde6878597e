import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { dialectOf } from '../../dialect.ts'
import { read, transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import {
  countDeliveries,
  deliveriesOf,
  deliveryTable,
  forgetDeliveries,
  noteDeliveries,
} from './deliveries.ts'
import {
  countDetails,
  detailMonthTable,
  detailsOf,
  detailTable,
  forgetDetails,
  mostCells as mostDetailCells,
} from './details.ts'
import { expirePlays, staleDayRows } from './stale-days.ts'
import type { StaleDay } from './stale-days.ts'
import { playRows, playTable } from './rows.ts'
import { playBlocks } from './scan.ts'
import { MonthSeries } from './series.ts'
import {
  countedTables,
  dimensions,
  monthOf,
  monthStart,
  quartersOfDay,
  sumRows,
  sumTable,
} from './sums.ts'
import type { SumDimension } from './sums.ts'
import { addUpTitles, lockTitleSums, TitleDays, TitlesOfDay } from './title-fold.ts'
import { adoptFormer, expireAllTitles, expireTitles, recountTitles } from './rewatched.ts'
import { rewatchedTable, staleTitleTable } from './rewatched.ts'
import { titleSumTable } from './title-sums.ts'
import { forgetVersions, newVersion, reportFormer } from './versions.ts'

const keptTables = [
  sumTable,
  titleSumTable,
  deliveryTable,
  detailTable,
  detailMonthTable,
  rewatchedTable,
  staleTitleTable,
]
const allDimensions = Object.keys(dimensions) as readonly SumDimension[]
const allButDelivery = allDimensions.filter((name) => name !== 'delivery')
const daysAtOnce = 500
/** Of one transaction, except where a day has more: SQLite answers nobody else until it ends. */
const playsAtOnce = 20_000
/** Numbers of titles that are remembered from month to month. */
const mostNumbers = 20_000

/** Counts anew what has changed, once. Several may run at the same time. Answers how many days were counted. */
export async function foldStale(
  db: Knex,
  options: FoldOptions = {},
  mostCells = mostDetailCells,
): Promise<number> {
  await adoptFormer(db)
  const counted = await foldDays(db, options, mostCells)
  await countDeliveries(db, options)
  await countDetails(db, mostCells, options)
  await recountTitles(db, options)
  return counted
}

/** Counts the plays of stale days, a month of a history in a transaction where they are not too many. Goes through them once, so that it ends. */
async function foldDays(
  db: Knex,
  { signal, onFailure, rest }: FoldOptions,
  mostCells: number,
): Promise<number> {
  let counted = 0
  let last: StaleDay | undefined
  let numbers: ReadonlyMap<string, number> = new Map()
  for (;;) {
    const stale = await readStaleDays(db, last)
    last = stale.at(-1)
    if (last === undefined) return counted
    const months = Map.groupBy(
      stale,
      ({ history_id, day }) => `${history_id} ${monthOf(day * dayMs)}`,
    )
    for (const { historyId, days } of await partsOf(db, [...months.values()])) {
      if (signal?.aborted) return counted
      try {
        const known = numbers.size > mostNumbers ? new Map<string, number>() : numbers
        // Only from here on is sure what the transaction has made.
        numbers = await transact(db, (trx) => foldMonth(trx, { historyId, days, mostCells }, known))
        counted += days.length
      } catch (error) {
        if (!onFailure) throw error
        onFailure(error, historyId)
      }
      await rest?.()
    }
  }
}

/** Days of a month of a history, and fewer of them where they have many plays. */
async function partsOf(
  db: Knex,
  months: readonly (readonly StaleDay[])[],
): Promise<readonly { readonly historyId: number; readonly days: readonly number[] }[]> {
  const parts: { historyId: number; days: number[] }[] = []
  for (const stale of months) {
    const historyId = stale[0]!.history_id
    const plays = await countByDay(db, historyId, stale)
    let left = 0
    for (const { day } of stale) {
      const count = plays.get(day) ?? 0
      if (day === stale[0]!.day || count > left) {
        parts.push({ historyId, days: [] })
        left = playsAtOnce
      }
      parts.at(-1)!.days.push(day)
      left -= count
    }
  }
  return parts
}

async function countByDay(
  db: Knex,
  historyId: number,
  stale: readonly StaleDay[],
): Promise<ReadonlyMap<number, number>> {
  const day = dialectOf(db) === 'mysql' ? `started_at div ${dayMs}` : `started_at / ${dayMs}`
  const rows: { day: number; plays: number | string }[] = await read(db, () =>
    playRows(db)
      .where({ history_id: historyId })
      .where('started_at', '>=', stale[0]!.day * dayMs)
      .where('started_at', '<', (stale.at(-1)!.day + 1) * dayMs)
      .select(db.raw(`${day} as day`))
      .count({ plays: '*' })
      .groupBy('day'),
  )
  return new Map(rows.map((row) => [row.day, Number(row.plays)]))
}

function readStaleDays(db: Knex, after: StaleDay | undefined): Promise<readonly StaleDay[]> {
  const stale = staleDayRows(db).orderBy('history_id').orderBy('day').limit(daysAtOnce)
  if (after !== undefined) {
    const { history_id: historyId, day } = after
    void stale
      .where('history_id', '>=', historyId)
      .where((rows) => void rows.where('history_id', '>', historyId).orWhere('day', '>', day))
  }
  return read(db, () => stale.select())
}

/** Drops every count, so that all plays are counted anew. The days are stale at once: no answer lacks a play. */
export async function dropSums(db: Knex): Promise<void> {
  const ids = (table: string): Promise<number[]> =>
    read(db, () => db(table).distinct('history_id').pluck('history_id'))
  const known = await Promise.all([playTable, ...countedTables].map(ids))
  for (const historyId of new Set(known.flat())) {
    await transact(db, async (trx) => {
      await expirePlays(trx, { where: 'history_id = ?', values: [historyId] })
      for (const table of keptTables) {
        await trx(table).where({ history_id: historyId }).delete()
      }
      await forgetVersions(trx, historyId)
    })
  }
}

type DaysToFold = {
  readonly historyId: number
  readonly days: readonly number[]
  readonly mostCells: number
}

/** Answers the numbers of titles that are known by then. */
async function foldMonth(
  trx: Knex,
  { historyId, days, mostCells }: DaysToFold,
  numbers: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  // These rows first: who changes one of these days from now on waits, and makes it stale again.
  await staleDayRows(trx)
    .where({ history_id: historyId })
    .whereIn('day', [...days])
    .delete()
  const month = monthOf(days[0]! * dayMs)
  const begin = monthStart(month)
  // Locked, since others may count other days of the month; before the plays are read, so that these are no older.
  const rows = await sumRows(trx)
    .where({ history_id: historyId, month })
    .whereIn('dimension', Object.values(dimensions))
    .select('dimension', 'profile_id', 'kind', 'value', 'quarters')
    .forUpdate()
  const known = await lockTitleSums(trx, historyId)
  const deliveries = await deliveriesOf(trx, historyId, month)
  const anew = new Set(days.map((day) => day - begin / dayMs))
  const details = await detailsOf(trx, historyId, month, anew, mostCells)
  const names = deliveries === 'missing' ? allButDelivery : allDimensions
  const series = new MonthSeries(month)
  const titles = new TitleDays(trx, historyId, numbers)
  await titles.forget(days)
  for (const day of days) {
    const own = new TitlesOfDay(day)
    const time = { from: day * dayMs, to: (day + 1) * dayMs }
    for await (const plays of playBlocks(trx, { historyId, ...time })) {
      for (const play of plays) {
        series.add(play, names)
        details?.add(play)
        own.add(play)
      }
      await details?.writeFull(trx, historyId, (keys) => titles.numbersOf(keys))
    }
    await titles.write(own)
  }
  await titles.flush()
  const version = newVersion()
  await addUpTitles(trx, historyId, days[0]!, version)
  if (known === 0) await expireAllTitles(trx, historyId)
  else await expireTitles(trx, historyId, titles.touched)
  for (const { quarters, ...own } of rows) {
    if (own.dimension === dimensions.delivery && deliveries !== 'kept') continue
    const cells = series.of(own)
    visitCells(quarters, (index, ...sums) => {
      if (!anew.has(Math.floor(index / quartersOfDay))) cells.add(index, ...sums)
    })
  }
  const isKept = await reportFormer(trx, historyId, month, version)
  await series.write(trx, historyId)
  if (!isKept) {
    await forgetDetails(trx, historyId, month)
    await forgetDeliveries(trx, historyId, month)
    return titles.numbers
  }
  const counted = { history_id: historyId, month, version }
  await details?.write(trx, counted, (keys) => titles.numbersOf(keys))
  if (deliveries !== 'missing') await noteDeliveries(trx, historyId, month, version)
  return titles.numbers
}
