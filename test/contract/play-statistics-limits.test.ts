import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayCount, StatisticsQuery } from '../../src/model/play-statistics.ts'
import { dayMs, hourMs } from '../../src/model/time-slots.ts'
import { bucketStarts, zonePieces } from '../../src/services/activity/time-buckets.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, kim, olga, ann, somePlays } from '../support/plays.ts'

const readers = [
  { historyId: 1, profileIds: [olga, ann] },
  { historyId: 2, profileIds: [kim] },
]

/** All of a time as one slot. */
function question(
  from: number,
  to: number,
  filter: Partial<StatisticsQuery['filter']> = {},
): StatisticsQuery {
  return {
    filter: { ...everyPlay, readers, ...filter, from, to },
    groupBy: null,
    slots: { kind: 'line', starts: [from, to] },
  }
}

async function foldAll(db: Knex): Promise<void> {
  const store = createPlayStore(db)
  await expirePlays(db, { where: 'true', values: [] })
  while (await store.fold());
}

describe.each(dialects)('What statistics of plays take on $name', ({ skip, openMigrated }) => {
  const from = Date.UTC(2025, 1, 20)
  const to = Date.UTC(2025, 3, 20)
  const refusal = expect.objectContaining({ code: 'BAD_REQUEST' })

  it.skipIf(skip)('is limited by the plays that are looked at one by one', async () => {
    const db = await openMigrated()
    await insertPlays(db, somePlays(300, from, to))
    await expirePlays(db, { where: 'true', values: [] })
    const marked = question(from, to)
    await expect(countPlays(db, marked, 299)).rejects.toEqual(refusal)
    expect(await countPlays(db, marked, 300)).toEqual([expect.objectContaining({ plays: 300 })])
    await foldAll(db)
    expect(await countPlays(db, marked, 0)).toEqual([expect.objectContaining({ plays: 300 })])
    const favorites = question(from, to, { favorite: true })
    expect(await countPlays(db, favorites, 0)).toEqual([expect.objectContaining({ plays: 0 })])
  })

  it.skipIf(skip)('is by several conditions limited by plays of changed days alone', async () => {
    const db = await openMigrated()
    const plays = somePlays(300, from, to)
    await insertPlays(db, plays)
    await foldAll(db)
    const conditions = { clients: ['Some App'], devices: ['Phone'] }
    const asked = { ...question(from, to, conditions), groupBy: 'resolution' } as const
    const before = await countPlays(db, asked, 0)
    const [begin, end] = [from + 9 * dayMs, from + 12 * dayMs]
    const looked = plays.filter(({ started_at: at }) => at >= begin && at < end)
    await expirePlays(db, { where: 'started_at >= ? and started_at < ?', values: [begin, end] })
    await expect(countPlays(db, asked, looked.length - 1)).rejects.toEqual(refusal)
    expect(await countPlays(db, asked, looked.length)).toEqual(before)
  })

  it.skipIf(skip)('is no look at plays of chosen titles that are counted', async () => {
    const db = await openMigrated()
    const plays = somePlays(300, from, to)
    await insertPlays(db, plays)
    await foldAll(db)
    const keys = plays.slice(0, 2).map(({ title_key }) => title_key)
    const titles = new Map(readers.map(({ historyId }) => [historyId, keys]))
    const chosen = plays.filter(({ title_key }) => keys.includes(title_key))
    const asked = question(from, to, { titles })
    const sum = (counts: readonly PlayCount[]) =>
      counts.reduce((all, count) => all + count.plays, 0)
    for (const groupBy of [null, 'user', 'kind', 'device', 'resolution'] as const) {
      expect(sum(await countPlays(db, { ...asked, groupBy }, 0))).toBe(chosen.length)
    }
  })

  it.skipIf(skip)(
    'is no less where many plays began at once',
    async () => {
      const db = await openMigrated()
      const [play] = somePlays(1, from, to)
      const plays = Array.from({ length: 11_000 }, (_, index) => {
        const started_at = from + (index < 3_000 ? index : 3_000)
        return { ...play!, started_at, finished: index % 3 === 0 }
      })
      await insertPlays(db, plays)
      await expirePlays(db, { where: 'true', values: [] })
      const counts = await countPlays(db, question(from, to, { finished: true }), 11_000)
      expect(counts).toEqual([expect.objectContaining({ plays: 3_667 })])
    },
    30_000,
  )

  it.skipIf(skip)(
    'is no transaction that keeps days from being counted anew meanwhile',
    async () => {
      const db = await openMigrated()
      const [start, end] = [Date.UTC(2021, 0, 1), Date.UTC(2025, 0, 1)]
      await insertPlays(db, somePlays(300, start, end))
      await expirePlays(db, { where: 'true', values: [] })
      const state = { isFolded: false }
      const folding = foldAll(db).then(() => (state.isFolded = true))
      const found = new Set<number>()
      while (!state.isFolded) {
        const [all] = await countPlays(db, question(start, end))
        found.add(all!.plays)
      }
      await folding
      expect([...found]).toEqual([300])
    },
    60_000,
  )

  it.skipIf(skip)('is any number of titles', async () => {
    const db = await openMigrated()
    const plays = somePlays(300, from, to)
    await insertPlays(db, plays)
    const many = Array.from({ length: 70_000 }, (_, index) => `tt1${index}`)
    const titles = [plays[0]!.title_key, ...many]
    const own = readers.map(({ historyId }) => [historyId, titles] as const)
    const asked = question(from, to, { titles: new Map(own) })
    const expected = plays.filter(({ title_key }) => title_key === titles[0])
    await expirePlays(db, { where: 'true', values: [] })
    const counted = [expect.objectContaining({ plays: expected.length })]
    expect(await countPlays(db, asked)).toEqual(counted)
    await foldAll(db)
    expect(await countPlays(db, asked)).toEqual(counted)
  })

  it.skipIf(skip)('is at most 50,000 values', async () => {
    const db = await openMigrated()
    const plays = somePlays(60, from, to)
    const apart = plays.map((play, index) => {
      return { ...play, client: `App ${index}`, device_name: 'Phone' }
    })
    await insertPlays(db, apart)
    const slots = { kind: 'line', starts: bucketStarts({ from, to }, 'hour', 'UTC') } as const
    const grouped = { ...question(from, to), slots, groupBy: 'client' } as const
    await expirePlays(db, { where: 'true', values: [] })
    await expect(countPlays(db, grouped)).rejects.toEqual(refusal)
    await foldAll(db)
    await expect(countPlays(db, grouped)).rejects.toEqual(refusal)
    const ofDevices = { ...grouped, filter: { ...grouped.filter, devices: ['Phone'] } }
    await expect(countPlays(db, ofDevices)).rejects.toEqual(refusal)
  })

  it.skipIf(skip)('is a clock that was not ahead by whole quarters of an hour', async () => {
    const db = await openMigrated()
    // Until January 1972 the clock of Monrovia was 44 minutes and 30 seconds behind.
    const time = { from: Date.UTC(1971, 11, 1), to: Date.UTC(1972, 1, 1) }
    const plays = somePlays(300, time.from, time.to)
    await insertPlays(db, plays)
    await foldAll(db)
    const change = Date.UTC(1972, 0, 7, 0, 44, 30)
    const expected = Array.from({ length: 24 }, () => 0)
    for (const { started_at: at } of plays) {
      const local = at < change ? at - 2_670_000 : at
      expected[Math.floor(local / hourMs) % 24]! += 1
    }
    const slots = { kind: 'hour', pieces: zonePieces(time, 'Africa/Monrovia') } as const
    const counts = await countPlays(db, { ...question(time.from, time.to), slots })
    expect(counts.map((count) => count.plays)).toEqual(expected)
  })
})
