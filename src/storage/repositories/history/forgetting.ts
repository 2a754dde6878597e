import type { Knex } from 'knex'
import { read, transact, write } from '../../guard.ts'
import { staleDayRows } from '../plays/stale-days.ts'
import { playRows } from '../plays/rows.ts'
import { forgetSums } from '../plays/sums.ts'
import { clearSomePlays } from './plays.ts'
import { historyRows } from './rows.ts'

export type RemovedUser = {
  readonly configuration: number
  readonly profile_id: string
  readonly removed_at: number
}

/** Rows deleted at once. */
const atOnce = 2_000

export function removedUsers(on: Knex) {
  return on<RemovedUser>('removed_users')
}

/** Deletes everything of a history but its owner, some at a time, so that others get their turn in between. */
export async function emptyHistory(db: Knex, historyId: number): Promise<void> {
  for (;;) {
    const gone = await read(db, () =>
      historyRows(db).where({ viewer: historyId }).limit(atOnce).pluck('number'),
    )
    if (gone.length === 0) break
    await write(db, () => historyRows(db).whereIn('number', gone).delete())
  }
  while (await transact(db, (trx) => clearSomePlays(trx, historyId, Number.MAX_SAFE_INTEGER)));
  await transact(db, (trx) => forgetSums(trx, historyId))
  await write(db, () => db('title_ids').where({ viewer: historyId }).delete())
}

/** What was written while it was emptied, and little of it; call it in a transaction that holds the history's lock. */
export async function forgetRest(trx: Knex, historyId: number): Promise<void> {
  await historyRows(trx).where({ viewer: historyId }).delete()
  await staleDayRows(trx).where({ history_id: historyId }).delete()
  await playRows(trx).where({ history_id: historyId }).delete()
  await forgetSums(trx, historyId)
  await trx('title_ids').where({ viewer: historyId }).delete()
}
