import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedBreaker } from '../../../src/model/breaker.ts'
import type { User } from '../../../src/model/household.ts'
import { keptMs, spanMs } from '../../../src/model/source-health.ts'
import type { HealthDelta } from '../../../src/model/source-health.ts'
import { createHealthService } from '../../../src/services/health/service.ts'
import { createHealthStore } from '../../../src/storage/repositories/source-health.ts'
import { dialects } from '../../support/dialects.ts'

const { hour, day } = spanMs
const owner = {
  configuration: 1,
  userData: {
    sources: [{ type: 'stremio', id: 'alpha', url: 'http://127.0.0.1:9/manifest.json' }],
  },
  profile: { isOwner: true },
  via: 'password',
} as unknown as User

function hoursBetween(from: number, to: number): HealthDelta[] {
  const answers = fc.sample(fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 6 }), {
    numRuns: Math.ceil((to - from) / hour),
    seed: 11,
  })
  return answers.map((latencies, index) => ({
    configuration: 1,
    area: 'streams',
    subject: 'alpha',
    hour: from + index * hour,
    answered: latencies.length,
    remembered: index % 3,
    failures: index % 4 === 0 ? { timeout: 1, status: index % 5 } : { connect: 2 },
    results: 10 * index,
    kept: index,
    latencies,
  }))
}

/** The date that the calendar of a zone shows, by another library than the one that is tested. */
function dateIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  return (at) => format.format(at)
}

function counted(hours: readonly HealthDelta[]) {
  const sum = (of: (one: HealthDelta) => number) => hours.reduce((all, one) => all + of(one), 0)
  return {
    answered: sum(({ answered }) => answered),
    remembered: sum(({ remembered }) => remembered),
    results: sum(({ results }) => results),
    kept: sum(({ kept }) => kept),
    timeout: sum(({ failures }) => failures.timeout ?? 0),
    status: sum(({ failures }) => failures.status ?? 0),
    connect: sum(({ failures }) => failures.connect ?? 0),
  }
}

type Figures = Awaited<
  ReturnType<ReturnType<typeof createHealthService>['sources']>
>[number]['buckets'][number]

function countsOf({ answered, remembered, results, kept, failures }: Figures) {
  const { timeout = 0, status = 0, connect = 0 } = failures
  return { answered, remembered, results, kept, timeout, status, connect }
}

function expectPercentiles({ p50, p95, p99 }: Figures, hours: readonly HealthDelta[]): void {
  const all = hours.flatMap(({ latencies }) => latencies)
  for (const [share, limit] of [
    [0.5, p50],
    [0.95, p95],
    [0.99, p99],
  ] as const) {
    expect(Math.abs(shareBelow(all, limit!) - share)).toBeLessThan(1.5 / all.length + 0.01)
  }
}

function shareBelow(values: readonly number[], limit: number): number {
  return values.filter((value) => value <= limit).length / values.length
}

describe.each(dialects)('days of the health of sources on $name', ({ skip, openMigrated }) => {
  async function open(hours: readonly HealthDelta[], now: number) {
    const store = createHealthStore(await openMigrated())
    await store.add(hours)
    await store.prune(now)
    const service = createHealthService({
      store,
      recorder: { flush: () => Promise.resolve() },
      client: { breakerOf: () => closedBreaker },
      trackers: { breakersOf: () => Promise.resolve(new Map()) },
      now: () => now,
    })
    const ask = async (
      from: number,
      timeZone: string,
      bucket: 'day' | 'all' = 'day',
      to: number | null = null,
    ) => {
      const asked = { from, to, bucket, timeZone, area: 'streams' } as const
      const [found] = await service.sources(owner, asked)
      return found!.buckets
    }
    return { store, ask }
  }

  it.skipIf(skip).each([
    ['Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-31T12:00:00Z', [24, 23, 24, 24]],
    ['Europe/Berlin', '2026-10-23T22:00:00Z', '2026-10-27T12:00:00Z', [24, 25, 24, 24]],
    ['Europe/London', '2026-03-28T00:00:00Z', '2026-03-31T12:00:00Z', [24, 23, 24, 24]],
    ['Asia/Kolkata', '2026-05-01T18:30:00Z', '2026-05-04T12:00:00Z', [24, 24, 24]],
    ['UTC', '2026-05-01T00:00:00Z', '2026-05-03T12:00:00Z', [24, 24, 24]],
  ])('are sums of the hours that begin in them: %s, %s', async (zone, first, last, lengths) => {
    const [from, now] = [Date.parse(first), Date.parse(last)]
    const hours = hoursBetween(from - (from % day) - 2 * day, now + 2 * day)
    const { ask } = await open(hours, now)
    const dateOf = dateIn(zone)
    const byDate = Map.groupBy(hours, ({ hour: at }) => dateOf(at))
    const buckets = await ask(from + 3 * hour, zone)
    expect(buckets[0]!.from).toBe(from)
    expect(buckets.map((one) => byDate.get(dateOf(one.from))!.length)).toEqual(lengths)
    for (const one of buckets) {
      const ofDay = byDate.get(dateOf(one.from))!
      expect(dateOf(one.from - 1)).not.toBe(dateOf(one.from))
      expect(countsOf(one)).toEqual(counted(ofDay))
      expectPercentiles(one, ofDay)
    }
  })

  it.skipIf(skip)(
    'are those of UTC where no hours are kept, and lose and repeat nothing',
    async () => {
      const now = Date.parse('2026-06-20T12:00:00Z')
      const begin = Date.parse('2026-05-10T00:00:00Z')
      const hours = hoursBetween(begin, now)
      const { ask } = await open(hours, now)
      const hoursSince = Math.ceil((now - keptMs.hour) / day) * day
      for (const zone of [
        'Europe/Berlin',
        'America/New_York',
        'Asia/Kolkata',
        'Pacific/Auckland',
      ]) {
        const buckets = await ask(begin, zone)
        const dateOf = dateIn(zone)
        for (const [index, one] of buckets.entries()) {
          const end = buckets[index + 1]?.from ?? Infinity
          const within = hours.filter(({ hour: at }) => at >= one.from && at < end)
          expect(countsOf(one)).toEqual(counted(within))
          const isMidnight = dateOf(one.from - 1) !== dateOf(one.from)
          expect(one.from > hoursSince ? isMidnight : one.from % day === 0).toBe(true)
        }
        expect(buckets[0]!.from).toBe(begin)
        expect(await ask(begin + hour, zone)).toEqual(buckets)
      }
    },
  )

  it.skipIf(skip).each([
    ['an hour', 90 * 60_000],
    ['days that begin and end within those of UTC', 9 * day + 5 * hour],
    ['more than hours are kept for', 60 * day],
  ])('are one bucket where all of the time is asked for: %s', async (_time, length) => {
    const now = Date.parse('2026-06-20T12:20:00Z')
    const hours = hoursBetween(Date.parse('2026-04-01T00:00:00Z'), now)
    const { ask } = await open(hours, now)
    const buckets = await ask(now - length, 'Europe/Berlin', 'all')
    expect(buckets).toHaveLength(1)
    const [all] = buckets
    expect(all!.from).toBeLessThanOrEqual(now - length)
    expect(all!.from).toBeGreaterThan(now - length - (length > keptMs.hour ? day : hour))
    const within = hours.filter(({ hour: at }) => at >= all!.from)
    expect(countsOf(all!)).toEqual(counted(within))
    expectPercentiles(all!, within)
  })

  it.skipIf(skip)('are one bucket of a time that has ended, with its last day', async () => {
    const now = Date.parse('2026-06-20T12:20:00Z')
    const from = Date.parse('2026-05-09T00:00:00Z')
    const hours = hoursBetween(from, now)
    const { ask } = await open(hours, now)
    for (const [to, end] of [
      ['2026-05-11T00:00:00Z', '2026-05-11T00:00:00Z'],
      ['2026-05-11T12:20:00Z', '2026-05-12T00:00:00Z'],
      ['2026-05-31T12:20:00Z', '2026-05-31T13:00:00Z'],
    ] as const) {
      const buckets = await ask(from, 'Europe/Berlin', 'all', Date.parse(to))
      const within = hours.filter(({ hour: at }) => at < Date.parse(end))
      expect(buckets.map(countsOf)).toEqual([counted(within)])
    }
  })

  it.skipIf(skip)(
    'count what is added to today, and stay empty where nothing was asked',
    async () => {
      const now = Date.parse('2026-05-05T12:00:00Z')
      const { store, ask } = await open([], now)
      const from = now - 3 * day
      const answered = async () =>
        (await ask(from, 'Europe/Berlin')).map((one) => [one.answered, one.p50])
      const empty = [0, null]
      expect(await answered()).toEqual([empty, empty, empty, empty])
      const [added] = hoursBetween(now, now + hour)
      await store.add([{ ...added!, answered: 2, latencies: [100, 100] }])
      expect(await answered()).toEqual([empty, empty, empty, [2, 100]])
    },
  )
})
