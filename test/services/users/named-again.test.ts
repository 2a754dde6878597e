import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../../src/storage/database.ts'
import { createHistoryStore } from '../../../src/storage/repositories/history/store.ts'
import { playOf } from '../../support/play-files.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

it('what a user watched outlives a wrong note, also while the media server is switched off', async () => {
  const { createUser, request, dataDir, close } = await startService()
  const auth = await createUser({ mediaServer: { enabled: false, users: [{ name: 'Kim' }] } })
  const { body } = await request('/api/v1/user', { auth })
  const kim: string = body.data.userData.mediaServer.users[0].id
  await close()

  const db = openDatabase({ dialect: 'sqlite', file: join(dataDir, 'service.db') })
  onTestFinished(() => closeDatabase(db))
  const history = createHistoryStore(db)
  const id = await history.historyIdOf(1, kim)
  const own = { restore: false, dryRun: false }
  await history.importPlays(id, [playOf('tt1', 1_000, { profileId: kim })], own)
  await history.noteUsers(1, [], 1_000)
  expect(await db('removed_users').pluck('profile_id')).toEqual([kim])

  await startService({ DATA_DIR: dataDir })
  await until(
    'the first sweep',
    () => db('removed_users').select(),
    (notes) => notes.length === 0,
  )
  expect(await db('plays').pluck('item_key')).toEqual(['tt1'])
})
