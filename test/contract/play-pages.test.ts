import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import type { PlayPlace, PlayStore } from '../../src/model/play-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { readPlayPage } from '../../src/storage/repositories/plays/pages.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import { ann, anyFilter, everyPlay, fits, insertPlays, kim } from '../support/plays.ts'
import { markFavorites, olga, somePlays } from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 1, 1)
const plays = somePlays(700, from, to)
const own = [{ historyId: 1, profileIds: [olga] }]

/** What tells the plays of the test apart: those of one millisecond have no order among them here. */
const shown = ({ started_at, watched_ms }: PlayRow) => `${started_at} ${watched_ms}`

async function walk(store: PlayStore, filter: PlayFilter, descending: boolean, limit: number) {
  const found: string[] = []
  let after: PlayPlace | null = null
  for (;;) {
    const page = await store.page({ ...firstOf(limit), filter, descending, after })
    found.push(...page.plays.map(({ startedAt, watchedMs }) => `${startedAt} ${watchedMs}`))
    if (!page.hasMore) return found
    expect(page.plays).toHaveLength(limit)
    after = page.plays.at(-1)!
  }
}

describe.each(dialects)('Pages of plays on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('have what plain looking through all plays finds, each once', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    await markFavorites(db)
    const store = createPlayStore(db)
    await fc.assert(
      fc.asyncProperty(
        anyFilter(from, to),
        fc.boolean(),
        fc.constantFrom(7, 50, 500),
        async (filter, descending, limit) => {
          const found = await walk(store, filter, descending, limit)
          const expected = plays.filter((play) => fits(play, filter))
          expect(found.toSorted()).toEqual(expected.map(shown).toSorted())
          const times = found.map((one) => Number.parseInt(one, 10))
          expect(times).toEqual(times.toSorted((a, b) => (descending ? b - a : a - b)))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.skipIf(skip)('find what fits less than one of a thousand plays', async () => {
    const db = await openMigrated()
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...plays[0]!,
      history_id: 1,
      profile_id: olga,
      client: index === 0 ? 'Rare' : 'Usual',
      started_at: from + Math.floor(index / 40),
    }))
    await insertPlays(db, many)
    const page = await createPlayStore(db).page({
      filter: { ...everyPlay, readers: own, clients: ['Rare'] },
      descending: true,
      ...firstOf(1),
    })
    expect(page.plays.map(({ startedAt }) => startedAt)).toEqual([from])
    expect(page.hasMore).toBe(false)
  })

  it.skipIf(skip).each([
    ['many titles of many', 30],
    ['more titles than a statement takes', 20_000],
  ])('find plays of %s', async (_what, count) => {
    const db = await openMigrated()
    const many = Array.from({ length: 4_000 }, (_, index) => ({
      ...plays[0]!,
      history_id: 1 + (index % 2),
      profile_id: olga,
      title_key: `tt${index % 40}`,
      started_at: from + index * 1_000,
      watched_ms: index,
    }))
    await insertPlays(db, many)
    const titles = Array.from({ length: count }, (_, index) => `tt${index + 5}`)
    const chosen = new Map([1, 2].map((historyId) => [historyId, titles]))
    const readers = [1, 2].map((historyId) => ({ historyId, profileIds: [olga] }))
    const filter = { ...everyPlay, readers, titles: chosen }
    const found = await walk(createPlayStore(db), filter, true, 500)
    const fitting = many.filter(({ title_key }) => titles.includes(title_key))
    expect(found).toEqual(fitting.toReversed().map(shown))
  })

  it.skipIf(skip).each([
    ['a title', 1],
    ['many titles', 300],
  ])(
    'find %s watched long ago, behind more plays than may be looked through',
    async (_what, count) => {
      const db = await openMigrated()
      const many = Array.from({ length: 4_600 }, (_, index) => ({
        ...plays[0]!,
        history_id: 1,
        profile_id: olga,
        title_key: index < 1_600 ? `old${index % count}` : 'tt1',
        started_at: from + index * 1_000,
        watched_ms: index,
      }))
      await insertPlays(db, many)
      const titles = new Map([[1, Array.from({ length: count }, (_, index) => `old${index}`)]])
      const filter = { ...everyPlay, readers: own, titles }
      const query = { filter, descending: true, ...firstOf(50) }
      const page = await readPlayPage(db, query, 800)
      expect(page.plays.map(({ watchedMs }) => watchedMs)).toEqual(
        Array.from({ length: 50 }, (_, index) => 1_599 - index),
      )
      const later = await readPlayPage(db, { ...query, after: page.plays.at(-1)! }, 800)
      expect(later.plays[0]!.watchedMs).toBe(1_549)
      const apps = { ...query, filter: { ...everyPlay, readers: own, clients: ['Nobody'] } }
      await expect(readPlayPage(db, apps, 800)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  it.skipIf(skip)('ask no statement for very many titles of very many histories', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    const titles = Array.from({ length: 3_000 }, (_, index) => `tt${index}`)
    const readers = Array.from({ length: 20 }, (_, index) => ({
      historyId: index + 1,
      profileIds: [olga, kim, ann],
    }))
    const chosen = new Map(readers.map(({ historyId }) => [historyId, titles]))
    const lists: number[] = []
    db.on('query', ({ sql }: { sql: string }) => {
      if (!sql.includes('title_key in')) return
      const [histories, keys] = ['history_id', 'title_key'].map((column) => {
        const [, list = '?'] = new RegExp(`${column} (?:=|in) \\(?([?, ]+)`).exec(sql) ?? []
        return list.split('?').length - 1
      })
      lists.push(histories! * keys!)
    })
    const filter = { ...everyPlay, readers, titles: chosen, from: to - 86_400_000, to }
    const found = await walk(createPlayStore(db), filter, true, 50)
    expect(found).toHaveLength(plays.filter((play) => fits(play, filter)).length)
    expect(lists.filter((count) => count > 4_000)).toEqual([])
  })

  it.skipIf(skip)('know what is marked: the item, or the whole series', async () => {
    const db = await openMigrated()
    const entry = {
      viewer: 1,
      title_key: 'tt1',
      kind: 'movie',
      favorite: true,
      sort_at: 1,
      item: '{}',
      changed_at: 1,
    }
    await db('history').insert([
      { ...entry, item_key: 'tt1' },
      { ...entry, item_key: 'series tt2', title_key: 'tt2', kind: 'series' },
      { ...entry, item_key: 'tt3', title_key: 'tt3', favorite: false },
    ])
    const play = { ...plays[0]!, history_id: 1, profile_id: olga }
    await insertPlays(db, [
      { ...play, item_key: 'tt1', title_key: 'tt1' },
      { ...play, item_key: 'tt2:1:1', title_key: 'tt2' },
      { ...play, item_key: 'tt3', title_key: 'tt3' },
    ])
    const store = createPlayStore(db)
    const keys = async (favorite: boolean) => {
      const filter = { ...everyPlay, readers: own, favorite }
      const page = await store.page({ filter, descending: true, ...firstOf(9) })
      return page.plays.map(({ itemKey }) => itemKey).toSorted()
    }
    expect(await keys(true)).toEqual(['tt1', 'tt2:1:1'])
    expect(await keys(false)).toEqual(['tt3'])
  })

  it.skipIf(skip)(
    'are found by the names of their titles, which go with the configuration',
    async () => {
      const db = await openMigrated()
      const history = createHistoryStore(db)
      const historyId = await history.historyIdOf(7, olga)
      const item = {
        mediaType: 'series',
        year: null,
        seriesName: null,
        runtimeMs: null,
        primary: null,
        backdrop: null,
        seriesPrimary: null,
      }
      const key = { aliases: [], kind: 'movie' as const, season: null, episode: null }
      const film = (id: string, name: string) => ({
        ...key,
        itemKey: id,
        titleKey: id,
        item: { ...item, name },
      })
      const episode = {
        ...key,
        kind: 'episode' as const,
        itemKey: 'tt3:1:1',
        titleKey: 'tt3',
        season: 1,
        episode: 1,
        item: { ...item, name: 'A first Élan', seriesName: 'Some Show' },
      }
      const keys = [film('tt1', 'Élan vital'), film('tt2', 'Percent % of_it'), episode]
      await history.markPlayed(historyId, keys, from, { links: [], events: [], ifPickedUp: [] })
      const store = createPlayStore(db)
      const keysOf = async (configuration: number, ...words: string[]) =>
        (await store.titlesNamed(configuration, words)).keys
      expect(await keysOf(7, 'elan')).toEqual(['tt1'])
      expect(await keysOf(7, 'show', 'some')).toEqual(['tt3'])
      expect(await keysOf(7, '%')).toEqual(['tt2'])
      expect(await keysOf(8, 'elan')).toEqual([])
      await history.markPlayed(historyId, [film('tt1', 'New name')], from, {
        links: [],
        events: [],
        ifPickedUp: [],
      })
      expect(await keysOf(7, 'new')).toEqual(['tt1'])
      await history.forget(7)
      expect(await keysOf(7, 'new')).toEqual([])
    },
  )
})
