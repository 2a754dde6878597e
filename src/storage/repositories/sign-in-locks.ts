import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { LockStore } from '../../model/device-store.ts'
import { read, transact, write } from '../guard.ts'

type Row = {
  configuration: number
  profile_id: string
  failures: number
  until: number
  forget_at: number
}

const table = 'sign_in_locks'
const keptMs = 86_400_000
const formerKeptMs = 30 * keptMs
const prunedAtOnce = 200

/** In the database, so that neither a restart nor another node forgets them. */
export function createLockStore(db: Knex): LockStore {
  const rows = (on: Knex = db) => on<Row>(table)

  return {
    attempt(configuration, profileId, attempts, lockMs) {
      const now = Date.now()
      const key = { configuration, profile_id: profileId }
      const forget_at = now + Math.max(keptMs, lockMs)
      return transact(db, async (trx) => {
        // The count comes first: it takes the row's lock in both dialects.
        await rows(trx)
          .insert({ ...key, failures: 1, until: 0, forget_at })
          .onConflict(['configuration', 'profile_id'])
          .merge({ failures: trx.raw('failures + 1') as unknown as number, forget_at })
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

    async prune(now, signal) {
      const former = { forget_at: now + formerKeptMs }
      await write(db, () => rows().where({ forget_at: 0 }).update(former))
      for (;;) {
        signal?.throwIfAborted()
        const old = () => rows().where('forget_at', '<=', now)
        const found = await read(db, () =>
          old().limit(prunedAtOnce).select('configuration', 'profile_id'),
        )
        if (found.length === 0) return
        const keys = found.map(({ configuration, profile_id }) => [configuration, profile_id])
        await write(db, () => old().whereIn(['configuration', 'profile_id'], keys).delete())
        await setImmediate()
      }
    },
  }
}
