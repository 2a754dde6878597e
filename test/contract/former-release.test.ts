import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayStore } from '../../src/model/play-store.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expireDays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 2, 1)
const [some] = somePlays(1, from, to)
const film = {
  ...some!,
  history_id: 1,
  profile_id: olga,
  kind: 'movie',
  item_key: 'tt1',
  title_key: 'tt1',
  finished: true,
}

async function watch(db: Knex, day: number): Promise<void> {
  const startedAt = from + day * dayMs
  await insertPlays(db, [{ ...film, started_at: startedAt, ended_at: startedAt + 1 }])
  await expireDays(db, 1, [startedAt])
}

/** Counts as the release before the versions of kept counts did: it knows neither them nor what follows from titles. */
async function foldAsBefore(db: Knex): Promise<void> {
  const unknown = ['sum_versions', 'rewatched_titles', 'title_marks']
  const before = await Promise.all(unknown.map((table) => db(table).select()))
  await foldStale(db)
  for (const [index, table] of unknown.entries()) {
    await db(table).delete()
    if (before[index]!.length > 0) await db(table).insert(before[index])
  }
  await db('title_sums').update({ version: 0 })
}

describe.each(dialects)('What the previous release counts on $name', ({ skip, openMigrated }) => {
  const filter = {
    ...everyPlay,
    readers: [{ historyId: 1, profileIds: [olga] }],
    from,
    to,
  }

  async function answers(store: PlayStore) {
    const slots = { kind: 'line', starts: [from, to] } as const
    const [count] = await store.count({ filter, groupBy: null, slots })
    const [top] = await store.top({ filter, of: 'title', by: 'plays', first: 1 })
    const [rewatched] = await store.rewatched(filter, 1)
    return [count!.plays, top?.plays ?? 0, rewatched?.again ?? 0]
  }

  it.skipIf(skip)('is what this release answers, in every process and from then on', async () => {
    const db = await openMigrated()
    const store = createPlayStore(db)
    const expectPlays = async (count: number) => {
      const expected = [count, count, count - 1]
      expect(await answers(store)).toEqual(expected)
      expect(await answers(createPlayStore(db))).toEqual(expected)
    }
    await watch(db, 1)
    await foldStale(db)
    await expectPlays(1)
    await watch(db, 3)
    await expectPlays(2)
    await foldAsBefore(db)
    await expectPlays(2)
    await watch(db, 4)
    await foldAsBefore(db)
    await expectPlays(3)
    // Of a month that only the previous release has counted.
    await watch(db, 40)
    await foldAsBefore(db)
    await expectPlays(4)
    await foldStale(db)
    await expectPlays(4)
    await watch(db, 41)
    await foldStale(db)
    await expectPlays(5)
    await watch(db, 2)
    await foldAsBefore(db)
    await watch(db, 42)
    await foldStale(db)
    await expectPlays(7)
  })

  it.skipIf(skip)('is read once and then held, after this release has counted', async () => {
    const db = await openMigrated()
    expect(await createHistoryStore(db).historyIdOf(7, olga)).toBe(film.history_id)
    await watch(db, 1)
    await foldAsBefore(db)
    const store = createPlayStore(db)
    const reads: string[] = []
    db.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('play_sums')) reads.push(sql)
    })
    await answers(store)
    await answers(store)
    expect(reads).toHaveLength(2)
    await foldStale(db)
    reads.length = 0
    await answers(store)
    await answers(store)
    expect(reads).toHaveLength(1)
  })
})
