import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { noEvents } from '../../src/services/history/outbox.ts'

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url))

it('repairs counts that are wrong, and says for how many users', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const db = openDatabase({ dialect: 'sqlite', file: join(folder, 'service.db') })
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  const store = createHistoryStore(db)
  const historyId = await store.historyIdOf(1, 'a'.repeat(32))
  const item = {
    name: 'Some Film',
    mediaType: 'movie',
    year: null,
    seriesName: null,
    runtimeMs: null,
    primary: null,
    backdrop: null,
    seriesPrimary: null,
  }
  const film = {
    itemKey: 'tt1',
    titleKey: 'tt1',
    aliases: [],
    kind: 'movie',
    season: null,
    episode: null,
    item,
  } as const
  await store.markPlayed(historyId, [film], 1, noEvents)
  await db('viewers').update({ movies: 7 })
  const run = () =>
    spawnSync(process.execPath, [start, 'history:recount'], {
      cwd: tmpdir(),
      env: { DATA_DIR: folder },
      encoding: 'utf8',
    })
  expect(run().stdout).toBe('1 users were counted wrongly\n')
  expect((await store.counts([historyId]))[0]).toMatchObject({ movies: 1 })
  expect(run()).toMatchObject({ stdout: 'every count was right\n', status: 0 })
})
