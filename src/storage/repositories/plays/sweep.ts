import type { Knex } from 'knex'
import { firstKept } from '../../../model/kept-plays.ts'
import { read, transact } from '../../guard.ts'
import { deletePlays } from '../history/plays.ts'
import { ownerTable } from '../history/rows.ts'
import { playRows, playTable } from './rows.ts'
import { countedTables, forgetSums } from './sums.ts'

const atOnce = 500

/**
 * Deletes plays that began on a day (UTC) before this time, and those of deleted histories, some at a time; and what was
 * counted of a history while it was being deleted.
 */
export async function sweepPlays(
  db: Knex,
  before: number | null,
  signal?: AbortSignal,
): Promise<number> {
  const until = before === null ? null : firstKept(before)
  let deleted = 0
  for await (const historyId of historiesIn(db, playTable)) {
    const isKept = await hasOwner(db, historyId)
    if (isKept && until === null) continue
    for (;;) {
      if (signal?.aborted) return deleted
      const ids = await read(db, () => {
        const plays = playRows(db).where({ history_id: historyId })
        if (isKept) void plays.where('started_at', '<', until)
        return plays.orderBy('started_at').limit(atOnce).pluck('id')
      })
      await transact(db, (trx) => deletePlays(trx, ids))
      deleted += ids.length
      if (ids.length < atOnce) break
    }
  }
  await sweepCounts(db, signal)
  return deleted
}

async function sweepCounts(db: Knex, signal?: AbortSignal): Promise<void> {
  for (const table of countedTables) {
    for await (const historyId of historiesIn(db, table)) {
      if (signal?.aborted) return
      if (!(await hasOwner(db, historyId))) await transact(db, (trx) => forgetSums(trx, historyId))
    }
  }
}

async function hasOwner(db: Knex, historyId: number): Promise<boolean> {
  const row = await read(db, () => db(ownerTable).where({ number: historyId }).first('number'))
  return row !== undefined
}

/** One step of the index each: neither database skips through it by itself. */
export async function* historiesIn(db: Knex, table: string): AsyncGenerator<number> {
  for (let last = -1; ;) {
    const row = await read(db, () =>
      db(table).where('history_id', '>', last).orderBy('history_id').first('history_id'),
    )
    if (!row) return
    last = row.history_id
    yield last
  }
}
