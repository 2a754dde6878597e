import { describe, expect, it } from 'vitest'
import { sourceAreas, spanMs } from '../../../src/model/source-health.ts'
import type { HealthArea, HealthStore } from '../../../src/model/source-health.ts'
import { createHealthBuckets, healthStarts } from '../../../src/services/health/buckets.ts'
import { createHealthStore } from '../../../src/storage/repositories/source-health.ts'
import { sqlite } from '../../support/dialects.ts'

const { hour, day } = spanMs
const now = Date.parse('2026-05-05T12:20:00Z')
const subject = { configuration: 1, areas: ['streams'] } as const

async function openBuckets() {
  const store = createHealthStore(await sqlite.openMigrated())
  const add = (at: number, answered: number) =>
    store.add([
      {
        configuration: 1,
        area: 'streams',
        subject: 'alpha',
        hour: at - (at % hour),
        answered,
        remembered: 0,
        failures: {},
        results: 0,
        kept: 0,
        latencies: [100],
      },
    ])
  const read: string[] = []
  const note = (begin: number, end: number) =>
    read.push(`${new Date(begin).toISOString()} ${new Date(end).toISOString()}`)
  const noting: Pick<HealthStore, 'list' | 'sum' | 'sumHours'> = {
    list: (configuration, areas, span, from, to) => {
      note(from, to)
      return store.list(configuration, areas, span, from, to)
    },
    sum: (...asked) => store.sum(...asked),
    sumHours: (configuration, areas, starts) => {
      note(starts[0]!, starts.at(-1)!)
      return store.sumHours(configuration, areas, starts)
    },
  }
  const readBuckets = createHealthBuckets(noting)
  const ask = async (bucket: 'hour' | 'day', timeZone: string, from: number, at = now) => {
    const starts = healthStarts({ from, bucket, timeZone }, at)
    read.length = 0
    const found = await readBuckets(subject, bucket, starts, at)
    const counts = found.flatMap(({ from: begin, bySubject }) => {
      const figures = bySubject.get('streams')?.get('alpha')
      return figures ? [[begin, figures.answered]] : []
    })
    return { counts, read: [...read] }
  }
  return { add, ask }
}

it.each([
  ['hour', 'UTC', '2026-05-05T11:00:00.000Z 2026-05-05T13:00:00.000Z'],
  ['day', 'UTC', '2026-05-05T00:00:00.000Z 2026-05-06T00:00:00.000Z'],
  ['day', 'Europe/Berlin', '2026-05-04T22:00:00.000Z 2026-05-05T22:00:00.000Z'],
] as const)('past buckets are read once: each %s of %s', async (bucket, zone, rest) => {
  const { add, ask } = await openBuckets()
  for (let at = now - 9 * day; at < now; at += 5 * hour) await add(at, 3)
  const first = await ask(bucket, zone, now - 8 * day)
  const again = await ask(bucket, zone, now - 8 * day)
  expect(again.counts).toEqual(first.counts)
  expect(again.counts.length).toBeGreaterThan(7)
  expect(again.read).toEqual([rest])
})

it('what is still counted is read again, and what came before a longer time is added', async () => {
  const { add, ask } = await openBuckets()
  await add(now, 1)
  await ask('hour', 'UTC', now - 5 * hour)
  await add(now, 2)
  await add(now - 9 * hour, 4)
  const { counts } = await ask('hour', 'UTC', now - 10 * hour)
  expect(counts).toEqual([
    [now - (now % hour) - 9 * hour, 4],
    [now - (now % hour), 3],
  ])
})

it('hours and days that begin together are told apart', async () => {
  const { add, ask } = await openBuckets()
  const midnight = now - (now % day) - day
  await add(midnight, 1)
  await add(midnight + hour, 1)
  expect((await ask('hour', 'UTC', midnight)).counts[0]).toEqual([midnight, 1])
  expect((await ask('day', 'UTC', midnight)).counts[0]).toEqual([midnight, 2])
})

describe('all hours in which ten sources were busy', () => {
  const areas: readonly HealthArea[] = [...sourceAreas, 'links']
  const busy = { remembered: 0, answered: 9, failures: {}, results: 9, kept: 5 }
  const took = { p50: 100, p95: 200, p99: 300 }
  const sources = Array.from({ length: 10 }, (_, index) => `source ${index}`)
  const month = 30 * 24

  /** Answers how many hours are read from the store at each asking. */
  async function read(memoryShare: number, times: number): Promise<readonly number[]> {
    let hours = 0
    const list: HealthStore['list'] = async (_configuration, _areas, _span, from, to) => {
      const starts = Array.from({ length: (to - from) / hour }, (_, index) => from + index * hour)
      hours += starts.length
      return starts.flatMap((start) =>
        areas.flatMap((area) =>
          sources.map((source) => ({ ...busy, ...took, area, subject: source, from: start })),
        ),
      )
    }
    const sum = async () => []
    const readBuckets = createHealthBuckets({ list, sum, sumHours: sum }, memoryShare)
    const starts = healthStarts({ from: now - month * hour, bucket: 'hour', timeZone: 'UTC' }, now)
    const counts: number[] = []
    for (let time = 0; time < times; time++) {
      hours = 0
      const found = await readBuckets({ configuration: 1, areas }, 'hour', starts, now)
      expect(found).toHaveLength(month + 1)
      for (const { bySubject } of found) {
        expect([...bySubject.values()].map(({ size }) => size)).toEqual([10, 10, 10, 10])
      }
      counts.push(hours)
    }
    return counts
  }

  it('of a month are read once', async () => {
    expect(await read(1, 2)).toEqual([month + 1, 2])
  })

  it('are read in part where there is little memory', async () => {
    const [first, ...again] = await read(0.1, 4)
    expect(first).toBe(month + 1)
    expect(Math.max(...again)).toBeLessThan(month / 2)
  })
})
