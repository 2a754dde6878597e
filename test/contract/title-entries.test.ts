import { describe, expect, it } from 'vitest'
import type { HistoryKey } from '../../src/model/history-store.ts'
import type { PlayedTitle } from '../../src/model/play-filter.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { kim, olga } from '../support/plays.ts'

const nothing = { links: [], events: [], ifPickedUp: [] }
const series = (titleKey: string): PlayedTitle => ({ space: 'series', titleKey })
const movie = (titleKey: string): PlayedTitle => ({ space: 'movie', titleKey })

/** Its series is named by the season, as of a source that renames it. */
function episode(titleKey: string, season: number | null, number = 1): HistoryKey {
  return {
    ...film(titleKey),
    itemKey: `${titleKey}:${season}:${number}`,
    kind: 'episode',
    season,
    episode: number,
    item: { ...film(titleKey).item, mediaType: 'series', seriesName: `Season ${season}` },
  }
}

function film(titleKey: string): HistoryKey {
  return {
    itemKey: titleKey,
    titleKey,
    aliases: [],
    kind: 'movie',
    season: null,
    episode: null,
    item: {
      name: 'Film',
      mediaType: 'movie',
      year: 2_000,
      seriesName: null,
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
    },
  }
}

describe.each(dialects)('What histories say of titles on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const ids = await Promise.all([olga, kim].map((user) => history.historyIdOf(7, user)))
    const watch = (id: number, ...keys: readonly HistoryKey[]) =>
      history.markPlayed(id, keys, 1_000, nothing)
    const namesOf = async (titles: readonly PlayedTitle[], historyIds = ids) => {
      const entries = await createPlayStore(db).entriesOf(historyIds, titles)
      return entries.map((entry) => entry && `${entry.kind} ${entry.item.name}`)
    }
    return { db, history, ids, watch, namesOf }
  }

  it.skipIf(skip)('is what the last season says of a series', async () => {
    const { ids, watch, namesOf } = await open()
    await watch(ids[0]!, episode('tt1', 2), episode('tt1', 1), episode('tt1', 0))
    expect(await namesOf([series('tt1')])).toEqual(['series Season 2'])
  })

  it.skipIf(skip)('comes from any of the histories, and only from these', async () => {
    const { ids, watch, namesOf } = await open()
    await watch(ids[1]!, episode('tt1', 1))
    expect(await namesOf([series('tt1')])).toEqual(['series Season 1'])
    expect(await namesOf([series('tt1')], [ids[0]!])).toEqual([null])
  })

  it.skipIf(skip)('is of several histories what was made last', async () => {
    const { ids, watch, namesOf } = await open()
    await watch(ids[0]!, episode('tt1', 3))
    await watch(ids[1]!, episode('tt1', 2), episode('tt1', 1))
    expect(await namesOf([series('tt1')])).toEqual(['series Season 2'])
  })

  it.skipIf(skip)('is told of each of titles whose keys are alike', async () => {
    const { ids, watch, namesOf } = await open()
    const keys = ['tt2', 'TT2', 'x:🎬', 'x:🎥', 'é', 'e', 'e ']
    for (const [index, key] of keys.entries()) await watch(ids[0]!, episode(key, index))
    const names = keys.map((_, index) => `series Season ${index}`)
    expect(await namesOf(keys.map(series))).toEqual(names)
  })

  it.skipIf(skip)('leaves out what was cleared', async () => {
    const { history, ids, watch, namesOf } = await open()
    await watch(ids[0]!, episode('tt1', 1), episode('tt1', 2), film('tt2'))
    await history.clear(ids[0]!, ['tt1:2:1', 'tt2'])
    expect(await namesOf([series('tt1'), movie('tt2')])).toEqual(['series Season 1', null])
    await history.clear(ids[0]!, ['tt1:1:1'])
    expect(await namesOf([series('tt1')])).toEqual([null])
  })

  it.skipIf(skip)('is told in the order of the question, apart for films and series', async () => {
    const { ids, watch, namesOf } = await open()
    const other = `映画🎬:${'é'.repeat(200)}`
    await watch(ids[0]!, film('tt1'), episode('tt2', 1), episode(other, 1), episode('TT2', 3))
    const asked = [series(other), movie('tt1'), series('tt1'), series('tt2'), movie('tt2')]
    expect(await namesOf(asked)).toEqual([
      'series Season 1',
      'movie Film',
      null,
      'series Season 1',
      null,
    ])
    expect(await namesOf([])).toEqual([])
  })
})
