import type { Knex } from 'knex'
import type { LockStore } from '../../model/device-store.ts'
import { read, write } from '../guard.ts'

type Row = { configuration: number; profile_id: string; failures: number; until: number }

const table = 'sign_in_locks'

/** Counts in the database, so that neither a restart nor another node forgets them. */
export function createLockStore(db: Knex): LockStore {
  const rows = () => db<Row>(table)

  return {
    async lockedUntil(configuration, profileId) {
      const row = await read(db, () =>
        rows().where({ configuration, profile_id: profileId }).first('until'),
      )
      return row && row.until > Date.now() ? row.until : null
    },

    async fail(configuration, profileId, attempts, lockMs) {
      const now = Date.now()
      const key = { configuration, profile_id: profileId }
      const first = { ...key, failures: 1, until: attempts === 1 ? now + lockMs : 0 }
      // One statement each, so that guesses sent all at once are all counted.
      await write(db, () =>
        rows()
          .insert(first)
          .onConflict(['configuration', 'profile_id'])
          .merge({ failures: db.raw('failures + 1') as unknown as number }),
      )
      await write(db, () =>
        rows()
          .where(key)
          .where('failures', '>=', attempts)
          .update({ failures: 0, until: now + lockMs }),
      )
    },

    async clear(configuration, profileId) {
      await write(db, () => rows().where({ configuration, profile_id: profileId }).delete())
    },
  }
}
