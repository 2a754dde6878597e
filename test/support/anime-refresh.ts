import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import type { Download } from '../../src/anime/refresh/fetch.ts'
import { refreshDatabase } from '../../src/anime/refresh/refresh.ts'
import type { RefreshOptions } from '../../src/anime/refresh/refresh.ts'
import { readListAddresses } from '../../src/anime/settings.ts'
import type { ListAddresses } from '../../src/anime/settings.ts'

const off = readListAddresses(
  JSON.stringify(
    Object.fromEntries(Object.keys(readListAddresses(null)).map((name) => [name, null])),
  ),
)

const unreachable: Download = () => Promise.reject(new Error('lists.example cannot be reached'))

/** The address of a list of Fribb's, with a key in it. */
export const listAddress = 'https://lists.example/fribb.json?key=secret'

/** Refreshes in a new folder for each test; lists that a test does not name are off. */
export function refreshInFolder() {
  const place = { folder: '' }
  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'anime-refresh-'))
    return () => rm(place.folder, { recursive: true, force: true })
  })
  return {
    place,
    refresh: (lists: Partial<ListAddresses>, options: Partial<RefreshOptions> = {}) =>
      refreshDatabase({
        folder: place.folder,
        lists: { ...off, ...lists },
        overrides: null,
        download: unreachable,
        ...options,
      }),
  }
}

/** A server of one file; what it was asked, and what it answers next. */
export function fileServer(initial: Buffer | string) {
  const asked: Parameters<Download>[1][] = []
  const state = { body: Buffer.from(initial), etag: '"1"' }
  const download: Download = async (_, known) => {
    asked.push(known)
    if (known.etag === state.etag) return { notModified: true }
    return { notModified: false, body: state.body, etag: state.etag, lastModified: null }
  }
  return {
    asked,
    download,
    change: (body: Buffer | string): void => {
      state.body = Buffer.from(body)
      state.etag = `"${asked.length + 1}"`
    },
  }
}

/** A list of Fribb's with this many entries. */
export function fribbOf(count: number, from = 1): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ mal_id: from + at, anidb_id: from + at })),
  )
}
