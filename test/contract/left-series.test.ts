import { describe, expect, it } from 'vitest'
import type { HistoryKey } from '../../src/model/history-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { olga } from '../support/plays.ts'

const nothing = { links: [], events: [], ifPickedUp: [] }
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
    expect(await store.leftSeries(7, id, 5_000)).toEqual([
      { titleKey: 'tt3', lastAt: 4_000, played: 1, episodes: null },
      { titleKey: 'tt1', lastAt: 2_000, played: 2, episodes: 3 },
    ])
    expect(await store.leftSeries(7, id, 1_000)).toEqual([])
    await history.forget(7)
    expect(await db('title_facts').pluck('title_key')).toEqual([])
  })

  it.skipIf(skip)('count episodes without a season as regular ones', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const id = await history.historyIdOf(7, olga)
    const keys = [1, 2].map((number) => ({ ...episode('kitsu:7', 1, number), season: null }))
    await history.markPlayed(id, keys, 1_000, nothing)
    expect(await createPlayStore(db).leftSeries(7, id, 5_000)).toMatchObject([{ played: 2 }])
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
