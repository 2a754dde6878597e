import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import { bucketStarts } from '../../src/services/activity/time-buckets.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { KeptCache } from '../../src/storage/repositories/plays/kept-cache.ts'
import { mostStreams } from '../../src/storage/repositories/plays/kept-streams.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { countStreams } from '../../src/storage/repositories/plays/streams.ts'
import { dialects } from '../support/dialects.ts'
import { ann, everyPlay, fits, insertPlays, kim, olga, somePlays } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 20)
const to = from + 364 * dayMs
const plays = somePlays(300, from, to)
const readers = [
  { historyId: 1, profileIds: [olga, ann] },
  { historyId: 2, profileIds: [kim] },
]
const budget = { left: Infinity }

/** The most that are open at once from each start to the next. */
function mostOpen(some: typeof plays, starts: readonly number[]): readonly number[] {
  const openAt = (at: number) => {
    const open = some.filter(({ started_at, ended_at }) => started_at <= at && at < ended_at)
    // One device plays one thing at a time; all plays in Stremio have one device.
    const streams = open.map((play) =>
      play.origin === 'stremio' ? play : (play.device_id ?? play),
    )
    return new Set(streams).size
  }
  return starts.slice(0, -1).map((start, place) => {
    const begun = some.map((play) => play.started_at)
    const within = begun.filter((at) => at > start && at < starts[place + 1]!)
    return Math.max(...[start, ...within].map(openAt))
  })
}

describe.each(dialects)('Statements of a question on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    await insertPlays(db, plays)
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    let statements = 0
    db.on('query', () => void statements++)
    return {
      db,
      measured: async <Answer>(ask: () => Promise<Answer>) => {
        const before = statements
        const answer = await ask()
        return { answer, statements: statements - before }
      },
    }
  }

  async function markEveryFourthDay(db: Knex): Promise<void> {
    for (let day = 0; day < 364; day += 4) {
      for (const { historyId } of readers) await expireDays(db, historyId, [from + day * dayMs])
    }
  }

  it.skipIf(skip).each([
    ['of any app', {}],
    ['of one app', { clients: ['Some App'] }],
  ])('are no more for many titles than for one, %s', async (_apps, filter: Partial<PlayFilter>) => {
    const { db, measured } = await open()
    await expireDays(db, 1, [from, to - dayMs])
    await expireDays(db, 2, [from])
    const asked = (keys: readonly string[]) => {
      const titles = new Map(readers.map(({ historyId }) => [historyId, keys]))
      return { ...everyPlay, readers, ...filter, titles, from, to }
    }
    const ask = (keys: readonly string[]) =>
      measured(() =>
        countPlays(db, {
          filter: asked(keys),
          groupBy: null,
          slots: { kind: 'line', starts: [from, to] },
        }),
      )
    const one = await ask(['tt1'])
    const many = await ask(['tt1', ...Array.from({ length: 299 }, (_, index) => `tt9${index}`)])
    expect(many.statements).toBe(one.statements)
    const fitting = plays.filter((play) => fits(play, asked(['tt1'])))
    expect(one.answer).toEqual([expect.objectContaining({ plays: fitting.length })])
    expect(many.answer).toEqual(one.answer)
  })

  it.skipIf(skip).each([
    ['day', 364],
    ['hour', 80],
  ] as const)(
    'about streams are no more for days changed here and there than for the whole time: each %s',
    async (bucket, days) => {
      const { db, measured } = await open()
      await markEveryFourthDay(db)
      const time = { from: from + 5_000, to: from + days * dayMs - 5_000 }
      const starts = bucketStarts(time, bucket, 'Asia/Kathmandu')
      const query = { filter: { ...everyPlay, readers, ...time }, starts }
      const whole = await measured(() => countStreams(db, query, budget))
      const cache = new KeptCache()
      const standing = 1
      for (const _time of ['first', 'second']) {
        const asked = await measured(() => mostStreams(db, query, budget, cache))
        expect(asked.answer).toEqual(whole.answer)
        expect(asked.statements).toBeLessThanOrEqual(whole.statements + standing)
      }
    },
  )

  it.skipIf(skip)(
    'whose counts are held are one, and three with stale days here and there',
    async () => {
      const { db, measured } = await open()
      const query = {
        filter: { ...everyPlay, readers, from, to },
        groupBy: 'user',
        slots: { kind: 'line', starts: bucketStarts({ from, to }, 'month', 'UTC') },
      } as const
      const cache = new KeptCache()
      const ask = () => measured(() => countPlays(db, query, budget.left, cache))
      const first = await ask()
      const held = await ask()
      expect(held.statements).toBe(1)
      await markEveryFourthDay(db)
      await ask()
      const changed = await ask()
      expect(changed.statements).toBe(3)
      for (const { answer } of [held, changed])
        expect(new Set(answer)).toEqual(new Set(first.answer))
    },
  )

  const both = (keys: readonly string[]) => new Map([1, 2].map((historyId) => [historyId, keys]))
  it.skipIf(skip).each([
    ['one episode', { items: both(['tt1:1:1']) }],
    ['one season', { titles: both(['tt1']), season: 1 }],
  ])(
    'about %s are no more for a year than for a month, and tell the same as plays do',
    async (_what, part: Partial<PlayFilter>) => {
      const { db, measured } = await open()
      const ask = (days: number) => {
        const filter = { ...everyPlay, readers, ...part, from, to: from + days * dayMs }
        const starts = bucketStarts(filter, 'day', 'Europe/Berlin')
        const slots = { kind: 'line', starts } as const
        return measured(async () => ({
          streams: await mostStreams(db, { filter, starts }, budget, new KeptCache()),
          counts: await countPlays(db, { filter, groupBy: 'client', slots }),
          fitting: plays.filter((play) => fits(play, filter)),
          plain: mostOpen(
            plays.filter((play) => play.origin !== 'import' && fits(play, filter)),
            starts,
          ),
        }))
      }
      const month = await ask(30)
      const year = await ask(364)
      expect(year.statements).toBe(month.statements)
      const { counts, fitting, streams } = year.answer
      expect(counts.reduce((sum, { plays: count }) => sum + count, 0)).toBe(fitting.length)
      expect(fitting.length).toBeGreaterThan(5)
      expect(Math.max(...streams)).toBeGreaterThan(0)
      expect(streams).toEqual(year.answer.plain)
    },
  )

  it.skipIf(skip)('about one title by device are no more for a year than for a month', async () => {
    const { db, measured } = await open()
    const ask = (days: number) => {
      const time = { from, to: from + days * dayMs }
      const filter = { ...everyPlay, readers, titles: both(['tt1']), ...time }
      const slots = { kind: 'line', starts: [time.from, time.to] } as const
      return measured(() => countPlays(db, { filter, groupBy: 'device', slots }))
    }
    const month = await ask(30)
    const year = await ask(364)
    expect(year.statements).toBe(month.statements)
    const known = plays.filter(({ title_key, started_at }) => {
      return title_key === 'tt1' && started_at < from + 364 * dayMs
    })
    expect(year.answer.reduce((sum, count) => sum + count.plays, 0)).toBe(known.length)
  })
})
