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

/** A page of the plays of many titles, which is asked for again and again. */
function open(db: Knex) {
  const store = createPlayStore(db)
  const readers = historyIds.map((historyId) => ({ historyId, profileIds: [olga] }))
  const titles = new Map(historyIds.map((historyId) => [historyId, asked]))
  const filter = { ...everyPlay, readers, titles, from }
  const known: Play[] = []
  let statements = 0
  db.on('query', () => (statements += 1))

  async function add(count: number, startedAt: number, titleOf: (index: number) => string) {
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
  }

  async function page(until = to) {
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
    return {
      shown: plays.map(({ startedAt }) => startedAt),
      expected: times.slice(0, limit),
      statements,
    }
  }

  return { add, page }
}

const named = (index: number) => asked[index % asked.length]!
const mixed = (index: number) => (index % 9 === 0 ? named(index) : `other${index % 40}`)

describe.each(dialects)('A page of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('is not measured again a moment later, also up to a later time', async () => {
    const { add, page } = open(await openMigrated())
    await add(20_000, from, mixed)
    const first = await page()
    const again = { ...first, statements: first.statements - 2 }
    expect(first.shown).toEqual(first.expected)
    expect(await page()).toEqual(again)
    expect(await page(to + 59_000)).toEqual(again)
  })

  it.skipIf(skip).each([
    { others: 10_000, read: 'at once', least: 2, most: 2 },
    { others: 25_000, read: 'by several statements', least: 5, most: 10 },
  ])(
    'with its last rows behind $others others is read $read when it is asked for again',
    async ({ others, least, most }) => {
      const { add, page } = open(await openMigrated())
      await add(4_000, from, named)
      await add(others, from + 10_000, () => 'other')
      await add(limit - 2, from + 100_000, named)
      await page()
      const { shown, expected, statements } = await page()
      expect(shown).toEqual(expected)
      expect(statements).toBeGreaterThanOrEqual(least)
      expect(statements).toBeLessThanOrEqual(most)
    },
  )

  it.skipIf(skip)('is read by few statements, also where its last rows lie far away', async () => {
    const { add, page } = open(await openMigrated())
    await add(4_000, from, named)
    await add(25_000, from + 10_000, () => 'other')
    await add(limit - 2, from + 100_000, named)
    const { shown, expected, statements } = await page()
    expect(shown).toEqual(expected)
    expect(statements).toBeLessThan(25)
  })
})
