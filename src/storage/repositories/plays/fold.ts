import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { read, transact } from '../../guard.ts'
import { Cells, visitCells } from './cells.ts'
import { markPlays, markRows } from './marks.ts'
import type { Mark } from './marks.ts'
import { playTable } from './rows.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay } from './scan.ts'
import { dimensionColumns, dimensions, monthOf, monthStart } from './sums.ts'
import { quartersOfDay, sumRows, sumTable, weekSlot } from './sums.ts'
import { addUpTitles, lockTitleSums, writeTitlesOfDay } from './title-fold.ts'
import { titleSumTable } from './title-sums.ts'

type Series = {
  readonly dimension: number
  readonly profile_id: string
  readonly kind: string
  readonly value: string
}
type Counted = { readonly series: Series; readonly cells: Cells }

const marksAtOnce = 500

/**
 * Counts the plays of marked days anew, a month of a history in a transaction. Goes through the marks once, in order, so
 * that it ends whatever is marked meanwhile. Several may run at the same time. Answers how many days were counted.
 */
export async function foldMarks(
  db: Knex,
  { signal, onFailure }: FoldOptions = {},
): Promise<number> {
  let counted = 0
  let last: Mark | undefined
  for (;;) {
    const marks = await readMarks(db, last)
    last = marks.at(-1)
    if (last === undefined) return counted
    const months = Map.groupBy(
      marks,
      ({ history_id, day }) => `${history_id} ${monthOf(day * dayMs)}`,
    )
    for (const own of months.values()) {
      if (signal?.aborted) return counted
      const historyId = own[0]!.history_id
      const days = own.map(({ day }) => day)
      try {
        await transact(db, (trx) => foldMonth(trx, historyId, days))
        counted += days.length
      } catch (error) {
        if (!onFailure) throw error
        onFailure(error, historyId)
      }
    }
  }
}

function readMarks(db: Knex, after: Mark | undefined): Promise<readonly Mark[]> {
  const marks = markRows(db).orderBy('history_id').orderBy('day').limit(marksAtOnce)
  if (after !== undefined) {
    const { history_id: historyId, day } = after
    void marks
      .where('history_id', '>=', historyId)
      .where((rows) => void rows.where('history_id', '>', historyId).orWhere('day', '>', day))
  }
  return read(db, () => marks.select())
}

/** Drops every count, so that all plays are counted anew. The days are marked at once: no answer lacks a play. */
export async function dropSums(db: Knex): Promise<void> {
  const ids = (table: string): Promise<number[]> =>
    read(db, () => db(table).distinct('history_id').pluck('history_id'))
  const known = await Promise.all([playTable, sumTable, titleSumTable].map(ids))
  for (const historyId of new Set(known.flat())) {
    await transact(db, async (trx) => {
      await markPlays(trx, (query) => query.where({ history_id: historyId }))
      for (const table of [sumTable, titleSumTable]) {
        await trx(table).where({ history_id: historyId }).delete()
      }
    })
  }
}

async function foldMonth(trx: Knex, historyId: number, days: readonly number[]): Promise<void> {
  // The marks first: who changes one of these days from now on waits, and marks it again.
  await markRows(trx)
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
  await lockTitleSums(trx, historyId)
  const counted = new Map<string, Counted>()
  const of = (series: Series): Cells => {
    const name = Object.values(series).join('\n')
    const known = counted.get(name) ?? { series, cells: new Cells() }
    counted.set(name, known)
    return known.cells
  }
  for (const day of days) {
    const time = { from: day * dayMs, to: (day + 1) * dayMs }
    const plays: CountedPlay[] = []
    await scanPlays(trx, historyId, time, (play) => {
      count(of, play, begin)
      plays.push(play)
    })
    await writeTitlesOfDay(trx, historyId, day, plays)
  }
  await addUpTitles(trx, historyId, days[0]!)
  const anew = new Set(days.map((day) => day - begin / dayMs))
  for (const { quarters, ...series } of rows) {
    const cells = of(series)
    visitCells(quarters, (index, ...sums) => {
      if (!anew.has(Math.floor(index / quartersOfDay))) cells.add(index, ...sums)
    })
  }
  for (const { series, cells } of counted.values()) {
    await writeSums(trx, { history_id: historyId, month, ...series }, cells)
  }
}

/** Adds a play to each series that it belongs to. */
function count(of: (series: Series) => Cells, play: CountedPlay, begin: number): void {
  const index = Math.floor((play.started_at - begin) / quarterMs)
  const finished = play.finished ? 1 : 0
  const watched = play.watched_ms
  const own = { profile_id: play.profile_id, kind: play.kind }
  const add = (dimension: number, value: string): void =>
    of({ dimension, ...own, value }).add(index, 1, finished, watched, finished * watched)
  add(dimensions.none, '')
  for (const [name, column] of Object.entries(dimensionColumns)) {
    add(dimensions[name as keyof typeof dimensionColumns], play[column] ?? '')
  }
}

async function writeSums(
  trx: Knex,
  key: Series & { history_id: number; month: number },
  cells: Cells,
): Promise<void> {
  if (cells.isEmpty) {
    await sumRows(trx).where(key).delete()
    return
  }
  const days = new Cells()
  const edges = new Cells()
  const slots = new Cells()
  const lastDay = (monthStart(key.month + 1) - monthStart(key.month)) / dayMs - 1
  cells.forEach((index, ...sums) => {
    const day = Math.floor(index / quartersOfDay)
    days.add(day, ...sums)
    slots.add(weekSlot(key.month, index), ...sums)
    if (day === 0 || day === lastDay) edges.add(index, ...sums)
  })
  const blobs = {
    days: days.encode(),
    edges: edges.encode(),
    slots: slots.encode(),
    quarters: cells.encode(),
  }
  await sumRows(trx)
    .insert({ ...key, ...blobs })
    .onConflict(['history_id', 'dimension', 'month', 'profile_id', 'kind', 'value'])
    .merge(['days', 'edges', 'slots', 'quarters'])
}
