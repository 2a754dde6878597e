import type { Knex } from 'knex'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import { makeDurable } from '../durable.ts'
import { read, transact, write } from '../guard.ts'
import { rowsOf } from '../statement.ts'

export type ConfigurationRow = {
  number: number
  uuid: string
  password_hash: string
  credential_version: number
  revision: number
  sealed: Buffer
  created_at: number
  updated_at: number
}

export const configurationTable = 'configurations'
const byUuid = `select * from \`${configurationTable}\` where uuid = ? limit 1`

/**
 * MySQL refuses text outside ASCII for this column and ignores trailing spaces; SQLite does neither. Anything that cannot be
 * a UUID becomes one text that no row has.
 */
function comparable(uuid: string): string {
  return /^[\da-f-]{36}$/i.test(uuid) ? uuid : ''
}

export function createConfigurationStore(db: Knex): ConfigurationStore {
  const rows = (on: Knex = db) => on<ConfigurationRow>(configurationTable)

  return {
    async find(uuid) {
      const values = [comparable(uuid)]
      const [row] = await read(db, () => rowsOf<ConfigurationRow>(db, byUuid, values))
      return row ? toConfiguration(row) : null
    },

    async findByRowId(number) {
      const row = await read(db, () => rows().where({ number }).first())
      return row ? toConfiguration(row) : null
    },

    async findExisting(uuids) {
      const wanted = uuids.map(comparable)
      const found = await read(db, () => rows().whereIn('uuid', wanted).select('uuid'))
      return new Set(found.map(({ uuid }) => uuid))
    },

    async insert({ uuid, passwordHash, sealed }) {
      const now = Date.now()
      const row: Omit<ConfigurationRow, 'number'> = {
        uuid,
        password_hash: passwordHash,
        credential_version: 1,
        revision: 1,
        sealed: asBuffer(sealed),
        created_at: now,
        updated_at: now,
      }
      const [number] = await write(db, () => rows().insert(row))
      // Nobody can recover its UUID, so it must not be lost.
      await makeDurable(db)
      return number!
    },

    async replace(wanted, sealed, expected) {
      const uuid = comparable(wanted)
      const update = (on: Knex, target: Partial<ConfigurationRow>) =>
        rows(on)
          .where(target)
          .update({
            sealed: asBuffer(sealed),
            revision: on.raw('revision + 1'),
            updated_at: Date.now(),
          })
      if (expected !== null) {
        const changed = await write(db, () => update(db, { uuid, revision: expected }))
        await makeDurable(db)
        return changed > 0 ? expected + 1 : null
      }
      const revision = await transact(db, async (trx) => {
        // The update comes first: its lock keeps the revision from rising before it is read.
        if ((await update(trx, { uuid })) === 0) return null
        const row = await rows(trx).where({ uuid }).first('revision')
        return row!.revision
      })
      await makeDurable(db)
      return revision
    },

    async setPassword(uuid, passwordHash, expected) {
      const changed = await write(db, () =>
        rows()
          .where({ uuid: comparable(uuid), credential_version: expected })
          .update({
            password_hash: passwordHash,
            credential_version: expected + 1,
            updated_at: Date.now(),
          }),
      )
      await makeDurable(db)
      return changed > 0
    },

    async remove(wanted, expected = null) {
      const target = { uuid: comparable(wanted), ...(expected !== null && { revision: expected }) }
      return (await write(db, () => rows().where(target).delete())) > 0
    },
  }
}

export function toConfiguration(row: ConfigurationRow): StoredConfiguration {
  return {
    rowId: row.number,
    uuid: row.uuid,
    passwordHash: row.password_hash,
    credentialVersion: row.credential_version,
    revision: row.revision,
    sealed: row.sealed,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
