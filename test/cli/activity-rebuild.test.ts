import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { markPlays } from '../../src/storage/repositories/plays/marks.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { insertPlays, somePlays } from '../support/plays.ts'

const command = fileURLToPath(new URL('../../src/cli/activity-rebuild.ts', import.meta.url))

it('counts all plays anew, whatever was counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const db = openDatabase({ dialect: 'sqlite', file: join(folder, 'service.db') })
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  const plays = somePlays(60, Date.UTC(2025, 0, 1), Date.UTC(2025, 3, 1))
  await insertPlays(db, plays)
  await markPlays(db, { where: 'true', values: [] })
  await createPlayStore(db).fold()
  const sums = () =>
    db('play_sums').orderBy(['history_id', 'dimension', 'month', 'profile_id', 'kind', 'value'])
  const right = await sums()
  const blobs = { days: Buffer.of(), edges: Buffer.of(), slots: Buffer.of(), quarters: Buffer.of() }
  await db('play_sums')
    .where({ history_id: 1 })
    .update({ value: 'x' })
    .where({ dimension: 1, value: 'Some App' })
  await db('play_sums').where({ history_id: 2 }).update(blobs)
  await db('play_sums').insert({ ...right[0], history_id: 9 })

  const run = spawnSync(process.execPath, [command], {
    env: { DATA_DIR: folder },
    encoding: 'utf8',
  })
  const days = new Set(
    plays.map((play) => `${play.history_id} ${Math.floor(play.started_at / 86_400_000)}`),
  )
  expect(run).toMatchObject({ stdout: `${days.size} days were counted\n`, stderr: '', status: 0 })
  expect(await sums()).toEqual(right)
})
