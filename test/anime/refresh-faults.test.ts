import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Download } from '../../src/anime/refresh/fetch.ts'
import { animeFiles } from '../../src/anime/refresh/files.ts'
import { refreshDatabase } from '../../src/anime/refresh/refresh.ts'
import type { RefreshOptions } from '../../src/anime/refresh/refresh.ts'
import { readListAddresses } from '../../src/anime/settings.ts'
import type { ListAddresses } from '../../src/anime/settings.ts'
import { animeFixturePath } from '../support/anime-fixtures.ts'

const off = readListAddresses(
  JSON.stringify(
    Object.fromEntries(Object.keys(readListAddresses(null)).map((name) => [name, null])),
  ),
)
const address = 'https://lists.example/fribb.json?key=secret'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anime-refresh-'))
  return () => rm(folder, { recursive: true, force: true })
})

const unreachable: Download = () => Promise.reject(new Error('lists.example cannot be reached'))

function refresh(lists: Partial<ListAddresses>, options: Partial<RefreshOptions> = {}) {
  return refreshDatabase({
    folder,
    lists: { ...off, ...lists },
    overrides: null,
    download: unreachable,
    ...options,
  })
}

/** A server of one file; what it was asked, and what it answers next. */
function server(initial: Buffer | string) {
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

function fribbOf(count: number, from = 1): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ mal_id: from + at, anidb_id: from + at })),
  )
}

describe('a list that is not to be had or not to be trusted', () => {
  const good = fribbOf(10)

  it.each([
    ['cut off', good.slice(0, 60), /half downloaded/],
    ['an error page', '<html>busy</html>', /half downloaded/],
    ['of another form', '{"data": []}', /is not a JSON list/],
    ['empty', '[]', /no entry that could be understood/],
    ['of other records', '[{"mal_id":1},2,3]', /has changed its form: 2 of 3/],
    ['packed and cut off', gzipSync(good).subarray(0, 40), /cannot be unpacked/],
    ['packed otherwise and cut off', zstdCompressSync(good).subarray(0, 40), /cannot be unpacked/],
    ['half of what it was', fribbOf(4), /has only 4 records where it had 10/],
  ])('because it is %s is left out, and its last good copy used', async (_, bad, warning) => {
    const { download, change } = server(good)
    await refresh({ fribb: [address] }, { download })
    change(bad)
    const report = await refresh({ fribb: [address] }, { download })
    expect(report.feeds[0]).toMatchObject({
      outcome: 'last good copy',
      records: 10,
      warning: expect.stringMatching(warning),
    })
    expect(report).toMatchObject({ changed: false, entries: 10 })
    expect(await readdir(animeFiles(folder).copies)).toEqual(['fribb-1'])
  })

  it('and was bad is asked for again, whole', async () => {
    const { asked, download, change } = server(good)
    await refresh({ fribb: [address] }, { download })
    change('broken')
    await refresh({ fribb: [address] }, { download })
    await refresh({ fribb: [address] }, { download })
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"'])
  })

  it('is no reason to leave the others out', async () => {
    const report = await refresh({
      fribb: [animeFixturePath('fribb-new.json')],
      kometa: ['/does/not/exist.json'],
      manami: [address],
    })
    expect(report.feeds.map(({ source, outcome, warning }) => [source, outcome, warning])).toEqual([
      ['fribb', 'new', null],
      ['manami', 'skipped', 'lists.example cannot be reached'],
      ['kometa', 'skipped', 'does not exist'],
    ])
  })

  it('may lose half of its records with force', async () => {
    const { download, change } = server(good)
    await refresh({ fribb: [address] }, { download })
    change(fribbOf(4))
    const report = await refresh({ fribb: [address] }, { download, force: true })
    expect(report).toMatchObject({ entries: 4, feeds: [{ outcome: 'new' }] })
  })

  it('may be stood in for by the last good copy from its former address', async () => {
    const { download } = server(good)
    await refresh({ fribb: [address] }, { download })
    const report = await refresh({ fribb: ['https://elsewhere.example/list.json'] })
    expect(report.feeds[0]).toMatchObject({ outcome: 'last good copy', records: 10 })
  })
})

describe('no list at all', () => {
  it('is refused, and replaces nothing', async () => {
    await refresh({ fribb: [animeFixturePath('fribb-new.json')] })
    const before = await readFile(animeFiles(folder).index)
    await rm(animeFiles(folder).copies, { recursive: true })
    await expect(refresh({ fribb: [address] })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fribb: lists.example cannot be reached'),
    })
    expect(await readFile(animeFiles(folder).index)).toEqual(before)
  })
})

it('a refresh that is stopped leaves the old data', async () => {
  await refresh({ fribb: [animeFixturePath('fribb-new.json')] })
  const before = await readFile(animeFiles(folder).index)
  const stop = new AbortController()
  const work = refresh(
    { fribb: [animeFixturePath('fribb-old.json')] },
    { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
  )
  await expect(work).rejects.toThrow(/abort|stopped/i)
  expect(await readFile(animeFiles(folder).index)).toEqual(before)
})
