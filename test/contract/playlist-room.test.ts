import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PlaylistPart } from '../../src/model/playlist-store.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { createPlaylistStore } from '../../src/storage/repositories/playlists/store.ts'
import { dialects } from '../support/dialects.ts'

const item = {
  name: 'Film',
  mediaType: 'movie',
  year: 2001,
  seriesName: null,
  runtimeMs: 1_000,
  primary: null,
  backdrop: null,
  seriesPrimary: null,
}

function films(count: number): readonly PlaylistPart[] {
  return Array.from({ length: count }, (_, place) => {
    const itemKey = `tt${place}`
    return { itemKey, titleKey: itemKey, kind: 'movie', season: null, episode: null, item }
  })
}

describe.each(dialects)('Playlists on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('of a household that has too many titles may become shorter', async () => {
    const db = await openMigrated()
    const configuration = await createConfigurationStore(db).insert({
      uuid: randomUUID(),
      passwordHash: 'hash',
      sealed: new Uint8Array(1),
    })
    const store = createPlaylistStore(db)
    const key = { kind: 'playlist', configuration, ownerId: 'a'.repeat(32) } as const
    const create = (name: string, count: number) =>
      store.create({ ...key, name, open: false, users: [] }, films(count))
    const list = await create('List', 4)
    const long = await create('Long', 1)
    // As a previous release left it.
    await db('playlists').where({ number: long }).update({ entries: 60_000 })
    const put = (count: number) =>
      store.change(list, { name: null, open: null, users: null, parts: films(count) })
    await put(3)
    await put(3)
    await expect(put(4)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(store.add(list, films(5))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(create('New', 1)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await store.entries(list, { start: 0, limit: null })).toHaveLength(3)
  })
})
