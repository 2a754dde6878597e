import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { importFilms } from '../support/imported-films.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

it('What the previous release has not counted is counted soon after an upgrade', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = await startService({ DATA_DIR: dataDir })
  const auth = await before.createUser({ sources: [], mediaServer: {} })
  await importFilms(before, auth, [1, 100, 200])
  await before.close()
  const db = openDatabase({ dialect: 'sqlite', file: join(dataDir, 'service.db') })
  onTestFinished(() => closeDatabase(db))
  await foldStale(db)
  const months = () => db('detail_months').orderBy('month').select()
  const counted = await months()
  expect(counted).toHaveLength(3)
  await db('detail_months').delete()
  await db('play_details').delete()

  await startService({ DATA_DIR: dataDir })
  const again = await until('months to be counted', months, (rows) => rows.length === 3, {
    timeoutMs: 30_000,
    everyMs: 500,
  })
  expect(again).toEqual(counted)
}, 60_000)
