import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { read, transact } from '../../guard.ts'
import { ownerTable } from '../history/rows.ts'
import { Cells, visitCells } from './cells.ts'
import { levels } from './levels.ts'
import { dayOf, staleDayRows } from './stale-days.ts'
import { lockTitleSums } from './title-fold.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay } from './scan.ts'
import { keysOf, titleSumRows } from './title-sums.ts'
import { newVersion } from './versions.ts'

/** Of one user and kind, by title: how often something was finished again, and when the last of these plays began. */
export type RewatchedRow = {
  history_id: number
  profile_id: string
  kind: string
  cells: Uint8Array
}

type StaleTitle = { history_id: number; number: number }

export const rewatchedTable = 'rewatched_titles'
export const staleTitleTable = 'title_marks'
/** Titles of one transaction; SQLite answers nobody else until it ends. */
const titlesAtOnce = 20
const rowsAtOnce = 400
const ownersAtOnce = 400

export function rewatchedRows(on: Knex) {
  return on<RewatchedRow>(rewatchedTable)
}

export function staleTitleRows(on: Knex) {
  return on<StaleTitle>(staleTitleTable)
}

/** What was finished of one item by one user. */
type Again = { finished: number; lastAt: number }

export class FinishedItems {
  private readonly titles = new Map<string, Map<string, Again>>()
  count = 0

  add(title: string, { profile_id, kind, item_key, started_at }: CountedPlay): void {
    const items = this.titles.get(title) ?? new Map<string, Again>()
    this.titles.set(title, items)
    const item = `${profile_id} ${kind} ${item_key}`
    const known = items.get(item)
    if (known === undefined) {
      items.set(item, { finished: 1, lastAt: started_at })
      this.count += 1
    } else {
      known.finished += 1
      known.lastAt = Math.max(known.lastAt, started_at)
    }
  }

  /** Tells each title of which something was finished more than once. */
  forEachAgain(visit: (title: string, again: number, lastAt: number) => void): void {
    for (const [title, items] of this.titles) {
      let again = 0
      let last = 0
      for (const { finished, lastAt } of items.values()) {
        if (finished === 1) continue
        again += finished - 1
        last = Math.max(last, lastAt)
      }
      if (again > 0) visit(title, again, last)
    }
  }
}

/** Notes that what is kept of these titles is no longer right, in the transaction that counts their days anew. */
export async function expireTitles(
  trx: Knex,
  historyId: number,
  numbers: Iterable<number>,
): Promise<void> {
  const sorted = [...numbers].toSorted((a, b) => a - b)
  for (let start = 0; start < sorted.length; start += rowsAtOnce) {
    await staleTitleRows(trx)
      .insert(
        sorted.slice(start, start + rowsAtOnce).map((number) => ({
          history_id: historyId,
          number,
        })),
      )
      .onConflict(['history_id', 'number'])
      // Takes the row's lock: a count of the title that runs at the same time does not miss the change.
      .merge(['number'])
  }
}

/** Notes it of every title of a history. */
export async function expireAllTitles(trx: Knex, historyId: number): Promise<void> {
  await rewatchedRows(trx).where({ history_id: historyId }).delete()
  const numbers = new Set<number>()
  const whole = { history_id: historyId, level: levels.whole }
  for (const { cells } of await titleSumRows(trx).where(whole).select('cells')) {
    visitCells(cells, (number) => numbers.add(number))
  }
  await expireTitles(trx, historyId, numbers)
}

/** Gives what the previous release has counted a version, and counts all that is kept beside it anew. */
export async function adoptFormer(db: Knex): Promise<void> {
  for (let last = -1; ;) {
    const owners = await read(db, () =>
      db(ownerTable)
        .where('number', '>', last)
        .orderBy('number')
        .limit(ownersAtOnce)
        .pluck('number'),
    )
    if (owners.length === 0) return
    last = owners.at(-1)
    const historyIds = await read(db, () =>
      formerRows(db).whereIn('history_id', owners).distinct('history_id').pluck('history_id'),
    )
    for (const historyId of historyIds) await transact(db, (trx) => adoptHistory(trx, historyId))
  }
}

async function adoptHistory(trx: Knex, historyId: number): Promise<void> {
  const known = await lockTitleSums(trx, historyId)
  if (known === 0) await expireAllTitles(trx, historyId)
  await formerRows(trx).where({ history_id: historyId }).update({ version: newVersion() })
}

/** Of months, years and all time. */
function formerRows(on: Knex) {
  const longer = [levels.month, levels.year, levels.whole]
  return titleSumRows(on).whereIn('level', longer).where({ version: 0 })
}

/** Counts anew what was finished again of stale titles, some of a history in a transaction. */
export async function recountTitles(
  db: Knex,
  { signal, onFailure, rest }: FoldOptions = {},
): Promise<void> {
  let last: StaleTitle = { history_id: -1, number: -1 }
  for (;;) {
    if (signal?.aborted) return
    const { history_id: historyId, number } = last
    const stale = await read(db, () =>
      staleTitleRows(db)
        .where('history_id', '>=', historyId)
        .where(
          (rows) => void rows.where('history_id', '>', historyId).orWhere('number', '>', number),
        )
        .orderBy('history_id')
        .orderBy('number')
        .limit(titlesAtOnce),
    )
    if (stale.length === 0) return
    const own = stale.filter((one) => one.history_id === stale[0]!.history_id)
    last = own.at(-1)!
    const { history_id } = last
    const numbers = own.map((one) => one.number)
    try {
      await transact(db, (trx) => recountSome(trx, history_id, numbers))
    } catch (error) {
      if (!onFailure) throw error
      onFailure(error, history_id)
    }
    await rest?.()
  }
}

async function recountSome(
  trx: Knex,
  historyId: number,
  numbers: readonly number[],
): Promise<void> {
  // These rows first: who changes one of these titles from now on waits, and makes it stale again.
  await staleTitleRows(trx)
    .where({ history_id: historyId })
    .whereIn('number', [...numbers])
    .delete()
  // Plays of days that are to be counted anew are told to who asks, and count here only after that.
  const days = new Set(await staleDayRows(trx).where({ history_id: historyId }).pluck('day'))
  const counted = new Map<string, Cells>()
  for (const [number, titleKey] of await keysOf(trx, numbers)) {
    const items = new FinishedItems()
    const named = { column: 'title_key', key: titleKey } as const
    await scanPlays(trx, { historyId, named, ...allTime }, (play) => {
      if (!play.finished || days.has(dayOf(play.started_at))) return
      items.add(`${play.profile_id} ${play.kind}`, play)
    })
    items.forEachAgain((owner, again, lastAt) => {
      const cells = counted.get(owner) ?? new Cells()
      counted.set(owner, cells)
      cells.add(number, again, 0, lastAt, 0)
    })
  }
  await replaceTitles(trx, historyId, new Set(numbers), counted)
}

/** Writes what was counted in place of what was kept of these titles, by user and kind. */
async function replaceTitles(
  trx: Knex,
  historyId: number,
  numbers: ReadonlySet<number>,
  counted: Map<string, Cells>,
): Promise<void> {
  const kept = await rewatchedRows(trx).where({ history_id: historyId }).forUpdate()
  for (const { profile_id, kind, cells } of kept) {
    const owner = `${profile_id} ${kind}`
    const all = counted.get(owner) ?? new Cells()
    counted.set(owner, all)
    visitCells(cells, (number, ...sums) => {
      if (!numbers.has(number)) all.add(number, ...sums)
    })
  }
  for (const [owner, cells] of counted) {
    const [profile_id, kind] = owner.split(' ') as [string, string]
    const key = { history_id: historyId, profile_id, kind }
    if (cells.isEmpty) await rewatchedRows(trx).where(key).delete()
    else {
      await rewatchedRows(trx)
        .insert({ ...key, cells: cells.encode() })
        .onConflict(['history_id', 'profile_id', 'kind'])
        .merge(['cells'])
    }
  }
}

const allTime = { from: -8.64e15, to: 8.64e15 }
