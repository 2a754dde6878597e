import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { transact } from '../../guard.ts'
import { countMissing, lockVersion } from './missing-months.ts'
import type { CountedMonth } from './missing-months.ts'
import { scanPlays } from './scan.ts'
import { MonthSeries } from './series.ts'
import { dimensions, monthStart, sumRows } from './sums.ts'
import type { SumDimension } from './sums.ts'
import { lockTitleSums } from './title-fold.ts'

export const deliveryTable = 'delivery_months'

/**
 * Whether counts by delivery belong to what is kept of a month; `new`: nothing is kept yet. The previous release counts a
 * month without them: then they are of another version, and are counted by themselves. Call it with the history's lock.
 */
export async function deliveriesOf(
  trx: Knex,
  historyId: number,
  month: number,
): Promise<'new' | 'kept' | 'missing'> {
  const version = await lockVersion(trx, historyId, month)
  if (version === null) {
    await deliverySums(trx, historyId, month).delete()
    return 'new'
  }
  const own = { history_id: historyId, month }
  const known = await deliveryRows(trx).where(own).forUpdate().first('version')
  return known?.version === version ? 'kept' : 'missing'
}

export async function noteDeliveries(
  trx: Knex,
  historyId: number,
  month: number,
  version: number,
): Promise<void> {
  await deliveryRows(trx)
    .insert({ history_id: historyId, month, version })
    .onConflict(['history_id', 'month'])
    .merge(['version'])
}

export async function forgetDeliveries(trx: Knex, historyId: number, month: number): Promise<void> {
  await deliverySums(trx, historyId, month).delete()
  await deliveryRows(trx).where({ history_id: historyId, month }).delete()
}

type MonthVersion = { readonly historyId: number; readonly month: number; readonly version: number }

/** Tells months that are counted by a dimension from those that the previous release has counted without it. */
export async function withDimension<Month extends MonthVersion>(
  trx: Knex,
  dimension: SumDimension,
  months: readonly Month[],
): Promise<{ readonly kept: readonly Month[]; readonly missing: readonly Month[] }> {
  if (dimension !== 'delivery') return { kept: months, missing: [] }
  const rows = await deliveryRows(trx)
    .whereIn('history_id', [...new Set(months.map(({ historyId }) => historyId))])
    .whereIn('month', [...new Set(months.map(({ month }) => month))])
  const known = new Set(rows.map((row) => `${row.history_id} ${row.month} ${row.version}`))
  const { kept = [], missing = [] } = Object.groupBy(months, ({ historyId, month, version }) =>
    known.has(`${historyId} ${month} ${version}`) ? 'kept' : 'missing',
  )
  return { kept, missing }
}

export function countDeliveries(db: Knex, options: FoldOptions = {}): Promise<void> {
  return countMissing(db, deliveryTable, countMonth, options)
}

/** Reads before it writes, so that nobody waits. What changes meanwhile has made its day stale, or another version. */
async function countMonth(
  db: Knex,
  { history_id: historyId, month, version }: CountedMonth,
): Promise<void> {
  const series = new MonthSeries(month)
  const time = { from: monthStart(month), to: monthStart(month + 1) }
  await scanPlays(db, { historyId, ...time }, (play) => series.add(play, ['delivery']))
  await transact(db, async (trx) => {
    // In the order in which a count of its days locks them.
    await deliverySums(trx, historyId, month).forUpdate().select('value')
    await lockTitleSums(trx, historyId)
    if ((await lockVersion(trx, historyId, month)) !== version) return
    await deliverySums(trx, historyId, month).delete()
    await series.write(trx, historyId)
    await noteDeliveries(trx, historyId, month, version)
  })
}

function deliveryRows(on: Knex) {
  return on<CountedMonth>(deliveryTable)
}

function deliverySums(on: Knex, historyId: number, month: number) {
  return sumRows(on).where({ history_id: historyId, dimension: dimensions.delivery, month })
}
