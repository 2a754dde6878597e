import { withService } from '../../service.ts'
import type { Figure } from '../../table.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { dropSums, foldStale } from '../../../../src/storage/repositories/plays/fold.ts'
import { withDatabase } from '../history/load.ts'
import { insertSome } from './load.ts'

const dayMs = 86_400_000

/** The nightly count of a day on which one history has this many plays, or a fifth: its time, and what memory it takes at most. */
export async function foldOfOneDay(count: number): Promise<readonly Figure[]> {
  return [...(await foldOf(count / 5)), ...(await foldOf(count))]
}

async function foldOf(count: number): Promise<readonly Figure[]> {
  const dataDir = makeTemporaryFolder()
  await withService(async () => {}, dataDir)
  return withDatabase({ dataDir, url: null }, async (db) => {
    const begin = Math.floor(Date.now() / dayMs) * dayMs - dayMs
    const owners = [{ historyId: 1, profileId: 'a'.repeat(32) }]
    await insertSome(db, owners, { from: 0, count, begin, step: Math.floor(dayMs / count) })
    await dropSums(db)
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 10)
    const size = count.toLocaleString('en')
    const started = performance.now()
    await foldStale(db)
    const seconds = (performance.now() - started) / 1_000
    clearInterval(watch)
    return [
      {
        work: `nightly count of a day of ${size} plays`,
        measured: seconds,
        unit: 's',
        target: { most: 20 },
      },
      {
        work: `memory for counting a day of ${size} plays`,
        measured: (most - before) / 1e6,
        unit: 'MB more',
        target: { most: 80 },
        isSteady: true,
      },
    ]
  })
}
