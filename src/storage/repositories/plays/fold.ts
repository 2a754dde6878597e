import type { Knex } from 'knex'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { read, transact, write } from '../../guard.ts'
import { Cells, visitCells } from './cells.ts'
import { markRows, dayOf } from './marks.ts'
import { playTable } from './rows.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay } from './scan.ts'
import { dimensionColumns, dimensions, monthOf, monthStart } from './sums.ts'
import { quartersOfDay, sumRows, weekSlot } from './sums.ts'

type Series = {
  readonly dimension: number
  readonly profile_id: string
  readonly kind: string
  readonly value: string
}
type Counted = { readonly series: Series; readonly cells: Cells }

const marksAtOnce = 500

/**
 * Counts the plays of marked days anew, a month of a history in a transaction. Answers how many days there were; none:
 * nothing is marked.
 */
export async function foldMarks(db: Knex): Promise<number> {
  const marks = await read(db, () =>
    markRows(db).orderBy('history_id').orderBy('day').limit(marksAtOnce).select(),
  )
  const months = Map.groupBy(
    marks,
    ({ history_id, day }) => `${history_id} ${monthOf(day * dayMs)}`,
  )
  for (const own of months.values()) {
    const days = own.map(({ day }) => day)
    await transact(db, (trx) => foldMonth(trx, own[0]!.history_id, days))
  }
  return marks.length
}

/** Drops every count, so that all plays are counted anew. */
export async function dropSums(db: Knex): Promise<void> {
  const histories = await read(db, () => db(playTable).distinct('history_id').pluck('history_id'))
  await write(db, () => sumRows(db).delete())
  for (const historyId of histories as number[]) {
    const own = () => db(playTable).where({ history_id: historyId })
    const bounds = await read(db, () =>
      own().min({ first: 'started_at' }).max({ last: 'started_at' }).first(),
    )
    const { first, last } = bounds as { first: number; last: number }
    const count = dayOf(last) - dayOf(first) + 1
    const days = Array.from({ length: count }, (_, index) => dayOf(first) + index)
    for (let start = 0; start < count; start += marksAtOnce) {
      const rows = days.slice(start, start + marksAtOnce)
      await write(db, () =>
        markRows(db)
          .insert(rows.map((day) => ({ history_id: historyId, day })))
          .onConflict(['history_id', 'day'])
          .merge(['day']),
      )
    }
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
  const counted = new Map<string, Counted>()
  const of = (series: Series): Cells => {
    const name = Object.values(series).join('\n')
    const known = counted.get(name) ?? { series, cells: new Cells() }
    counted.set(name, known)
    return known.cells
  }
  for (const day of days) {
    const time = { from: day * dayMs, to: (day + 1) * dayMs }
    await scanPlays(trx, historyId, time, (play) => count(of, play, begin))
  }
  const anew = new Set(days.map((day) => day - begin / dayMs))
  const rows = await sumRows(trx)
    .where({ history_id: historyId, month })
    .whereIn('dimension', Object.values(dimensions))
    .select('dimension', 'profile_id', 'kind', 'value', 'quarters')
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
