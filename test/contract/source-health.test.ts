import { describe, expect, it } from 'vitest'
import { keptMs, spanMs } from '../../src/model/source-health.ts'
import type { HealthDelta } from '../../src/model/source-health.ts'
import { createHealthStore } from '../../src/storage/repositories/source-health.ts'
import { dialects } from '../support/dialects.ts'

const day = Date.parse('2026-03-01T00:00:00Z')
const hour = day + 19 * spanMs.hour

function delta(values: Partial<HealthDelta> = {}): HealthDelta {
  return {
    configuration: 1,
    area: 'streams',
    subject: 'alpha',
    hour,
    answered: 0,
    remembered: 0,
    failures: {},
    results: 0,
    kept: 0,
    latencies: [],
    ...values,
  }
}

/** By the nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1]!
}

describe.each(dialects)('the health of sources on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('is added up by hour and by day', async () => {
    const store = createHealthStore(await openMigrated())
    const earlier = hour - spanMs.hour
    await store.add([delta({ hour: earlier, answered: 2, results: 40, latencies: [100, 300] })])
    await store.add([
      delta({ failures: { timeout: 1 }, kept: 7 }),
      delta({ failures: { timeout: 1, status: 2 }, remembered: 3, answered: 1, latencies: [200] }),
    ])
    expect(await store.list(1, ['streams'], 'hour', day, day + spanMs.day)).toEqual([
      expect.objectContaining({ from: earlier, answered: 2, results: 40, failures: {}, p50: 200 }),
      {
        area: 'streams',
        subject: 'alpha',
        from: hour,
        answered: 1,
        remembered: 3,
        results: 0,
        kept: 7,
        failures: { timeout: 2, status: 2 },
        p50: 200,
        p95: 200,
        p99: 200,
      },
    ])
    expect(await store.list(1, ['streams'], 'day', day, day + 1)).toEqual([
      expect.objectContaining({ from: day, answered: 3, failures: { timeout: 2, status: 2 } }),
    ])
    expect(await store.list(1, ['metadata'], 'day', day, day + 1)).toEqual([])
    expect(await store.list(2, ['streams'], 'day', day, day + 1)).toEqual([])
  })

  it.skipIf(skip)('holds percentiles within a hundredth of all that was measured', async () => {
    const store = createHealthStore(await openMigrated())
    const all = Array.from({ length: 900 }, (_, index) => 20 + ((index * 7_919) % 4_000))
    for (let start = 0; start < all.length; start += 300) {
      await store.add([delta({ latencies: all.slice(start, start + 300) })])
    }
    const [found] = await store.list(1, ['streams'], 'hour', hour, hour + 1)
    for (const [value, share] of [
      [found!.p50, 0.5],
      [found!.p95, 0.95],
      [found!.p99, 0.99],
    ] as const) {
      const exact = percentile(all, share)
      expect(Math.abs(value! - exact) / exact).toBeLessThan(0.011)
    }
  })

  it.skipIf(skip)('takes what two nodes add at the same time', async () => {
    const db = await openMigrated()
    const nodes = [createHealthStore(db), createHealthStore(db)]
    const subjects = ['a', 'b', 'c']
    const adding = Array.from({ length: 10 }, (_, index) =>
      nodes[index % 2]!.add(
        subjects
          .toSorted(() => (index % 2 === 0 ? 1 : -1))
          .map((subject) => delta({ subject, answered: 1, latencies: [index + 1] })),
      ),
    )
    await Promise.all(adding)
    const found = await nodes[0]!.list(1, ['streams'], 'day', day, day + 1)
    expect(found.map(({ subject, answered, p99 }) => [subject, answered, p99])).toEqual(
      subjects.map((subject) => [subject, 10, 10]),
    )
  })

  it.skipIf(skip)('goes with time, and with its configuration', async () => {
    const store = createHealthStore(await openMigrated())
    await store.add([delta({ answered: 1 }), delta({ configuration: 2, answered: 1 })])
    await store.prune(hour + keptMs.hour + 1)
    expect(await store.list(1, ['streams'], 'hour', 0, hour + 1)).toEqual([])
    expect(await store.list(1, ['streams'], 'day', 0, hour + 1)).toHaveLength(1)
    await store.forget(1)
    expect(await store.list(1, ['streams'], 'day', 0, hour + 1)).toEqual([])
    expect(await store.list(2, ['streams'], 'day', 0, hour + 1)).toHaveLength(1)
  })
})
