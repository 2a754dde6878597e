import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryKey } from '../../src/model/history-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { leftSeries } from '../../src/storage/repositories/plays/left-series.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { olga } from '../support/plays.ts'

const nothing = { links: [], events: [], ifPickedUp: [] }
const any = { configuration: 7, after: null, first: 100, titles: null }
const facts = { genres: [], people: [] }

function episode(titleKey: string, season: number, number: number): HistoryKey {
  return {
    itemKey: `${titleKey}:${season}:${number}`,
    titleKey,
    aliases: [],
    kind: 'episode',
    season,
    episode: number,
    item: {
      name: `Part ${number}`,
      mediaType: 'series',
      year: null,
      seriesName: `Show ${titleKey}`,
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
    },
  }
}

describe.each(dialects)('Series that were left on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are those not played since a time, and not seen to their end', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const store = createPlayStore(db)
    const id = await history.historyIdOf(7, olga)
    const watch = (titleKey: string, season: number, numbers: readonly number[], at: number) =>
      history.markPlayed(
        id,
        numbers.map((number) => episode(titleKey, season, number)),
        at,
        nothing,
      )
    await watch('tt1', 1, [1, 2], 1_000)
    await watch('tt1', 0, [1], 2_000)
    await watch('tt2', 1, [1, 2, 3], 3_000)
    await watch('tt3', 1, [1], 4_000)
    await watch('tt4', 1, [1], 5_000)
    expect(await store.learn(7, 'series', ['tt1'], { ...facts, episodes: 3 })).toBe(true)
    expect(await store.learn(7, 'series', ['tt2'], { ...facts, episodes: 3 })).toBe(true)
    // Of what nobody has watched, nothing is kept.
    expect(await store.learn(7, 'series', ['tt9'], { ...facts, episodes: 3 })).toBe(false)
    expect(await db('title_facts').pluck('title_key')).toHaveLength(2)
    expect(await store.leftSeries({ ...any, historyId: id, before: 5_000 })).toEqual([
      { titleKey: 'tt1', lastAt: 2_000, played: 2, episodes: 3 },
    ])
    expect(await store.leftSeries({ ...any, historyId: id, before: 1_000 })).toEqual([])
    await history.forget(7)
    expect(await db('title_facts').pluck('title_key')).toEqual([])
  })

  it.skipIf(skip)('count episodes without a season as regular ones', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const id = await history.historyIdOf(7, olga)
    const keys = [1, 2].map((number) => ({ ...episode('kitsu:7', 1, number), season: null }))
    await history.markPlayed(id, keys, 1_000, nothing)
    const store = createPlayStore(db)
    await store.learn(7, 'series', ['kitsu:7'], { ...facts, episodes: 3 })
    expect(await store.leftSeries({ ...any, historyId: id, before: 5_000 })).toMatchObject([
      { played: 2 },
    ])
  })

  it.skipIf(skip)('are what plain counting finds, a few rows at a time', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const store = createPlayStore(db)
    const title = fc.constantFrom('tt1', 'tt2', 'tt3', 'tt4', 'tt5')
    const watched = fc.record({
      title,
      season: fc.integer({ min: 0, max: 1 }),
      number: fc.integer({ min: 1, max: 4 }),
      at: fc.integer({ min: 1, max: 50 }),
      played: fc.boolean(),
    })
    const query = fc.record({
      before: fc.integer({ min: 0, max: 60 }),
      after: fc.option(fc.integer({ min: 0, max: 40 })),
      first: fc.integer({ min: 1, max: 4 }),
      titles: fc.option(fc.uniqueArray(title)),
    })
    const known: Record<string, number> = { tt1: 2, tt2: 4, tt3: 1 }
    const plain = (rows: readonly Watched[], { before, after, titles }: Asked) =>
      [...Map.groupBy(rows, (row) => row.title)].flatMap(([titleKey, own]) => {
        const lastAt = Math.max(...own.map(({ at }) => at))
        const played = own.filter((row) => row.played && row.season > 0).length
        const episodes = known[titleKey] ?? 0
        const isLater = after === null || lastAt > after
        const isLeft = isLater && lastAt < before && played < episodes
        return isLeft && (titles?.includes(titleKey) ?? true)
          ? [{ titleKey, lastAt, played, episodes }]
          : []
      })
    type Asked = typeof query extends fc.Arbitrary<infer T> ? T : never
    type Watched = typeof watched extends fc.Arbitrary<infer T> ? T : never
    const sameRow = ({ title, season, number }: Watched) => `${title}:${season}:${number}`
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(watched, { selector: sameRow, maxLength: 25 }),
        query,
        async (rows, asked) => {
          await history.forget(7)
          const id = await history.historyIdOf(7, olga)
          for (const { title, season, number, at, played } of rows) {
            await history.markPlayed(id, [episode(title, season, number)], at, nothing)
            await db('history')
              .where({ viewer: id, item_key: `${title}:${season}:${number}` })
              .update({ played, last_played_at: at })
          }
          for (const [titleKey, episodes] of Object.entries(known)) {
            await store.learn(7, 'series', [titleKey], { ...facts, episodes })
          }
          const given = { configuration: 7, historyId: id, ...asked }
          const all = plain(rows, asked)
          const found = await leftSeries(db, given, 2)
          expect(found.map(({ lastAt }) => lastAt)).toEqual(
            all
              .map(({ lastAt }) => lastAt)
              .toSorted((a, b) => b - a)
              .slice(0, asked.first),
          )
          for (const one of found) expect(all).toContainEqual(one)
          expect(new Set(found.map(({ titleKey }) => titleKey)).size).toBe(found.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.skipIf(skip)('have an entry, though the newest of their rows was cleared', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const id = await history.historyIdOf(7, olga)
    await history.markPlayed(id, [episode('tt1', 1, 1)], 1_000, nothing)
    await history.markPlayed(id, [episode('tt1', 1, 2)], 2_000, nothing)
    await history.clear(id, ['tt1:1:2'])
    const titles = [{ space: 'series', titleKey: 'tt1' }] as const
    expect(await createPlayStore(db).entriesOf([id], titles)).toMatchObject([
      { kind: 'series', itemKey: 'tt1', item: { name: 'Show tt1' } },
    ])
  })
})
