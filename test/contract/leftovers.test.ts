import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createDeviceStore } from '../../src/storage/repositories/devices.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { findLeftovers } from '../../src/storage/repositories/leftovers.ts'
import { createDisplayPreferenceStore } from '../../src/storage/repositories/display-preferences.ts'
import { dialects } from '../support/dialects.ts'
import { startService } from '../support/service.ts'

describe.each(dialects)('what a removed configuration leaves, on $name', (dialect) => {
  it.skipIf(dialect.skip)('is found until it is removed as well', async () => {
    const db = await dialect.openMigrated()
    const configurations = createConfigurationStore(db)
    const add = (uuid: string) =>
      configurations.insert({ uuid, passwordHash: 'hash', sealed: new Uint8Array(1) })
    const [kept, gone] = [
      await add('00000000-0000-4000-8000-000000000001'),
      await add('00000000-0000-4000-8000-000000000002'),
    ]
    const [history, devices] = [createHistoryStore(db), createDeviceStore(db)]
    for (const number of [kept, gone]) {
      await history.historyIdOf(number, 'a'.repeat(32))
      await createDisplayPreferenceStore(db).set(number, 'a'.repeat(32), 'app', 'home', '{}')
    }
    expect(await findLeftovers(db)).toEqual([])

    await configurations.remove('00000000-0000-4000-8000-000000000002')
    expect(await findLeftovers(db)).toEqual([gone])
    await devices.forget(gone)
    expect(await findLeftovers(db)).toEqual([gone])
    await history.forget(gone)
    expect(await findLeftovers(db)).toEqual([])
  })
})

it('is removed at the next start of a service that died while it removed a configuration', async () => {
  const first = await startService()
  const { uuid, password } = await first.createUser()
  const header = 'MediaBrowser Client="App", Device="TV", DeviceId="tv", Version="1"'
  const { status } = await first.request('/Users/AuthenticateByName', {
    method: 'POST',
    headers: { authorization: header },
    json: { Username: uuid, Pw: password },
  })
  expect(status).toBe(200)
  await first.close()

  const db = openDatabase({ dialect: 'sqlite', file: join(first.dataDir, 'service.db') })
  await db('configurations').where({ uuid }).delete()
  expect(await findLeftovers(db)).toHaveLength(1)
  await startService({ DATA_DIR: first.dataDir })
  await expect.poll(() => findLeftovers(db)).toEqual([])
  await closeDatabase(db)
})
