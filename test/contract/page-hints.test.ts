import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1)]
const [somePlay] = somePlays(1, from, to)
const historyIds = [1, 2, 3, 4, 5]
const asked = Array.from({ length: 120 }, (_, index) => `tt${index}`)
const limit = 50

type Play = { readonly history_id: number; readonly title_key: string; readonly started_at: number }

/** A page of the plays of many titles, which is asked for again and again while rows come and go. */
function open(db: Knex) {
  const store = createPlayStore(db)
  const readers = historyIds.map((historyId) => ({ historyId, profileIds: [olga] }))
  const titles = new Map(historyIds.map((historyId) => [historyId, asked]))
  const filter = { ...everyPlay, readers, titles, from }
  let known: Play[] = []
  let statements = 0
  db.on('query', () => (statements += 1))

  return {
    async add(count: number, startedAt: number, titleOf: (index: number) => string) {
      const plays = Array.from({ length: count }, (_, index) => ({
        history_id: historyIds[index % historyIds.length]!,
        title_key: titleOf(index),
        started_at: startedAt + index,
      }))
      known.push(...plays)
      await insertPlays(
        db,
        plays.map((play) => ({ ...somePlay!, profile_id: olga, ...play })),
      )
    },
    async removeFrom(startedAt: number) {
      known = known.filter((play) => play.started_at < startedAt)
      await db('plays').where('started_at', '>=', startedAt).delete()
    },
    /** How many statements the page took, where it shows what it should. */
    async page(until = to): Promise<number> {
      statements = 0
      const { plays } = await store.page({
        filter: { ...filter, to: until },
        descending: true,
        ...firstOf(limit),
      })
      const times = known
        .filter((play) => play.title_key.startsWith('tt') && play.started_at < until)
        .map((play) => play.started_at)
        .toSorted((a, b) => b - a)
      expect(plays.map(({ startedAt }) => startedAt)).toEqual(times.slice(0, limit))
      return statements
    },
  }
}

const named = (index: number) => asked[index % asked.length]!
const mixed = (index: number) => (index % 9 === 0 ? named(index) : `other${index % 40}`)
const other = () => 'other'

describe.each(dialects)('A page of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('is not measured again a moment later, also up to a later time', async () => {
    const { add, page } = open(await openMigrated())
    await add(20_000, from, mixed)
    const first = await page()
    expect(await page()).toBe(first - 2)
    expect(await page(to + 59_000)).toBe(first - 2)
  })

  it.skipIf(skip)('shows what has come since, however much, and not what has gone', async () => {
    const { add, removeFrom, page } = open(await openMigrated())
    await add(600, from, named)
    await page()
    await add(6_000, from + 100_000, mixed)
    await page()
    await add(3_000, from + 200_000, other)
    await page()
    await add(7, from + 300_000, named)
    await page()
    await removeFrom(from + 150_000)
    await page()
    await removeFrom(from + 300)
    await page()
    await removeFrom(from)
    await page()
  })
})
