import type { Knex } from 'knex'
import type { DisplayPreferenceStore } from '../../model/device-store.ts'
import { read, write } from '../guard.ts'

type Row = {
  configuration: number
  profile_id: string
  client: string
  name: string
  value: string
}

const table = 'preferences'

export function createDisplayPreferenceStore(db: Knex): DisplayPreferenceStore {
  const rows = () => db<Row>(table)

  return {
    async get(configuration, profileId, client, name) {
      const key = { configuration, profile_id: profileId, client, name }
      const row = await read(db, () => rows().where(key).first('value'))
      return row?.value ?? null
    },

    async set(configuration, profileId, client, name, value) {
      const row = { configuration, profile_id: profileId, client, name, value }
      const key = ['configuration', 'profile_id', 'client', 'name']
      await write(db, () => rows().insert(row).onConflict(key).merge(['value']))
    },

    async count(configuration, profileId) {
      const [row] = await read(db, () =>
        rows().where({ configuration, profile_id: profileId }).count({ count: '*' }),
      )
      return Number(row?.['count'] ?? 0)
    },

    async ofProfiles(configuration, profileIds, client, name) {
      const found = await read(db, () =>
        rows()
          .where({ configuration, client, name })
          .whereIn('profile_id', [...profileIds])
          .select('profile_id', 'value'),
      )
      return new Map(found.map(({ profile_id, value }) => [profile_id, value]))
    },

    async keepProfiles(configuration, profileIds) {
      await write(db, () =>
        rows()
          .where({ configuration })
          .whereNotIn('profile_id', [...profileIds])
          .delete(),
      )
    },
  }
}
