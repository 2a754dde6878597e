import type { Knex } from 'knex'
import type { PersonalAddressStore, StoredCode } from '../../model/personal-address.ts'
import { read, write } from '../guard.ts'

type Row = {
  configuration: number
  profile_id: string
  code_hash: string
  sealed_code: Uint8Array
}

const key = ['configuration', 'profile_id']

export function createPersonalAddressStore(db: Knex): PersonalAddressStore {
  const rows = () => db<Row>('personal_addresses')

  return {
    async find(codeHash) {
      const row = await read(db, () => rows().where('code_hash', codeHash).first())
      return row ? { configuration: row.configuration, profileId: row.profile_id } : null
    },

    async list(configuration, profileIds) {
      const found = await read(db, () =>
        rows().where({ configuration }).whereIn('profile_id', profileIds),
      )
      return found.map((row) => ({
        profileId: row.profile_id,
        codeHash: row.code_hash,
        sealed: row.sealed_code,
      }))
    },

    async add(configuration, codes) {
      const added = codes.map((code) => toRow(configuration, code))
      await write(db, () => rows().insert(added).onConflict(key).ignore())
    },

    async replace(configuration, code) {
      await write(db, () => rows().insert(toRow(configuration, code)).onConflict(key).merge())
    },

    async keepProfiles(configuration, profileIds) {
      await write(db, () =>
        rows().where({ configuration }).whereNotIn('profile_id', profileIds).delete(),
      )
    },

    async forget(configuration) {
      await write(db, () => rows().where({ configuration }).delete())
    },
  }
}

function toRow(configuration: number, { profileId, codeHash, sealed }: StoredCode): Row {
  return {
    configuration,
    profile_id: profileId,
    code_hash: codeHash,
    sealed_code: sealed,
  }
}
