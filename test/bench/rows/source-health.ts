import type { HealthDelta } from '../../../src/model/source-health.ts'
import { createHealthStore } from '../../../src/storage/repositories/source-health.ts'
import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Figure } from '../table.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from './history/load.ts'
import type { Row } from './row.ts'

const sources = 10
const days = 30
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How ten sources answered for thirty days, as a dashboard asks for it. */
export const sourceHealth: Row = async ({ quick }) => {
  const dataDir = makeTemporaryFolder()
  const ids = Array.from({ length: sources }, (_, index) => `source-${index}`)
  let service = await startService(dataDir)
  const account = await service.createUser({
    sources: ids.map((id) => ({
      type: 'stremio',
      id,
      url: `http://127.0.0.1:9/${id}/manifest.json`,
    })),
  })
  await service.stop()
  const now = Date.now()
  await withDatabase({ dataDir, url: null }, async (db) => {
    const { number } = await db('configurations').first<{ number: number }>('number')
    await createHealthStore(db).add(deltasOf(number, ids, now))
  })
  service = await startService(dataDir)
  try {
    const from = new Date(now - days * dayMs).toISOString()
    const figures: Figure[] = []
    for (const [bucket, timeZone, most] of [
      ['DAY', 'UTC', 15],
      ['DAY', 'Europe/Berlin', 15],
      ['HOUR', 'UTC', null],
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
        work: `health of ${sources} sources, ${days} days by ${bucket.toLowerCase()} of ${timeZone}`,
        measured: median(times),
        unit: 'ms',
        target: most === null ? null : { most },
      })
    }
    return figures
  } finally {
    await service.stop()
  }
}

function deltasOf(configuration: number, ids: readonly string[], now: number): HealthDelta[] {
  const begin = Math.floor(now / hourMs) * hourMs - days * dayMs
  return ids.flatMap((subject) =>
    Array.from({ length: days * 24 }, (_, index) => ({
      configuration,
      area: 'streams' as const,
      subject,
      hour: begin + index * hourMs,
      answered: 5,
      remembered: 1,
      failures: { timeout: 1 },
      results: 200,
      kept: 20,
      latencies: [100, 200, 300, 400, 500 + index],
    })),
  )
}
