import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { healthDays, loadHealth, silentSources } from './health/load.ts'
import { withDatabase } from './history/load.ts'
import type { Row } from './row.ts'

const sources = 10
const dayMs = 86_400_000

/** How ten sources answered for thirty days, as a dashboard asks for it. */
export const sourceHealth: Row = async ({ quick }) => {
  const dataDir = makeTemporaryFolder()
  const ids = Array.from({ length: sources }, (_, index) => `source-${index}`)
  let service = await startService(dataDir)
  const account = await service.createUser({
    sources: silentSources(ids),
  })
  await service.stop()
  const now = Date.now()
  await withDatabase({ dataDir, url: null }, (db) => loadHealth(db, ids, now))
  service = await startService(dataDir)
  try {
    const from = new Date(now - healthDays * dayMs).toISOString()
    const figures: Figure[] = []
    for (const [bucket, timeZone, most] of [
      ['DAY', 'UTC', 15],
      ['DAY', 'Europe/Berlin', 15],
      ['HOUR', 'UTC', 15],
    ] as const) {
      const query = `{ sourceHealth(from: "${from}", bucket: ${bucket}, timeZone: "${timeZone}") { source { id name }
        buckets { from asked answered failed timedOut results kept p50 p95 p99 } } }`
      const times: number[] = []
      for (let round = 0; round < (quick ? 8 : 20); round++) {
        const { ms, body } = await service.post('/graphql', { query }, account)
        if (body.includes('"errors"')) throw new Error(body.slice(0, 500))
        if (round >= 3) times.push(ms)
      }
      figures.push({
        work: `health of ${sources} sources, ${healthDays} days by ${bucket.toLowerCase()} of ${timeZone}`,
        measured: median(times),
        unit: 'ms',
        target: { most },
      })
    }
    return figures
  } finally {
    await service.stop()
  }
}
