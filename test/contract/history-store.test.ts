import { describe, expect, it } from 'vitest'
import type { HistoryKey, ImportedPart } from '../../src/model/history-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { writePlay } from '../support/history.ts'
import { all, episode, item, part, place, someone } from '../support/history-changes.ts'
import { firstOf } from '../support/page-windows.ts'
import { until } from '../support/until.ts'
import { noEvents } from '../../src/services/history/outbox.ts'

describe.each(dialects)('The watch history on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('keeps one entry for each person and title', () => {
    async function open() {
      const db = await openMigrated()
      const store = createHistoryStore(db)
      return { db, store, owner: await store.historyIdOf(1, someone) }
    }

    it('with the version that was played, until it is finished, marked as unplayed or cleared', async () => {
      const { store, owner } = await open()
      const version = {
        mark: 2 ** 32 - 1,
        group: 'grüppe "a"',
        resolution: '1080p',
        audio: 2,
        subtitle: -1,
      }
      const own = part('tt1:1:1')
      await writePlay(store, owner, episode(1), { ...place, version })
      expect(await store.playedVersion(owner, own)).toEqual(version)
      await store.place(owner, episode(1), place, null)
      expect(await store.playedVersion(owner, own)).toEqual(version)
      await store.place(owner, episode(1), { ...place, version: { ...version, mark: 5 } }, null)
      expect(await store.playedVersion(owner, own)).toEqual({ ...version, mark: 5 })
      expect(await store.playedVersion(owner, part('tt1:1:2'))).toBeNull()
      await writePlay(store, owner, episode(1), { ...place, positionMs: 0, played: true })
      expect(await store.playedVersion(owner, own)).toBeNull()
      await writePlay(store, owner, episode(1), place)
      expect(await store.playedVersion(owner, own)).toMatchObject({ mark: 5 })
      await store.markUnplayed(owner, [own], noEvents)
      await writePlay(store, owner, episode(3), { ...place, version })
      await store.clear(owner, null)
      await writePlay(store, owner, episode(3), place)
      expect(await store.playedVersion(owner, part('tt1:1:3'))).toBeNull()
    })

    it('with a version whose group is too long to be kept by its other marks', async () => {
      const { store, owner } = await open()
      const version = {
        mark: 1,
        group: '😀'.repeat(400),
        resolution: '720p',
        audio: null,
        subtitle: null,
      }
      await writePlay(store, owner, episode(1), { ...place, version })
      expect(await store.playedVersion(owner, part('tt1:1:1'))).toEqual({
        ...version,
        group: null,
      })
    })

    it('under one number for each configuration and profile, on every node', async () => {
      const { db, store, owner } = await open()
      const nodes = Array.from({ length: 4 }, () => createHistoryStore(db))
      const found = await Promise.all(nodes.map((node) => node.historyIdOf(2, someone)))
      expect(new Set(found).size).toBe(1)
      expect(found[0]).not.toBe(owner)
      expect(await store.historyIdOf(1, someone)).toBe(owner)
    })

    it('that tells its place, whoever wrote it last', async () => {
      const { store, owner } = await open()
      await writePlay(store, owner, episode(1), place)
      await writePlay(store, owner, episode(1), {
        ...place,
        positionMs: null,
        resumable: null,
        at: 2_000,
      })
      const [entry] = await store.find(owner, [part('tt1:1:1'), part('unknown')])
      expect(entry).toMatchObject({ positionMs: 5_000, lastPlayedAt: 2_000, played: false, item })
    })

    it('and counts every play, however many come at once', async () => {
      const { store, owner } = await open()
      const end = { ...place, positionMs: 0, resumable: false, played: true, plays: 1 } as const
      await Promise.all(Array.from({ length: 20 }, () => writePlay(store, owner, episode(1), end)))
      const [entry] = await store.find(owner, [part('tt1:1:1')])
      expect(entry).toMatchObject({ played: true, playCount: 20 })
    })

    it('in one transaction for a series of any length, and takes it back', async () => {
      const { store, owner } = await open()
      const keys = Array.from({ length: 1_100 }, (_, index) => episode(index + 1))
      await writePlay(store, owner, episode(7), { ...place, played: true, plays: 3 })
      await store.markPlayed(owner, keys, 3_000, noEvents)
      expect(await store.playedCounts(owner, ['tt1', 'tt2'])).toEqual([
        { titleKey: 'tt1', season: 1, played: 1_100 },
      ])
      const [seventh] = await store.find(owner, [part('tt1:1:7')])
      expect(seventh).toMatchObject({ playCount: 3, positionMs: 0 })
      await store.setFavorite(owner, episode(7), true, noEvents)
      await store.markUnplayed(owner, keys, noEvents)
      expect(await store.playedCounts(owner, ['tt1'])).toEqual([])
      expect((await store.find(owner, [part('tt1:1:7')]))[0]).toMatchObject({
        played: false,
        playCount: 0,
        favorite: true,
      })
    })

    it('without deadlocks where several mark the same series at once', async () => {
      const { store, owner } = await open()
      const keys = Array.from({ length: 300 }, (_, index) => episode(index + 1))
      await Promise.all([
        store.markPlayed(owner, keys, 1, noEvents),
        store.markPlayed(owner, keys.toReversed(), 2, noEvents),
        store.markUnplayed(owner, keys, noEvents),
        ...keys.slice(0, 20).map((key) => writePlay(store, owner, key, place)),
      ])
      // Whichever came last: what is listed holds something, and what is kept counted is right.
      const listed = await store.list(owner, all)
      expect(listed.every(({ played, positionMs }) => played || positionMs > 0)).toBe(true)
      expect(await store.count(owner, { ...all, played: true })).toBe(
        (await store.counts([owner]))[0]!.episodes,
      )
      expect(await store.recount()).toBe(0)
    })

    it('that is listed, counted and paged by what was done with it', async () => {
      const { store, owner } = await open()
      for (let number = 1; number <= 5; number++) {
        await writePlay(store, owner, episode(number), { ...place, at: number })
      }
      const page = { ...all, resumable: true, start: 1, limit: 2 }
      expect((await store.list(owner, page)).map(({ episode: number }) => number)).toEqual([4, 3])
      expect(await store.count(owner, page)).toBe(5)
      expect(await store.count(owner, { ...all, played: true })).toBe(0)
      expect(await store.count(await store.historyIdOf(1, 'b'.repeat(32)), all)).toBe(0)
    })

    it('and tells which series go on, and which were dropped', async () => {
      const { store, owner } = await open()
      await writePlay(store, owner, episode(1, 1, 'tt1'), { ...place, at: 10 })
      await writePlay(store, owner, episode(1, 1, 'tt2'), { ...place, at: 20 })
      const series: HistoryKey = {
        ...episode(1),
        itemKey: 'tt2',
        titleKey: 'tt2',
        kind: 'series',
        season: null,
        episode: null,
      }
      await store.setLikes(owner, series, false, noEvents)
      const page = { titleKeys: null, since: null, limit: 10 }
      expect(await store.progress(owner, page)).toEqual([
        { titleKey: 'tt2', aliases: [], lastPlayedAt: 20, dropped: true },
        { titleKey: 'tt1', aliases: [], lastPlayedAt: 10, dropped: false },
      ])
      await writePlay(store, owner, episode(2, 1, 'tt2'), { ...place, at: 20 })
      const [again] = await store.progress(owner, { ...page, since: 15 })
      expect(again).toMatchObject({ titleKey: 'tt2', dropped: false })
    })

    it('under ids of any alphabet and length', async () => {
      const { store, owner } = await open()
      const keys = ['фильм:1', 'Tt1', 'tt1', 'x'.repeat(2_000), `${'x'.repeat(2_000)}y`]
      for (const itemKey of keys) await writePlay(store, owner, { ...episode(1), itemKey }, place)
      expect(await store.find(owner, keys.map(part))).toHaveLength(5)
    })

    const imported = (key: HistoryKey, values: Partial<ImportedPart> = {}): ImportedPart => ({
      ...key,
      played: true,
      playCount: 1,
      positionMs: 0,
      durationMs: null,
      favorite: null,
      likes: null,
      at: 1_000,
      origin: 'import',
      tracker: 'Trakt',
      link: 1,
      ...values,
    })
    const options = { restore: false, dryRun: false }
    const film = (itemKey: string): HistoryKey => ({
      ...episode(1),
      itemKey,
      titleKey: itemKey,
      kind: 'movie',
      season: null,
      episode: null,
    })
    const series = (itemKey: string): HistoryKey => ({ ...film(itemKey), kind: 'series' })

    it('and takes in plays and bare marks together', async () => {
      const { store, owner } = await open()
      const mark = { played: false, playCount: 0, favorite: true, at: null }
      const parts = [imported(film('tt1')), imported(film('tt2'), mark)]
      expect(await store.import(owner, parts, options)).toMatchObject({ added: 2 })
      expect(await store.import(owner, parts, options)).toMatchObject({ unchanged: 2 })
      expect((await store.counts([owner]))[0]).toMatchObject({ movies: 1, favorites: 1 })
    })

    it('apart for a film and a series of one number, and for a season named like an episode', async () => {
      const { store, owner } = await open()
      await store.markPlayed(owner, [film('tmdb:550')], 1_000, noEvents)
      await store.setFavorite(owner, series('tmdb:550'), true, noEvents)
      await store.setLikes(owner, film('tmdb:550'), false, noEvents)
      const season = { ...episode(1), itemKey: 'kitsu:1:1', titleKey: 'kitsu:1', episode: null }
      await store.setFavorite(owner, { ...season, kind: 'season' }, true, noEvents)
      await writePlay(
        store,
        owner,
        { ...episode(1), itemKey: 'kitsu:1:1', titleKey: 'kitsu:1' },
        place,
      )
      const query = { historyIds: [owner], imports: true, filter: null, ...firstOf(9) }
      const { entries } = await store.page(query)
      const told = entries.map(({ itemKey, kind, played, favorite, likes }) => [
        `${kind} ${itemKey}`,
        played,
        favorite,
        likes,
      ])
      expect(told.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
        ['episode kitsu:1:1', false, false, null],
        ['movie tmdb:550', true, false, false],
        ['season kitsu:1:1', false, true, null],
        ['series tmdb:550', false, true, null],
      ])
      expect(await store.clear(owner, ['tmdb:550', 'kitsu:1:1'])).toBe(4)
    })

    it('and found again under any id that it ever had', async () => {
      const { store, owner } = await open()
      const known = { ...episode(2, 1, 'tt30'), aliases: ['tmdb:30'] }
      await writePlay(store, owner, known, place)
      const other = { ...episode(2, 1, 'tmdb:30'), itemKey: 'tmdb:30:1:2' }
      expect(await store.locate(owner, [other])).toMatchObject([
        { itemKey: 'tt30:1:2', titleKey: 'tt30' },
      ])
      const third = { ...episode(3, 1, 'tvdb:7'), itemKey: 'tvdb:7:1:3', aliases: ['tmdb:30'] }
      await store.import(owner, [imported(third)], options)
      expect(await store.aliases(owner, [series('tt30')])).toEqual([
        expect.arrayContaining(['tmdb:30', 'tvdb:7']),
      ])
      const foreign = { ...film('tmdb:30'), kind: 'movie' as const }
      expect(await store.locate(owner, [foreign])).toEqual([{ ...foreign, isKnown: false }])
    })

    it('of which no import brings back what was cleared, whatever a tracker did in between', async () => {
      const { store, owner } = await open()
      const old = [imported(film('tt1'))]
      await store.import(owner, old, options)
      expect(await store.clear(owner, null)).toBe(1)
      expect(await store.import(owner, old, options)).toMatchObject({ cleared: 1 })
      const clearedBy = Date.now()
      const later = [imported(film('tt1'), { at: clearedBy + 60_000 })]
      // What is dated in the future is dated now, which is later than the clearing.
      await until('the clock to move on', () => Date.now() > clearedBy)
      expect(await store.import(owner, later, options)).toMatchObject({ added: 1 })
      const keep = { keep: new Set<string>(), places: true }
      expect(await store.forgetImported(owner, 2, keep)).toBe(0)
      expect(await store.forgetImported(owner, 1, keep)).toBe(1)
      expect(await store.import(owner, old, options)).toMatchObject({ cleared: 1 })
      expect(await store.recount()).toBe(0)
    })

    it('of which what is dated much later is listed once, and stays cleared', async () => {
      const { store, owner } = await open()
      const coming = [imported(film('tt1'), { at: Date.now() + 30 * 86_400_000 })]
      expect(await store.import(owner, coming, options)).toMatchObject({ added: 1 })
      const [entry] = await store.list(owner, all)
      expect(entry).toMatchObject({ played: true, lastPlayedAt: null })
      const began = Date.now()
      await until('the clock to move on', () => Date.now() > began)
      expect(await store.import(owner, coming, options)).toMatchObject({ unchanged: 1 })
      expect(await store.list(owner, all)).toEqual([entry])
      expect(await store.clear(owner, null)).toBe(1)
      await until('the clock to move on', () => Date.now() > began)
      expect(await store.import(owner, coming, options)).toMatchObject({ cleared: 1 })
    })

    it('until its configuration is removed', async () => {
      const { store, owner } = await open()
      await store.markPlayed(
        owner,
        Array.from({ length: 50 }, (_, index) => episode(index)),
        1,
        noEvents,
      )
      await store.forget(1)
      expect(await store.count(owner, all)).toBe(0)
    })
  })
})
