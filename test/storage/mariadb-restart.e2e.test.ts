import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createMysql } from '../support/dialects.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { until } from '../support/until.ts'

async function storeOnOwnServer() {
  const mariadb = await ownMariadbServer()
  const { settings } = await createMysql(mariadb.server)
  const db = openDatabase(settings)
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  return { mariadb, db, store: createConfigurationStore(db) }
}

it.skipIf(mariadbMissing).each(['SIGTERM', 'SIGKILL'] as const)(
  'MariaDB ended by %s under load and started again: 503 meanwhile, no accepted write lost',
  async (signal) => {
    const { mariadb, db, store } = await storeOnOwnServer()
    const accepted: string[] = []
    const refusals: unknown[] = []
    const load = { on: true }
    const writer = async (): Promise<void> => {
      while (load.on) {
        const uuid = randomUUID()
        await store
          .insert({ uuid, passwordHash: 'hash', sealed: Buffer.from(uuid) })
          .then(() => accepted.push(uuid))
          .catch((error: unknown) => refusals.push(error))
      }
    }
    const writers = Array.from({ length: 16 }, writer)
    await until('writes', () => accepted.length >= 200)
    await mariadb.stop(signal)
    await until('refusals', () => refusals.length >= 50)
    expect(await isReachable(db)).toBe(false)
    const before = accepted.length
    await mariadb.start()
    await until('writes', () => accepted.length >= before + 200)
    load.on = false
    await Promise.all(writers)

    expect(refusals).toEqual(
      refusals.map(() => expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })),
    )
    for (const uuid of accepted) {
      expect((await store.find(uuid))?.sealed).toEqual(Buffer.from(uuid))
    }
  },
  60_000,
)

it.skipIf(mariadbMissing)(
  'MariaDB gives the number of a removed configuration to nobody, not even after a restart',
  async () => {
    const { mariadb, store } = await storeOnOwnServer()
    const insert = (uuid: string) =>
      store.insert({ uuid, passwordHash: 'hash', sealed: Buffer.from('x') })
    const uuid = randomUUID()
    const number = await insert(uuid)
    await store.remove(uuid)
    await mariadb.stop('SIGTERM')
    await mariadb.start()
    expect(await insert(randomUUID())).toBeGreaterThan(number)
  },
  60_000,
)
