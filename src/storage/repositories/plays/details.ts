import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { transact } from '../../guard.ts'
import { bitsOf, DetailPart } from './detail-parts.ts'
import type { DetailRow } from './detail-parts.ts'
import { countMissing, lockVersion } from './missing-months.ts'
import type { CountedMonth } from './missing-months.ts'
import { RowBatch } from './row-batch.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay } from './scan.ts'
import { monthStart } from './sums.ts'
import { lockTitleSums } from './title-fold.ts'
import { numberTitles } from './title-sums.ts'

export const detailTable = 'play_details'
export const detailMonthTable = 'detail_months'

/** Of one row: far from what a packet of a database holds, whatever the names. */
export const mostCells = 5_000

/** A row and the version of the month's counts that it belongs to. */
export type KeptDetails = DetailRow & Pick<CountedMonth, 'version'>

/** In one statement, so that rows and versions belong together. */
export function keptDetails(
  on: Knex,
  historyIds: readonly number[],
  months: readonly number[],
): PromiseLike<readonly KeptDetails[]> {
  return on(`${detailMonthTable} as known`)
    .join(`${detailTable} as own`, (join) => {
      void join.on('own.history_id', 'known.history_id').on('own.month', 'known.month')
    })
    .whereIn('known.history_id', [...historyIds])
    .whereIn('known.month', [...months])
    .select('own.*', 'known.version')
}

type NumbersOf = (keys: Iterable<string>) => Promise<ReadonlyMap<string, number>>

/** Counts of days of a month, beside which other parts may be kept as they are. */
export class MonthDetails {
  private readonly month: number
  private readonly most: number
  private readonly parts: DetailPart[] = []
  private readonly firstNew: number
  private nextNumber: number
  private filling = 0

  constructor(month: number, most: number, firstNew = 0) {
    this.month = month
    this.most = most
    this.firstNew = firstNew
    this.nextNumber = firstNew
  }

  add(play: CountedPlay): void {
    while ((this.parts[this.filling]?.cellCount ?? 0) >= this.most) this.filling += 1
    this.parts[this.filling] ??= new DetailPart(this.month, this.nextNumber++)
    this.parts[this.filling]!.add(play)
  }

  keep(row: DetailRow, without: ReadonlySet<number>): void {
    const part = new DetailPart(this.month, row.part)
    part.keep(row, without)
    this.parts.push(part)
  }

  async writeFull(trx: Knex, historyId: number, numbersOf: NumbersOf): Promise<void> {
    const full = this.parts.splice(0, this.filling)
    this.filling = 0
    if (full.length > 0) await this.writeParts(trx, historyId, full, numbersOf)
  }

  async write(
    trx: Knex,
    { history_id, month, version }: CountedMonth,
    numbersOf: NumbersOf,
  ): Promise<void> {
    await this.writeParts(trx, history_id, this.parts, numbersOf)
    await monthRows(trx)
      .insert({ history_id, month, version })
      .onConflict(['history_id', 'month'])
      .merge(['version'])
  }

  private async writeParts(
    trx: Knex,
    historyId: number,
    parts: readonly DetailPart[],
    numbersOf: NumbersOf,
  ): Promise<void> {
    const own = { history_id: historyId, month: this.month }
    const kept = parts.map(({ number }) => number).filter((number) => number < this.firstNew)
    if (kept.length > 0) await detailRows(trx).where(own).whereIn('part', kept).delete()
    const keys = new Set(parts.flatMap((part) => part.titleKeys()))
    const numbers = await numbersOf(keys)
    const rows = new RowBatch<DetailRow>((some) => detailRows(trx).insert(some))
    for (const part of parts) {
      if (part.cellCount === 0) continue
      const encoded = part.encode(numbers)
      const size = encoded.cells.length + encoded.traits.length
      await rows.add({ ...own, ...encoded }, size)
      await nextTurn()
    }
    await rows.flush()
  }
}

/**
 * What is to be counted of a month with some days anew: parts that have plays of them, and the one with the most room;
 * null: the previous release has counted the month, and all of it is counted by itself. Call it with the history's lock.
 */
export async function detailsOf(
  trx: Knex,
  historyId: number,
  month: number,
  anew: ReadonlySet<number>,
  most: number,
): Promise<MonthDetails | null> {
  const version = await lockVersion(trx, historyId, month)
  const own = { history_id: historyId, month }
  if (version === null) {
    await detailRows(trx).where(own).delete()
    return new MonthDetails(month, most)
  }
  const known = await monthRows(trx).where(own).forUpdate().first('version')
  if (known?.version !== version) return null
  const parts = await detailRows(trx)
    .where(own)
    .orderBy('cell_count')
    .forUpdate()
    .select('part', 'days')
  const next = Math.max(-1, ...parts.map(({ part }) => part)) + 1
  const details = new MonthDetails(month, most, next)
  const bits = bitsOf(anew)
  const touched = parts.filter(({ days }, index) => index === 0 || (days & bits) !== 0)
  for (const { part } of touched) {
    details.keep(
      (await detailRows(trx)
        .where({ ...own, part })
        .forUpdate()
        .first())!,
      anew,
    )
    await nextTurn()
  }
  return details
}

export async function forgetDetails(trx: Knex, historyId: number, month: number): Promise<void> {
  await detailRows(trx).where({ history_id: historyId, month }).delete()
  await monthRows(trx).where({ history_id: historyId, month }).delete()
}

export function countDetails(db: Knex, most: number, options: FoldOptions = {}): Promise<void> {
  return countMissing(db, detailMonthTable, (on, counted) => countMonth(on, counted, most), options)
}

/** Reads before it writes, so that nobody waits. What changes meanwhile has made its day stale, or another version. */
async function countMonth(db: Knex, counted: CountedMonth, most: number): Promise<void> {
  const { history_id: historyId, month, version } = counted
  const details = new MonthDetails(month, most)
  const time = { from: monthStart(month), to: monthStart(month + 1) }
  await scanPlays(db, { historyId, ...time }, (play) => details.add(play))
  await transact(db, async (trx) => {
    await lockTitleSums(trx, historyId)
    if ((await lockVersion(trx, historyId, month)) !== version) return
    await detailRows(trx).where({ history_id: historyId, month }).delete()
    await details.write(trx, counted, (keys) => numberTitles(trx, keys))
  })
}

function detailRows(on: Knex) {
  return on<DetailRow>(detailTable)
}

function monthRows(on: Knex) {
  return on<CountedMonth>(detailMonthTable)
}
