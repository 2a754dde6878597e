import type { Knex } from 'knex'
import { maxDeviceName } from '../../model/device-store.ts'
import type { DeviceStore, StoredDevice } from '../../model/device-store.ts'
import type { TokenOrigin } from '../../model/household.ts'
import { read, transact, write } from '../guard.ts'
import { configurationTable, toConfiguration } from './configurations.ts'
import type { ConfigurationRow } from './configurations.ts'

export type DeviceRow = {
  number: number
  token_hash: string
  configuration: number
  profile_id: string
  device_id: string
  device_name: string
  client: string
  version: string
  origin: string
  secret_mark: string
  created_at: number
  seen_at: number
}

const table = 'devices'
const maxVersion = 100
/** Per profile. Apps that invent a new id at each start must not fill the table. */
const maxDevices = 500

type Joined = DeviceRow & ConfigurationRow & { device_number: number; device_created_at: number }

export function createDeviceStore(db: Knex): DeviceStore {
  const rows = (on: Knex = db) => on<DeviceRow>(table)

  return {
    async find(tokenHash) {
      const row = await read(db, () =>
        db(table)
          .join(configurationTable, 'configuration', `${configurationTable}.number`)
          .where('token_hash', tokenHash)
          // The configuration's columns win where both have one of the same name.
          .first<Joined | undefined>(
            `${table}.*`,
            `${table}.number as device_number`,
            `${table}.created_at as device_created_at`,
            `${configurationTable}.*`,
          ),
      )
      if (!row) return null
      const { device_number: number, device_created_at: created_at } = row
      return { device: toDevice({ ...row, number, created_at }), row: toConfiguration(row) }
    },

    async insert({ tokenHash, configuration, profileId, device, origin, secretMark }) {
      const now = Date.now()
      const row: Omit<DeviceRow, 'number'> = {
        token_hash: tokenHash,
        configuration,
        profile_id: profileId,
        device_id: device.id.slice(0, maxDeviceName),
        device_name: device.name.slice(0, maxDeviceName),
        client: device.client.slice(0, maxDeviceName),
        version: device.version.slice(0, maxVersion),
        origin,
        secret_mark: secretMark,
        created_at: now,
        seen_at: now,
      }
      const { device_id } = row
      return transact(db, async (trx) => {
        const own = () => rows(trx).where({ configuration, profile_id: profileId })
        const same = await own().where({ device_id }).whereNot('origin', 'apiKey').select('number')
        const beyond = await own()
          .orderBy('seen_at', 'desc')
          .limit(100)
          .offset(maxDevices - 1)
          .select('number')
        const ended = [...same, ...beyond].map(({ number }) => number)
        if (ended.length > 0) await rows(trx).whereIn('number', ended).delete()
        const [number] = await rows(trx).insert(row)
        return { rowId: number!, ended }
      })
    },

    async exists(configuration, number) {
      const row = await read(db, () => rows().where({ configuration, number }).first('number'))
      return row !== undefined
    },

    async list(configuration) {
      const found = await read(db, () =>
        rows().where({ configuration }).orderBy('seen_at', 'desc').select(),
      )
      return found.map(toDevice)
    },

    async seen(number) {
      await write(db, () => rows().where({ number }).update({ seen_at: Date.now() }))
    },

    async rename(number, name) {
      const device_name = name.slice(0, maxDeviceName)
      await write(db, () => rows().where({ number }).update({ device_name }))
    },

    async remove(configuration, number) {
      return (await write(db, () => rows().where({ configuration, number }).delete())) > 0
    },

    async forget(configuration) {
      for (const name of [table, 'sign_in_locks', 'preferences']) {
        await write(db, () => db(name).where({ configuration }).delete())
      }
    },
  }
}

export function toDevice(row: DeviceRow): StoredDevice {
  return {
    rowId: row.number,
    configuration: row.configuration,
    profileId: row.profile_id,
    device: {
      id: row.device_id,
      name: row.device_name,
      client: row.client,
      version: row.version,
    },
    origin: row.origin as TokenOrigin,
    secretMark: row.secret_mark,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }
}
