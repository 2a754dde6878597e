import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  EntriesOfPlaylists,
  PlaylistEntry,
  PlaylistPart,
} from '../../src/model/playlist-store.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlaylistStore } from '../../src/storage/repositories/playlists/store.ts'
import { dialects } from '../support/dialects.ts'
import { noEvents } from '../../src/services/history/outbox.ts'

const olga = 'a'.repeat(32)
const kim = 'b'.repeat(32)
const everything = { start: 0, limit: null }

function film(index: number, item: Partial<PlaylistPart['item']> = {}): PlaylistPart {
  return {
    itemKey: `tt${index}`,
    titleKey: `tt${index}`,
    kind: 'movie',
    season: null,
    episode: null,
    item: {
      name: `Film ${index}`,
      mediaType: 'movie',
      year: 2001,
      seriesName: null,
      runtimeMs: 1_000,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
      ...item,
    },
  }
}

const films = (count: number, from = 0) => Array.from({ length: count }, (_, n) => film(from + n))

async function gathered(groups: AsyncIterable<EntriesOfPlaylists>) {
  const all = new Map<number, readonly PlaylistEntry[]>()
  for await (const group of groups) for (const [list, entries] of group) all.set(list, entries)
  return all
}

describe.each(dialects)('Playlists on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('that are stored', () => {
    async function open() {
      const db = await openMigrated()
      const configuration = await createConfigurationStore(db).insert({
        uuid: randomUUID(),
        passwordHash: 'hash',
        sealed: new Uint8Array(1),
      })
      const store = createPlaylistStore(db)
      const create = (name: string, parts: readonly PlaylistPart[] = [], ownerId = olga) =>
        store.create(
          { kind: 'playlist', configuration, ownerId, name, open: false, users: [] },
          parts,
        )
      const keysOf = async (playlist: number) =>
        (await store.entries(playlist, everything)).map(({ itemKey }) => itemKey)
      return { db, store, configuration, create, keysOf }
    }

    it('keep their titles in order, each once, with what is known of it', async () => {
      const { store, create, keysOf } = await open()
      const list = await create('Evening', [film(2), film(1), film(2)])
      await store.add(list, [film(1), film(3)])
      expect(await keysOf(list)).toEqual(['tt2', 'tt1', 'tt3'])
      const [first, second] = await store.entries(list, { start: 0, limit: 2 })
      expect(first).toMatchObject({ kind: 'movie', item: { name: 'Film 2', year: 2001 } })
      expect(second!.itemKey).toBe('tt1')
      expect(await store.entries(list, { start: 2, limit: 5 })).toHaveLength(1)
    })

    it('say how many titles they hold, how long they take, and show the first picture', async () => {
      const { store, configuration, create } = await open()
      const list = await create('Evening', [
        film(1, { runtimeMs: null }),
        film(2, { primary: 'https://p.example/2.jpg' }),
        film(3, { primary: 'https://p.example/3.jpg', backdrop: 'https://p.example/wide.jpg' }),
      ])
      const summary = async () => store.find(configuration, list)
      expect(await summary()).toMatchObject({
        entries: 3,
        runtimeMs: 2_000,
        picture: 'https://p.example/2.jpg',
        backdrop: 'https://p.example/wide.jpg',
      })
      const third = (await store.entries(list, everything))[2]!
      await store.move(list, third.number, 0)
      expect(await summary()).toMatchObject({ picture: 'https://p.example/3.jpg' })
      await store.remove(list, [third.number])
      expect(await summary()).toMatchObject({ entries: 2, runtimeMs: 1_000, backdrop: null })
    })

    it('move, add and remove as a plain list would', async () => {
      const { store, create, keysOf } = await open()
      const step = fc.oneof(
        fc.record({
          do: fc.constant('move'),
          which: fc.nat(9),
          to: fc.integer({ min: -2, max: 12 }),
        }),
        fc.record({ do: fc.constant('add'), which: fc.nat(14), to: fc.constant(0) }),
        fc.record({ do: fc.constant('remove'), which: fc.nat(9), to: fc.constant(0) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          const list = await create('Model', films(6))
          const model = films(6).map(({ itemKey }) => itemKey)
          for (const { do: what, which, to } of steps) {
            const entries = await store.entries(list, everything)
            const entry = entries[which]
            if (what === 'add') {
              await store.add(list, [film(which)])
              if (!model.includes(`tt${which}`)) model.push(`tt${which}`)
            } else if (!entry) continue
            else if (what === 'remove') {
              await store.remove(list, [entry.number])
              model.splice(which, 1)
            } else {
              await store.move(list, entry.number, to)
              const [moved] = model.splice(which, 1)
              model.splice(Math.max(0, to), 0, moved!)
            }
            expect(await keysOf(list)).toEqual(model)
          }
          await store.delete(list)
        }),
        { numRuns: 15 },
      )
    })

    it('lose nothing when many change them at once', async () => {
      const { db, store, configuration, create, keysOf } = await open()
      const list = await create('Together', films(5))
      const other = createPlaylistStore(db)
      const [first] = await store.entries(list, everything)
      await Promise.all([
        ...Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).add(list, [film(100 + n)])),
        ...Array.from({ length: 10 }, (_, n) => other.move(list, first!.number, n)),
        store.add(list, [film(100), film(101)]),
        other.change(list, { name: 'Renamed', open: null, users: null, parts: null }),
      ])
      expect((await keysOf(list)).toSorted()).toEqual(
        [...films(5), ...films(20, 100)].map(({ itemKey }) => itemKey).toSorted(),
      )
      expect(await store.find(configuration, list)).toMatchObject({ entries: 25, name: 'Renamed' })
    })

    it('hold at most 2,000 titles, and nothing of what is too much', async () => {
      const { store, create, keysOf } = await open()
      const list = await create('Long', films(1_990))
      await expect(store.add(list, films(11, 5_000))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      expect(await keysOf(list)).toHaveLength(1_990)
      await store.add(list, films(10, 5_000))
      expect(await keysOf(list)).toHaveLength(2_000)
      await expect(create('Longer', films(2_001))).rejects.toThrow(/at most 2000 titles/)
    })

    it('are at most 200 of one user, also where many are made at once', async () => {
      const { store, configuration, create } = await open()
      for (let n = 0; n < 195; n++) await create(`List ${n}`)
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => create('More')))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
      await create('Of somebody else', [], kim)
      expect(await store.visible(configuration, olga)).toHaveLength(200)
    })

    it('hold at most 50000 titles in a household', async () => {
      const { store, configuration, create } = await open()
      for (let place = 0; place < 24; place++) await create(`List ${place}`, films(2_000))
      const last = await create('Last', films(1_999), kim)
      await store.add(last, films(1, 5_000))
      const refused = /together may hold at most 50000 titles; these would hold 50001/
      await expect(create('More', films(1))).rejects.toThrow(refused)
      const [list] = await store.visible(configuration, olga)
      await store.change(list!.rowId, { name: null, open: null, users: null, parts: films(5) })
      await create('More', films(1))
    })

    it('count what was played of some thousand titles at a time', async () => {
      const { db, store, configuration, create } = await open()
      const history = createHistoryStore(db)
      const historyId = await history.historyIdOf(configuration, olga)
      await history.markPlayed(historyId, [{ ...film(0), aliases: [] }], 1_000, noEvents)
      for (let place = 0; place < 6; place++) await create(`List ${place}`, films(2_000))
      const lists = await store.visible(configuration, olga)
      const statements: string[] = []
      db.on('query', ({ sql }: { sql: string }) => statements.push(sql))
      const counts = await store.played(historyId, lists)
      expect([...counts.values()]).toEqual(Array(6).fill(1))
      expect(statements.filter((sql) => sql.includes('playlist_entries'))).toHaveLength(3)
    })

    it('are seen by their owner, by those whom they are shared with, or by everybody', async () => {
      const { store, configuration, create } = await open()
      const [own, shared, everybodys] = [
        await create('Own'),
        await create('Shared'),
        await create('Open'),
      ]
      await store.share(shared, { profileId: kim, canEdit: true })
      await store.change(everybodys, { name: null, open: true, users: null, parts: null })
      const visibleTo = async (id: string) =>
        (await store.visible(configuration, id)).map(({ rowId: number }) => number)
      expect(await visibleTo(olga)).toEqual([everybodys, shared, own])
      expect(await visibleTo(kim)).toEqual([everybodys, shared])
      expect(await store.find(configuration + 1, own)).toBeNull()
      expect(await store.unshare(shared, kim)).toBe(true)
      expect(await store.unshare(shared, kim)).toBe(false)
      expect(await visibleTo(kim)).toEqual([everybodys])
    })

    it('are favourites of each user apart, whom they are shared with or not', async () => {
      const { store, configuration, create } = await open()
      const list = await create('Own')
      await store.setFavorite(list, kim, true)
      await store.setFavorite(list, olga, true)
      await store.setFavorite(list, olga, false)
      expect(await store.favorites(kim, [list])).toEqual(new Set([list]))
      expect(await store.favorites(olga, [list])).toEqual(new Set())
      expect((await store.find(configuration, list))!.users).toEqual([])
      await store.share(list, { profileId: kim, canEdit: false })
      await store.unshare(list, kim)
      expect(await store.favorites(kim, [list])).toEqual(new Set([list]))
    })

    it('count what of them a history says was played', async () => {
      const { db, store, configuration, create } = await open()
      const history = createHistoryStore(db)
      const historyId = await history.historyIdOf(configuration, olga)
      const [list, other] = [await create('One', films(4)), await create('Other', films(2, 2))]
      const keys = [0, 2, 3].map((index) => ({ ...film(index), aliases: [] }))
      await history.markPlayed(historyId, keys, 1_000, noEvents)
      await history.markUnplayed(historyId, [keys[2]!], noEvents)
      const sizes = [list, other].map((rowId) => ({ rowId, entries: 4 }))
      expect(await store.played(historyId, sizes)).toEqual(
        new Map([
          [list, 2],
          [other, 1],
        ]),
      )
    })

    it('are read together, each in its order, also where they are long', async () => {
      const { db, store, configuration, create } = await open()
      const long = await Promise.all([create('A', films(2_000)), create('B', films(2_000, 100))])
      const all = [...long, await create('C', [film(2), film(1)]), await create('D', films(1_999))]
      const sizes = await store.visible(configuration, olga)
      const found = await gathered(store.groups([...sizes, { rowId: 0, entries: 3 }]))
      expect(found.size).toBe(4)
      for (const list of all) expect(found.get(list)).toEqual(await store.entries(list, everything))

      const history = createHistoryStore(db)
      const historyId = await history.historyIdOf(configuration, olga)
      const keys = [0, 2, 2_050].map((index) => ({ ...film(index), aliases: [] }))
      await history.markPlayed(historyId, keys, 1_000, noEvents)
      const played = await gathered(store.playedGroups(historyId, sizes))
      const namesOf = (list: number) => (played.get(list) ?? []).map(({ itemKey }) => itemKey)
      expect(all.map((list) => namesOf(list).toSorted())).toEqual([
        ['tt0', 'tt2'],
        ['tt2050'],
        ['tt2'],
        ['tt0', 'tt2'],
      ])
    })

    it('go with their owner, with their configuration, and for good', async () => {
      const { db, store, configuration, create } = await open()
      const [own, kims] = [await create('Own', films(2)), await create('Kim’s', films(2), kim)]
      await store.share(own, { profileId: kim, canEdit: true })
      await store.keepProfiles(configuration, [olga])
      expect(await store.find(configuration, kims)).toBeNull()
      expect((await store.find(configuration, own))!.users).toEqual([])
      await expect(store.add(kims, [film(1)])).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await store.forget(configuration)
      for (const table of ['playlists', 'playlist_entries', 'playlist_users']) {
        expect(await db(table)).toEqual([])
      }
      expect(await create('Next')).toBeGreaterThan(kims)
    })
  })
})
