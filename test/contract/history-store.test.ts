import { describe, expect, it } from 'vitest'
import type { HistoryKey, PlayChange } from '../../src/model/history-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createItemNames } from '../../src/storage/repositories/item-names.ts'
import { dialects } from '../support/dialects.ts'

const someone = 'a'.repeat(32)
const item = {
  name: 'Name',
  mediaType: 'series',
  year: 2015,
  seriesName: 'Série 日本',
  runtimeMs: 1,
  primary: null,
  backdrop: null,
  seriesPrimary: null,
}

function episode(number: number, season = 1, title = 'tt1'): HistoryKey {
  const itemKey = `${title}:${season}:${number}`
  return { itemKey, titleKey: title, aliases: [], kind: 'episode', season, episode: number, item }
}

const place: PlayChange = {
  positionMs: 5_000,
  durationMs: 10_000,
  resumable: true,
  played: null,
  plays: 0,
  at: 1_000,
}

const all = {
  kinds: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  titleKeys: null,
  order: 'lastPlayedAt',
  descending: true,
  start: 0,
  limit: null,
} as const

describe.each(dialects)('The watch history on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('keeps one entry for each person and title', () => {
    async function open() {
      const db = await openMigrated()
      const store = createHistoryStore(db)
      return { db, store, viewer: await store.viewer(1, someone) }
    }

    it('under one number for each configuration and profile, on every node', async () => {
      const { db, store, viewer } = await open()
      const nodes = Array.from({ length: 4 }, () => createHistoryStore(db))
      const found = await Promise.all(nodes.map((node) => node.viewer(2, someone)))
      expect(new Set(found).size).toBe(1)
      expect(found[0]).not.toBe(viewer)
      expect(await store.viewer(1, someone)).toBe(viewer)
    })

    it('that tells its place, whoever wrote it last', async () => {
      const { store, viewer } = await open()
      await store.play(viewer, episode(1), place)
      await store.play(viewer, episode(1), {
        ...place,
        positionMs: null,
        resumable: null,
        at: 2_000,
      })
      const [entry] = await store.find(viewer, ['tt1:1:1', 'unknown'])
      expect(entry).toMatchObject({ positionMs: 5_000, lastPlayedAt: 2_000, played: false, item })
    })

    it('and counts every play, however many come at once', async () => {
      const { store, viewer } = await open()
      const end = { ...place, positionMs: 0, resumable: false, played: true, plays: 1 } as const
      await Promise.all(Array.from({ length: 20 }, () => store.play(viewer, episode(1), end)))
      const [entry] = await store.find(viewer, ['tt1:1:1'])
      expect(entry).toMatchObject({ played: true, playCount: 20 })
    })

    it('in one transaction for a series of any length, and takes it back', async () => {
      const { store, viewer } = await open()
      const keys = Array.from({ length: 1_100 }, (_, index) => episode(index + 1))
      await store.play(viewer, episode(7), { ...place, played: true, plays: 3 })
      await store.markPlayed(viewer, keys, 3_000, 'tt1')
      expect(await store.playedCounts(viewer, ['tt1', 'tt2'])).toEqual([
        { titleKey: 'tt1', season: 1, played: 1_100 },
      ])
      const [seventh] = await store.find(viewer, ['tt1:1:7'])
      expect(seventh).toMatchObject({ playCount: 3, positionMs: 0 })
      await store.setFavorite(viewer, episode(7), true)
      await store.markUnplayed(
        viewer,
        keys.map(({ itemKey }) => itemKey),
      )
      expect(await store.playedCounts(viewer, ['tt1'])).toEqual([])
      expect((await store.find(viewer, ['tt1:1:7']))[0]).toMatchObject({
        played: false,
        playCount: 0,
        favorite: true,
      })
    })

    it('without deadlocks where several mark the same series at once', async () => {
      const { store, viewer } = await open()
      const keys = Array.from({ length: 300 }, (_, index) => episode(index + 1))
      await Promise.all([
        store.markPlayed(viewer, keys, 1, 'tt1'),
        store.markPlayed(viewer, keys.toReversed(), 2, 'tt1'),
        store.markUnplayed(
          viewer,
          keys.map(({ itemKey }) => itemKey),
        ),
        ...keys.slice(0, 20).map((key) => store.play(viewer, key, place)),
      ])
      // Whichever came last: what was begun is there, and what is kept counted is right.
      expect(await store.count(viewer, all)).toBeGreaterThanOrEqual(20)
      expect(await store.recount()).toBe(0)
    })

    it('that is listed, counted and paged by what was done with it', async () => {
      const { store, viewer } = await open()
      for (let number = 1; number <= 5; number++) {
        await store.play(viewer, episode(number), { ...place, at: number })
      }
      const page = { ...all, resumable: true, start: 1, limit: 2 }
      expect((await store.list(viewer, page)).map(({ episode: number }) => number)).toEqual([4, 3])
      expect(await store.count(viewer, page)).toBe(5)
      expect(await store.count(viewer, { ...all, played: true })).toBe(0)
      expect(await store.count(await store.viewer(1, 'b'.repeat(32)), all)).toBe(0)
    })

    it('and tells which series go on, and which were dropped', async () => {
      const { store, viewer } = await open()
      await store.play(viewer, episode(1, 1, 'tt1'), { ...place, at: 10 })
      await store.play(viewer, episode(1, 1, 'tt2'), { ...place, at: 20 })
      const series: HistoryKey = {
        ...episode(1),
        itemKey: 'tt2',
        titleKey: 'tt2',
        kind: 'series',
        season: null,
        episode: null,
      }
      await store.setLikes(viewer, series, false)
      const page = { titleKeys: null, since: null, limit: 10 }
      expect(await store.progress(viewer, page)).toEqual([
        { titleKey: 'tt2', aliases: [], lastPlayedAt: 20, dropped: true },
        { titleKey: 'tt1', aliases: [], lastPlayedAt: 10, dropped: false },
      ])
      await store.pickUp(viewer, 'tt2')
      const [again] = await store.progress(viewer, { ...page, since: 15 })
      expect(again).toMatchObject({ titleKey: 'tt2', dropped: false })
    })

    it('under ids of any alphabet and length', async () => {
      const { store, viewer } = await open()
      const keys = ['фильм:1', 'Tt1', 'tt1', 'x'.repeat(2_000), `${'x'.repeat(2_000)}y`]
      for (const itemKey of keys) await store.play(viewer, { ...episode(1), itemKey }, place)
      expect(await store.find(viewer, keys)).toHaveLength(5)
    })

    it('until its configuration is removed', async () => {
      const { store, viewer } = await open()
      await store.markPlayed(
        viewer,
        Array.from({ length: 50 }, (_, index) => episode(index)),
        1,
        'tt1',
      )
      await store.forget(1)
      expect(await store.count(viewer, all)).toBe(0)
    })
  })

  describe.skipIf(skip)('Numbers of names', () => {
    it('are the same on every node that asks at the same time, and for good', async () => {
      const db = await openMigrated()
      const texts = Array.from({ length: 300 }, (_, index) => `genre:Тест ${index}`)
      const found = await Promise.all(
        Array.from({ length: 3 }, (_, node) =>
          createItemNames(db).numbersOf(node === 1 ? texts.toReversed() : texts),
        ),
      )
      for (const numbers of found) expect(numbers.get(texts[7]!)).toBe(found[0]!.get(texts[7]!))
      expect(new Set(found[0]!.values()).size).toBe(300)
      const later = createItemNames(db)
      expect(await later.textOf(found[0]!.get(texts[9]!)!)).toBe(texts[9])
      expect(await later.textOf(4_000_000)).toBeNull()
      expect((await later.numbersOf(['x'.repeat(601)])).size).toBe(0)
    })
  })
})
