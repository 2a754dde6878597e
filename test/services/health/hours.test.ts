import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closedBreaker } from '../../../src/model/breaker.ts'
import type { User } from '../../../src/model/household.ts'
import { sourceAreas, spanMs } from '../../../src/model/source-health.ts'
import type { HealthArea, HealthDelta } from '../../../src/model/source-health.ts'
import { createHealthService } from '../../../src/services/health/service.ts'
import { createHealthStore } from '../../../src/storage/repositories/source-health.ts'
import { sqlite } from '../../support/dialects.ts'

const { hour } = spanMs
const now = Date.parse('2026-05-05T12:20:00Z')
const begin = Date.parse('2026-05-05T02:00:00Z')
const hours = 11
const names = ['alpha', 'beta']
const owner = {
  configuration: 1,
  userData: {
    sources: names.map((id) => ({ type: 'stremio', id, url: 'http://127.0.0.1:9/manifest.json' })),
  },
  profile: { isOwner: true },
  via: 'password',
} as unknown as User

const failures = fc.record(
  {
    timeout: fc.integer({ min: 1, max: 4 }),
    paused: fc.integer({ min: 1, max: 4 }),
    status: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
)

const deltas: fc.Arbitrary<HealthDelta[]> = fc.uniqueArray(
  fc.record({
    configuration: fc.constant(1),
    area: fc.constantFrom<HealthArea>(...sourceAreas, 'links', 'tracker'),
    subject: fc.constantFrom(...names),
    hour: fc.integer({ min: 0, max: hours - 1 }).map((index) => begin + index * hour),
    answered: fc.nat(9),
    remembered: fc.nat(9),
    failures,
    results: fc.nat(99),
    kept: fc.nat(99),
    latencies: fc.constant([]),
  }),
  { selector: ({ area, subject, hour: at }) => `${area} ${subject} ${at}`, maxLength: 60 },
)

/** Hour by hour, from what was written alone. */
function counted(written: readonly HealthDelta[], area: HealthArea, subject: string) {
  return Array.from({ length: hours }, (_, index) => {
    const from = begin + index * hour
    const find = (asked: HealthArea) =>
      written.find((one) => one.area === asked && one.subject === subject && one.hour === from)
    const one: Partial<HealthDelta> = find(area) ?? {}
    const { answered = 0, remembered = 0, results = 0, kept = 0, failures: failed = {} } = one
    const { timeout = 0, status = 0, paused = 0 } = failed
    const dead = area === 'streams' ? Object.values(find('links')?.failures ?? {}) : []
    return {
      from,
      asked: answered + timeout + status,
      answered,
      failed: timeout + status,
      unasked: paused,
      timedOut: timeout,
      failures: failed,
      remembered,
      results,
      kept,
      deadLinks: dead.reduce((sum, count) => sum + count, 0),
      p50: null,
      p95: null,
      p99: null,
    }
  })
}

async function open(written: readonly HealthDelta[]) {
  const store = createHealthStore(await sqlite.openMigrated())
  await store.add(written)
  return createHealthService({
    store,
    recorder: { flush: () => Promise.resolve() },
    client: { breakerOf: () => closedBreaker },
    trackers: { breakersOf: () => Promise.resolve(new Map([['gamma', closedBreaker]])) },
    now: () => now,
  })
}

const range = { from: begin, to: null, bucket: 'hour', timeZone: 'UTC' } as const

it('hours of sources, areas and trackers are what was written of them, read or kept', async () => {
  await fc.assert(
    fc.asyncProperty(deltas, async (written) => {
      const service = await open(written)
      const wasAsked = (area: HealthArea, subject: string) =>
        written.some(
          (one) =>
            one.subject === subject &&
            (one.area === area || (area === 'streams' && one.area === 'links')),
        )
      const trackers = names.filter((name) => wasAsked('tracker', name))
      for (const _time of ['read', 'kept']) {
        for (const area of sourceAreas) {
          const found = await service.sources(owner, { ...range, area })
          expect(found.map(({ buckets }) => buckets)).toEqual(
            names.map((name) => counted(written, area, name)),
          )
        }
        const byArea = await service.sourcesByArea(owner, range)
        expect(
          byArea.map(({ areas }) => areas.map(({ area, buckets }) => [area, buckets])),
        ).toEqual(
          names.map((name) =>
            sourceAreas
              .filter((area) => wasAsked(area, name))
              .map((area) => [area, counted(written, area, name)]),
          ),
        )
        const ofTrackers = await service.trackers(owner, range)
        expect(ofTrackers.map(({ tracker, buckets }) => [tracker, buckets])).toEqual(
          [...trackers, 'gamma'].map((name) => [name, counted(written, 'tracker', name)]),
        )
      }
    }),
    { numRuns: 12 },
  )
})
