import fc from 'fast-check'
import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { rewatchedTitles } from '../../src/storage/repositories/plays/rewatched-titles.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { recountTitles } from '../../src/storage/repositories/plays/rewatched.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { anyFilter, everyPlay, fits, insertPlays, kim, olga, somePlays } from '../support/plays.ts'
import type { Rewatched } from '../../src/model/play-store.ts'
import type { PlayRow } from '../support/plays.ts'

const from = Date.UTC(2023, 10, 20)
const to = Date.UTC(2025, 1, 20)
const plays = somePlays(500, from, to)
const dayMs = 86_400_000
const all = { ...everyPlay, from, to }
const both = [
  { historyId: 1, profileIds: [olga] },
  { historyId: 2, profileIds: [kim] },
]

/** Nothing that asks for plays one by one. */
const anyKept = anyFilter(from, to).map((filter) => {
  return { ...filter, from, to, favorite: null, origin: null, clients: null, devices: null }
})

function plainRewatched(found: readonly PlayRow[]) {
  const items = Map.groupBy(
    found.filter(({ finished }) => finished),
    (play) => `${play.profile_id} ${play.item_key}`,
  )
  const titles = new Map<string, { again: number; lastAt: number }>()
  for (const own of items.values()) {
    if (own.length < 2) continue
    const title = `${own[0]!.kind === 'movie' ? 'movie' : 'series'} ${own[0]!.title_key}`
    const known = titles.get(title) ?? { again: 0, lastAt: 0 }
    const lastAt = own.reduce((last, play) => Math.max(last, play.started_at), known.lastAt)
    titles.set(title, { again: known.again + own.length - 1, lastAt })
  }
  return [...titles].map(([title, sums]) => ({ title, ...sums })).toSorted(inOrder)
}

const inOrder = (a: Rewatched, b: Rewatched) =>
  b.again - a.again || b.lastAt - a.lastAt || (a.title < b.title ? -1 : 1)

async function expectPlain(db: Knex, known: readonly PlayRow[], numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyKept, async (filter) => {
      const found = known.filter((play) => fits(play, filter))
      const expected = filter.finished === false ? [] : plainRewatched(found)
      const rewatched = await rewatchedTitles(db, filter, 100)
      expect(rewatched.toSorted(inOrder)).toEqual(expected)
      expect(rewatched.map(({ again }) => again)).toEqual(expected.map(({ again }) => again))
    }),
    { numRuns },
  )
}

async function insertMarked(db: Knex, some: readonly PlayRow[]): Promise<void> {
  await insertPlays(db, some)
  const times = some.map(({ started_at }) => started_at)
  await expirePlays(db, {
    where: `started_at in (${times.map(() => '?').join()})`,
    values: times,
  })
}

describe.each(dialects)('What was finished again on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'is what plain counting says, whatever of it is kept counted',
    async () => {
      const db = await openMigrated()
      await insertMarked(db, plays.slice(0, 450))
      await expectPlain(db, plays.slice(0, 450), 10)
      await foldStale(db)
      await expectPlain(db, plays.slice(0, 450), 40)
      // Some days are no longer as they were counted, and nobody has counted them again.
      await insertMarked(db, plays.slice(450))
      const gone = plays[10]!.started_at
      await expirePlays(db, { where: 'started_at = ?', values: [gone] })
      await db('plays').where({ started_at: gone }).delete()
      const left = plays.filter(({ started_at }) => started_at !== gone)
      await expectPlain(db, left, 20)
      await foldStale(db)
      await expectPlain(db, left, 40)
      await dropSums(db)
      await expectPlain(db, left, 5)
      await foldStale(db)
      await expectPlain(db, left, 10)
      expect(await foldStale(db)).toBe(0)
    },
    120_000,
  )

  it.skipIf(skip)('takes no look at plays once they are counted', async () => {
    const db = await openMigrated()
    await insertMarked(db, plays)
    await foldStale(db)
    const later = to + 40 * dayMs
    const filter = { ...all, to: later, readers: both }
    const found = plainRewatched(plays.filter((play) => fits(play, filter)))
    expect((await rewatchedTitles(db, filter, 100, 0)).toSorted(inOrder)).toEqual(found)
    // Of a title that was played since only its own plays are looked at.
    const play = { ...plays[0]!, history_id: 1, profile_id: olga, started_at: later - 1 }
    await insertMarked(db, [{ ...play, item_key: 'tt9', title_key: 'tt9' }])
    expect((await rewatchedTitles(db, filter, 100, 1)).toSorted(inOrder)).toEqual(found)
  })

  it.skipIf(skip)('counts no play that came and went before its day was counted', async () => {
    const db = await openMigrated()
    const play = { ...plays[0]!, finished: true, item_key: 'tt1', title_key: 'tt1', kind: 'movie' }
    const days = [0, 1, 2].map((day) => ({ ...play, started_at: from + day * dayMs }))
    const filter = {
      ...all,
      readers: [{ historyId: play.history_id, profileIds: [play.profile_id] }],
    }
    await insertMarked(db, days.slice(0, 2))
    await foldStale(db)
    // The title is counted again while a play of it is there whose day is not counted.
    await db('title_marks').insert({ history_id: play.history_id, number: await numberOf(db) })
    await insertMarked(db, days.slice(2))
    await recountTitles(db)
    await expirePlays(db, { where: 'started_at = ?', values: [days[2]!.started_at] })
    await db('plays').where({ started_at: days[2]!.started_at }).delete()
    await foldStale(db)
    expect(await rewatchedTitles(db, filter, 1, 0)).toMatchObject([{ again: 1 }])
  })

  it.skipIf(skip)('goes with its history', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const historyId = await history.historyIdOf(7, olga)
    await insertMarked(
      db,
      [0, 1].map((index) => ({
        ...plays[0]!,
        history_id: historyId,
        finished: true,
        started_at: from + index,
      })),
    )
    await foldStale(db)
    expect(await db('rewatched_titles').pluck('history_id')).toEqual([historyId])
    await db('title_marks').insert({ history_id: historyId, number: 1 })
    await history.forget(7)
    for (const table of ['rewatched_titles', 'title_marks']) {
      expect(await db(table).select()).toEqual([])
    }
  })
})

async function numberOf(db: Knex): Promise<number> {
  const [row] = await db('title_numbers').select('number')
  return row.number
}
