import type { Knex } from 'knex'
import { createHealthStore } from '../../../../src/storage/repositories/source-health.ts'

export const healthDays = 30
const hourMs = 3_600_000

/** How these sources of the only configuration answered, hour by hour of thirty days. */
export async function loadHealth(db: Knex, ids: readonly string[], now: number): Promise<void> {
  const { number } = await db('configurations').first<{ number: number }>('number')
  const begin = Math.floor(now / hourMs) * hourMs - healthDays * 24 * hourMs
  const deltas = ids.flatMap((subject) =>
    Array.from({ length: healthDays * 24 }, (_, index) => ({
      configuration: number,
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
  await createHealthStore(db).add(deltas)
}

/** Sources of a configuration at which nobody answers. */
export function silentSources(ids: readonly string[]): readonly object[] {
  return ids.map((id) => ({ type: 'stremio', id, url: `http://127.0.0.1:9/${id}/manifest.json` }))
}
