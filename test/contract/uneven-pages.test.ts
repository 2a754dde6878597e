import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { planOf } from '../../src/storage/scan-statements.ts'
import type { OrderedScan } from '../../src/storage/scan-statements.ts'
import { commonOf, readStretches } from '../../src/storage/scan-stretches.ts'
import { dialects } from '../support/dialects.ts'
import { insertPlays, olga, somePlays } from '../support/plays.ts'

const begin = Date.UTC(2025, 0, 1)
const [somePlay] = somePlays(1, begin, begin + 1)
const titlesOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`)

/** Plays of histories of which each has its own number: every so manieth is of one of the titles. */
async function fill(db: Knex, counts: readonly number[], every: number, titles: readonly string[]) {
  const rows = counts.flatMap((count, history) =>
    Array.from({ length: count }, (_, index) => ({
      ...somePlay!,
      profile_id: olga,
      history_id: history + 1,
      title_key: index % every === 0 ? titles[index % titles.length]! : 'other',
      // Those of small histories lie at the end of the time, as of a user who came late.
      started_at: begin + 1_000_000 - index * counts.length - history,
    })),
  )
  await insertPlays(db, rows)
}

async function page(
  db: Knex,
  histories: number,
  titles: readonly string[],
  { limit, descending }: { limit: number; descending: boolean },
) {
  const asked = new Set(titles)
  const historyIds = Array.from({ length: histories }, (_, index) => index + 1)
  const scan: OrderedScan = {
    table: 'plays',
    index: 'plays_history_id_started_at_index',
    at: 'started_at',
    id: 'id',
    ranges: historyIds.map((history_id) => ({ history_id })),
    where: null,
    oneOf: {
      column: 'title_key',
      rangeColumn: 'history_id',
      index: 'plays_history_id_title_key_started_at_index',
      indexHasTime: true,
      values: new Map(historyIds.map((historyId) => [historyId, asked])),
    },
    from: null,
    to: null,
    after: null,
    before: null,
    descending,
    limit,
  }
  const found = await readStretches(db, scan, commonOf(scan)!, planOf(db, scan), Infinity)
  const direction = descending ? 'desc' : 'asc'
  const rows: { id: number; title_key: string }[] = await db('plays')
    .select('id', 'title_key')
    .orderBy([
      { column: 'started_at', order: direction },
      { column: 'id', order: direction },
    ])
  const expected = rows.filter((row) => asked.has(row.title_key)).map((row) => row.id)
  return { shown: found?.map(({ id }) => id), expected: expected.slice(0, limit) }
}

describe.each(dialects)('A page of uneven histories on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip).each([
    { counts: [766, 224, 276, 875, 617], limit: 101, every: 25 },
    { counts: [2_633, 206, 4_049, 245, 1_284], limit: 26, every: 37 },
    { counts: [3_001, 1, 2, 3, 0, 17], limit: 50, every: 7 },
    { counts: [5, 900, 5, 5, 5, 5, 5], limit: 30, every: 3 },
  ])(
    'shows what is there after it has lost rows: $counts, $limit of every $every',
    async ({ counts, limit, every }) => {
      const db = await openMigrated()
      const titles = titlesOf('tt', 20)
      await fill(db, counts, every, titles)
      for (const descending of [true, false]) {
        const ask = () => page(db, counts.length, titles, { limit, descending })
        for (const lost of [1, 3, limit]) {
          const found = [await ask(), await ask()]
          await db('plays').whereIn('id', found[0]!.expected.slice(0, lost)).delete()
          found.push(await ask())
          expect(found.map(({ shown }) => shown)).toEqual(found.map(({ expected }) => expected))
        }
      }
    },
  )

  it.skipIf(skip)('is that of its own titles, though as many others were asked for', async () => {
    const db = await openMigrated()
    const [some, others] = [titlesOf('a', 30), titlesOf('b', 30)]
    await fill(db, [3_000, 400, 2_000], 11, some)
    await fill(db, [2_000, 3_000, 100], 150, others)
    for (const titles of [some, others, some, others]) {
      const found = await page(db, 3, titles, { limit: 20, descending: true })
      expect(found.shown).toEqual(found.expected)
    }
  })

  it.skipIf(skip)(
    'of too many titles for a statement stays whole when very many rows come',
    async () => {
      const db = await openMigrated()
      const titles = titlesOf('tt', 11_000)
      const asked = [db, 2, titles, { limit: 30, descending: true }] as const
      await fill(db, [500, 500], 40, titles)
      const first = await page(...asked)
      expect(first.shown).toEqual(first.expected)
      const [newest] = first.expected
      const statements: string[] = []
      db.on('query', ({ sql }: { sql: string }) => statements.push(sql))
      await db('plays')
        .where({ id: newest })
        .update({ started_at: begin + 2_000_000 })
      const flood = Array.from({ length: 45_000 }, (_, index) => ({
        ...somePlay!,
        profile_id: olga,
        history_id: 1 + (index % 2),
        title_key: 'other',
        started_at: begin + 1_000_001 + index,
      }))
      await insertPlays(db, flood)
      statements.length = 0
      const found = await page(...asked)
      expect(found.shown).toEqual(found.expected)
      const reads = statements.filter((sql) => sql.includes(' as value from plays'))
      expect(reads.length).toBeGreaterThan(1)
    },
  )
})
