import fc from 'fast-check'
import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import type { TopQuery } from '../../src/model/play-statistics.ts'
import type { PlayStore } from '../../src/model/play-store.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { topGroups } from '../../src/storage/repositories/plays/top.ts'
import { dialects } from '../support/dialects.ts'
import {
  ann,
  anyFilter,
  everyPlay,
  fits,
  insertPlays,
  markFavorites,
  kim,
  nameGenres,
} from '../support/plays.ts'
import { olga, somePlays } from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'

// Several years, so that days, months, years and all time are counted together.
const from = Date.UTC(2021, 4, 7)
const to = Date.UTC(2025, 8, 20)
const plays = somePlays(900, from, to)
const genres: Record<string, readonly string[]> = { tt1: ['Drama'], tt2: ['Drama', 'Comedy'] }

const anyQuestion = fc.record({
  filter: anyFilter(from, to),
  // What the kept counts cannot answer is asked less often.
  isPlain: fc.boolean(),
  of: fc.constantFrom<TopQuery['of']>('title', 'genre', 'person', 'client'),
  by: fc.constantFrom<TopQuery['by']>('plays', 'time', 'users'),
  first: fc.constantFrom(1, 3, 10),
})

function groupsOf(play: PlayRow, of: TopQuery['of']): readonly (string | null)[] {
  if (of === 'client') return [play.client]
  if (of === 'title') return [`${play.kind === 'movie' ? 'movie' : 'series'} ${play.title_key}`]
  const own = (play.kind === 'movie' && genres[play.title_key]) || []
  return of === 'genre' ? own : own.map((name) => `Person of ${name}`)
}

function usersByGroup(found: readonly PlayRow[], of: TopQuery['of']): Record<string, number> {
  const users = new Map<string, Set<string>>()
  for (const play of found) {
    for (const group of groupsOf(play, of)) {
      if (group === null) continue
      users.set(group, (users.get(group) ?? new Set()).add(play.profile_id))
    }
  }
  return Object.fromEntries([...users].map(([group, own]) => [group, own.size]))
}

function plainTop(
  found: readonly PlayRow[],
  { of, by, first }: Pick<TopQuery, 'of' | 'by' | 'first'>,
) {
  const totals = new Map<string, [plays: number, finished: number, watchedMs: number]>()
  const users = usersByGroup(found, of)
  for (const play of found) {
    for (const group of groupsOf(play, of)) {
      if (group === null) continue
      const total = totals.get(group) ?? [0, 0, 0]
      total[0] += 1
      total[1] += play.finished ? 1 : 0
      total[2] += play.watched_ms
      totals.set(group, total)
    }
  }
  const size = by === 'time' ? 2 : 0
  const other = by === 'time' ? 0 : 2
  const usersOf = (group: string) => (by === 'users' ? users[group]! : 0)
  return [...totals]
    .toSorted(([a, one], [b, two]) => {
      const more = usersOf(b) - usersOf(a) || two[size] - one[size] || two[other] - one[other]
      return more || (a < b ? -1 : 1)
    })
    .slice(0, first)
}

async function foldAll(store: PlayStore): Promise<void> {
  while (await store.fold());
}

const sumKey = ['history_id', 'level', 'span', 'profile_id', 'kind']
/** Without versions, which are other ones each time. */
const titleSums = (db: Knex) =>
  db('title_sums')
    .orderBy(sumKey)
    .select(...sumKey, 'cells')

describe.each(dialects)('The titles with the most plays on $name', ({ skip, openMigrated }) => {
  async function expectPlain(store: PlayStore, known: readonly PlayRow[], numRuns: number) {
    await fc.assert(
      fc.asyncProperty(anyQuestion, async ({ filter, isPlain, ...asked }) => {
        const time = { from: filter.from ?? from - 1, to: filter.to ?? to + 1 }
        fc.pre(time.from < time.to)
        const own = {
          ...filter,
          ...time,
          ...(isPlain && { titles: null, clients: null, devices: null }),
        }
        const found = await store.top({ filter: own, ...asked })
        const fitting = known.filter((play) => fits(play, own))
        const expected = plainTop(fitting, asked)
        const users = usersByGroup(fitting, asked.of)
        for (const { group, users: count } of found) expect(count).toBe(users[group])
        expect(
          found.map(({ group, ...count }) => [
            group,
            [count.plays, count.finished, count.watchedMs],
          ]),
        ).toEqual(expected)
      }),
      { numRuns },
    )
  }

  it.skipIf(skip)(
    'are those of plain counting, whatever of it is kept counted',
    async () => {
      const db = await openMigrated()
      const store = createPlayStore(db)
      await nameGenres(db, genres)
      await insertPlays(db, plays.slice(0, 800))
      await markFavorites(db)
      await expirePlays(db, { where: 'true', values: [] })
      await foldAll(store)
      await expectPlain(store, plays.slice(0, 800), 100)
      // Some days are no longer as they were counted, and nobody has counted them again.
      await insertPlays(db, plays.slice(800))
      await expirePlays(db, { where: 'id > 800', values: [] })
      const gone = plays[10]!.started_at
      await expirePlays(db, { where: 'started_at = ?', values: [gone] })
      await db('plays').where({ started_at: gone }).delete()
      const left = plays.filter(({ started_at }) => started_at !== gone)
      await expectPlain(store, left, 50)
      await foldAll(store)
      await expectPlain(store, left, 50)
      expect(await store.fold()).toBe(false)
    },
    120_000,
  )

  it.skipIf(skip)('are counted for all users at once', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays.slice(0, 300))
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    let statements = 0
    db.on('query', () => (statements += 1))
    const statementsFor = async (profileIds: readonly string[], filter: Partial<PlayFilter>) => {
      statements = 0
      const own = { ...everyPlay, readers: [{ historyId: 1, profileIds }], ...filter, from, to }
      await topGroups(db, { filter: own, of: 'title', by: 'users', first: 10 })
      return statements
    }
    for (const filter of [{}, { clients: ['Some App'] }]) {
      const forOne = await statementsFor([olga], filter)
      expect(await statementsFor([olga, ann], filter)).toBe(forOne)
    }
  })

  it.skipIf(skip)('are kept the same when all is counted anew', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays.slice(0, 60))
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    const before = await titleSums(db)
    expect(new Set(before.map(({ level }: { level: number }) => level))).toEqual(
      new Set([0, 1, 2, 3]),
    )
    await db('title_sums')
      .where({ level: 1 })
      .update({ cells: Buffer.from([0, 1, 0, 1]) })
    await dropSums(db)
    expect(await titleSums(db)).toEqual([])
    await foldStale(db)
    expect(await titleSums(db)).toEqual(before)
  })

  it.skipIf(skip)('leave nothing kept of a day whose plays are gone', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays.slice(0, 5))
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    await expirePlays(db, { where: 'true', values: [] })
    await db('plays').delete()
    await foldStale(db)
    expect(await titleSums(db)).toEqual([])
  })

  it.skipIf(skip)('are refused where too many plays must be looked at one by one', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays.slice(0, 300))
    await expirePlays(db, { where: 'true', values: [] })
    const readers = [
      { historyId: 1, profileIds: [olga] },
      { historyId: 2, profileIds: [kim] },
    ]
    const filter = { ...everyPlay, readers, from, to, clients: ['Some App'] }
    const query = { filter, of: 'title', by: 'plays', first: 10 } as const
    await expect(topGroups(db, query, 299)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await topGroups(db, query, 300)).not.toEqual([])
  })
})
