import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { User } from '../../../src/model/household.ts'
import { everything } from '../../../src/model/item-query.ts'
import type { ListKind, PlaylistPart } from '../../../src/model/playlist-store.ts'
import { createItemIds } from '../../../src/security/item-ids.ts'
import type { PlaylistOptions } from '../../../src/services/playlists/options.ts'
import { listRef } from '../../../src/services/playlists/playlist-items.ts'
import { createPlaylistService } from '../../../src/services/playlists/service.ts'
import { createConfigurationStore } from '../../../src/storage/repositories/configurations.ts'
import { createPlaylistStore } from '../../../src/storage/repositories/playlists/store.ts'
import { dialects } from '../../support/dialects.ts'

const itemIds = createItemIds(Buffer.alloc(32, 1))
const ask = { signal: new AbortController().signal }

function film(number: number): PlaylistPart {
  const key = `tt${number}`
  const of = { itemKey: key, titleKey: key, kind: 'movie', season: null, episode: null } as const
  const pictures = { primary: null, backdrop: null, seriesPrimary: null }
  const named = { name: key, mediaType: 'movie', year: null, seriesName: null, runtimeMs: null }
  return { ...of, item: { ...named, ...pictures } }
}

describe.each(dialects)('Of the lists of a limited user on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const configuration = await createConfigurationStore(db).insert({
      uuid: randomUUID(),
      passwordHash: 'hash',
      sealed: new Uint8Array(1),
    })
    const store = createPlaylistStore(db)
    const profile = { id: 'a'.repeat(32), historyOwner: 'a'.repeat(32), personal: false }
    const user = { configuration, profile, profiles: [profile] } as unknown as User
    const asked = { sets: 0, titles: [] as number[] }
    const library = {
      isLimited: () => true,
      visibleEntries: async (_user: User, all: readonly { titleKey: string }[]) => {
        asked.titles.push(all.length)
        return all.filter(({ titleKey }) => titleKey !== 'tt1499')
      },
      sets: async () => {
        asked.sets += 1
        return []
      },
    }
    const lists = createPlaylistService({
      store,
      itemIds,
      library: library as unknown as PlaylistOptions['library'],
      history: { states: async () => [], entries: async () => [] } as never,
      histories: { historyIdOf: async () => 1 },
      events: { publish: () => {} } as never,
    })
    async function make(kind: ListKind, parts: readonly PlaylistPart[] = []): Promise<string> {
      const made = { kind, configuration, ownerId: profile.id, name: 'Mine', open: true, users: [] }
      return itemIds.encode(listRef(user, kind, await store.create(made, parts)))
    }
    const statements: string[] = []
    db.on('query', ({ sql }: { sql: string }) => statements.push(sql))
    async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
      statements.length = 0
      await work()
      return [...statements]
    }
    const readsOfTitles = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter((sql) => sql.includes('playlist_entries'))
    return { user, lists, make, asked, statementsOf, readsOfTitles }
  }

  it.skipIf(skip)('the titles are read once to show one', async () => {
    const { user, lists, make, readsOfTitles } = await open()
    const id = await make('collection')
    const reads = await readsOfTitles(async () => {
      const { kind, counts } = await lists.requireChangeable(user, id, ask)
      expect([kind, counts.children]).toEqual(['collection', 0])
    })
    expect(reads).toHaveLength(1)
  })

  it.skipIf(skip)(
    'the library of playlists is shown without the collections of sources',
    async () => {
      const { user, lists, make, asked } = await open()
      await make('playlist')
      await make('collection')
      const shown = await lists.library(user, 'playlist', ask)
      expect([shown?.counts.children, asked.sets]).toEqual([1, 0])
      expect((await lists.library(user, 'collection', ask))?.counts.children).toBe(1)
      expect(asked.sets).toBe(1)
    },
  )

  it.skipIf(skip)('those of a collection are not read for what is played of it', async () => {
    const { user, lists, make, readsOfTitles } = await open()
    const collection = await lists.requireChangeable(user, await make('collection'), ask)
    const playlist = await lists.requireChangeable(user, await make('playlist'), ask)
    const none = await readsOfTitles(async () => {
      expect((await lists.states(user, [collection]))[0]!.played).toBe(false)
    })
    const reads = await readsOfTitles(() => lists.states(user, [collection, playlist]))
    expect([none.length, reads.length]).toEqual([0, 1])
  })

  it.skipIf(skip)('the titles of thirty take no more statements than those of three', async () => {
    const { user, lists, make, statementsOf } = await open()
    const query = { ...everything, played: false }
    const all = () => lists.listed(user, query, ask, 'playlist')
    async function grow(to: number): Promise<void> {
      const { total } = await all()
      for (let n = total; n < to; n++) await make('playlist', [film(n), film(n + 1)])
    }
    await grow(3)
    const few = await statementsOf(all)
    await grow(30)
    const many = await statementsOf(all)
    expect((await all()).items.map(({ counts }) => counts.children)).toEqual(Array(30).fill(2))
    expect(many.length).toBe(few.length)
  })

  it.skipIf(skip)('each title is decided once, however many lists have it', async () => {
    const { user, lists, make, asked } = await open()
    const films = Array.from({ length: 1_500 }, (_, number) => film(number))
    for (let n = 0; n < 8; n++) await make('playlist', films)
    const { items } = await lists.listed(user, everything, ask, 'playlist')
    expect(items.map(({ counts }) => counts.children)).toEqual(Array(8).fill(1_499))
    expect(asked.titles).toEqual([1_500])
  })
})
