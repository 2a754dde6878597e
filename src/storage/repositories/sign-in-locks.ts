import type { Knex } from 'knex'
import type { LockStore } from '../../model/device-store.ts'
import { transact, write } from '../guard.ts'

type Row = { configuration: number; profile_id: string; failures: number; until: number }

const table = 'sign_in_locks'

/** In the database, so that neither a restart nor another node forgets them. */
export function createLockStore(db: Knex): LockStore {
  const rows = (on: Knex = db) => on<Row>(table)

  return {
    attempt(configuration, profileId, attempts, lockMs) {
      const now = Date.now()
      const key = { configuration, profile_id: profileId }
      return transact(db, async (trx) => {
        // The count comes first: it takes the row's lock in both dialects.
        await rows(trx)
          .insert({ ...key, failures: 1, until: 0 })
          .onConflict(['configuration', 'profile_id'])
          .merge({ failures: trx.raw('failures + 1') as unknown as number })
        const row = await rows(trx).where(key).first()
        if (row && row.until > now) {
          // A refused attempt counts for nothing.
          await rows(trx).where(key).update({ failures: 0 })
          return row.until
        }
        if (!row) return null
        if (row.failures >= attempts) {
          await rows(trx)
            .where(key)
            .update({ failures: 0, until: now + lockMs })
        }
        return null
      })
    },

    async undo(configuration, profileId, attempts) {
      const key = { configuration, profile_id: profileId }
      await transact(db, async (trx) => {
        await rows(trx).where(key).where('failures', '>', 0).decrement('failures')
        // Locked by this attempt, or one at the same time.
        await rows(trx)
          .where({ ...key, failures: 0 })
          .where('until', '>', Date.now())
          .update({ failures: attempts - 1, until: 0 })
      })
    },

    async clear(configuration, profileId) {
      await write(db, () => rows().where({ configuration, profile_id: profileId }).delete())
    },
  }
}
