import type { Knex } from 'knex'
import type { PlayReader } from '../../../model/play-filter.ts'
import { sharedRead } from '../../shared-read.ts'
import { rowsOf } from '../../statement.ts'
import { playTable } from './rows.ts'

/** Histories of one statement; SQLite takes 500. */
const atOnce = 400

/** When the first play of any of these histories began, in epoch milliseconds; null: there is none. */
export async function earliestPlay(
  db: Knex,
  readers: readonly PlayReader[],
): Promise<number | null> {
  let first: number | null = null
  for (let start = 0; start < readers.length; start += atOnce) {
    const some = readers.slice(start, start + atOnce).map(({ historyId }) => historyId)
    // The least of each is a step of an index, the least of several is not.
    const each = some.map(
      () => `select (select min(started_at) from ${playTable} where history_id = ?) as at`,
    )
    const sql = `select min(at) as first from (${each.join(' union all ')}) firsts`
    const [row] = await sharedRead(db, `earliest play of ${some.join()}`, () =>
      rowsOf<{ first: number | null }>(db, sql, some),
    )
    const found = row?.first ?? null
    if (found !== null) first = Math.min(found, first ?? found)
  }
  return first
}
