import type { Knex } from 'knex'
import type { AccessScope, AccessTokenStore, StoredAccessToken } from '../../model/access-token.ts'
import { read, transact, write } from '../guard.ts'
import { configurationTable, toConfiguration } from './configurations.ts'
import type { ConfigurationRow } from './configurations.ts'

type Row = {
  number: number
  token_hash: string
  configuration: number
  profile_id: string
  name: string
  scopes: string
  credential_version: number
  created_at: number
  used_at: number | null
  expires_at: number | null
}

type Joined = Row & { token_number: number; made_under: number; made_at: number }

const table = 'access_tokens'

export function createAccessTokenStore(db: Knex): AccessTokenStore {
  const rows = (on: Knex = db) => on<Row>(table)

  return {
    async find(tokenHash) {
      const found = await read(db, () =>
        db(table)
          .join(configurationTable, 'configuration', `${configurationTable}.number`)
          .where('token_hash', tokenHash)
          // The configuration's columns win where both have one of the same name.
          .first<(Joined & ConfigurationRow) | undefined>(
            `${table}.*`,
            `${table}.number as token_number`,
            `${table}.credential_version as made_under`,
            `${table}.created_at as made_at`,
            `${configurationTable}.*`,
          ),
      )
      if (!found) return null
      const { token_number: number, made_under: credential_version, made_at: created_at } = found
      return {
        token: toToken({ ...found, number, credential_version, created_at }),
        row: toConfiguration(found),
      }
    },

    async insert(token, most) {
      const { configuration } = token
      return transact(db, async (trx) => {
        const kept = await rows(trx).where({ configuration }).forUpdate().select('number')
        if (kept.length >= most) return null
        const [number] = await rows(trx).insert(toRow(token))
        return number!
      })
    },

    async list(configuration) {
      const found = await read(db, () =>
        rows().where({ configuration }).orderBy('number', 'desc').select(),
      )
      return found.map(toToken)
    },

    async used(number, at) {
      await write(db, () => rows().where({ number }).update({ used_at: at }))
    },

    async remove(configuration, number) {
      return (await write(db, () => rows().where({ configuration, number }).delete())) > 0
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

function toToken(row: Row): StoredAccessToken {
  return {
    rowId: row.number,
    configuration: row.configuration,
    profileId: row.profile_id,
    name: row.name,
    scopes: row.scopes.split(',') as AccessScope[],
    credentialVersion: row.credential_version,
    createdAt: row.created_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
  }
}

function toRow(token: Parameters<AccessTokenStore['insert']>[0]): Omit<Row, 'number'> {
  return {
    token_hash: token.tokenHash,
    configuration: token.configuration,
    profile_id: token.profileId,
    name: token.name,
    scopes: token.scopes.join(','),
    credential_version: token.credentialVersion,
    created_at: token.createdAt,
    used_at: null,
    expires_at: token.expiresAt,
  }
}
