import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ListName } from '../../src/anime/catalogue.ts'
import { openIndex } from '../../src/anime/index.ts'
import type { AnimeIndex } from '../../src/anime/index.ts'
import type { Download } from '../../src/anime/refresh/fetch.ts'
import { animeFiles } from '../../src/anime/refresh/files.ts'
import type { RefreshProgress } from '../../src/anime/refresh/report.ts'
import { found } from '../support/anime.ts'
import { fileServer, fribbOf, listAddress, refreshInFolder } from '../support/anime-refresh.ts'
import { animeFixturePath, animeFixtures } from '../support/anime-fixtures.ts'

const { place, refresh } = refreshInFolder()

async function stored(): Promise<AnimeIndex> {
  return openIndex(await readFile(animeFiles(place.folder).index))!
}

describe('local files', () => {
  it('of every list make one database, with counts and coverage', async () => {
    const lists: Partial<Record<ListName, string[]>> = {}
    for (const { source, file } of animeFixtures) {
      lists[source] = [...(lists[source] ?? []), animeFixturePath(file)]
    }
    const progress: RefreshProgress[] = []
    const report = await refresh(lists, { onProgress: (one) => progress.push(one) })

    expect(report.changed).toBe(true)
    expect(
      report.feeds.map(({ source, outcome, records, unreadable, warning }) => [
        source,
        outcome,
        records,
        unreadable,
        warning,
      ]),
    ).toEqual([
      ['fribb', 'new', 3, 0, null],
      ['fribb', 'new', 3, 1, null],
      ['manami', 'new', 3, 1, null],
      ['kometa', 'new', 3, 1, null],
      ['animeApi', 'new', 2, 0, null],
      ['animeLists', 'new', 5, 1, null],
      ['kitsuImdb', 'new', 5, 1, null],
      ['anitraktTv', 'new', 4, 1, null],
      ['anitraktMovies', 'new', 1, 0, null],
    ])
    expect(report.feeds[0]?.coverage).toEqual({
      anidbId: 2,
      malId: 2,
      anilistId: 1,
      kitsuId: 1,
      livechartId: 1,
      anisearchId: 1,
      animePlanetId: 1,
      simklId: 1,
      animecountdownId: 1,
      imdbId: 1,
      themoviedbId: 2,
      thetvdbId: 2,
    })
    expect(report.coverage).toContainEqual({ idType: 'traktId', count: 4, change: 4 })
    expect(progress.filter(({ phase }) => phase === 'read')).toHaveLength(9)

    const index = await stored()
    expect(index).toMatchObject({ version: report.version, entries: report.entries })
    expect(found(index, { idType: 'notifyMoeId', idValue: 'aBc-D_1' })).toBe(101)
  })

  it.each([
    ['gz', gzipSync],
    ['zst', zstdCompressSync],
  ])('may be packed as %s', async (ending, packed) => {
    const path = join(place.folder, `list.json.${ending}`)
    await writeFile(path, packed(fribbOf(4)))
    expect(await refresh({ fribb: [path] })).toMatchObject({ entries: 4 })
  })

  it('that have not changed are the same data', async () => {
    const lists = { fribb: [animeFixturePath('fribb-new.json')] }
    const first = await refresh(lists)
    const { mtimeMs } = await stat(animeFiles(place.folder).index)
    const second = await refresh(lists)
    expect((await stat(animeFiles(place.folder).index)).mtimeMs).toBe(mtimeMs)
    expect(second).toMatchObject({ changed: false, version: first.version })
    expect(second.feeds[0]).toMatchObject({ outcome: 'unchanged', records: 3 })
    expect(second.coverage.every(({ change }) => change === 0)).toBe(true)
  })

  it('that have changed are read anew', async () => {
    const path = join(place.folder, 'list.json')
    await writeFile(path, fribbOf(4))
    await refresh({ fribb: [path] })
    await writeFile(path, fribbOf(5))
    const report = await refresh({ fribb: [path] })
    expect(report).toMatchObject({ changed: true, entries: 5 })
    expect(report.coverage).toContainEqual({ idType: 'malId', count: 5, change: 1 })
  })
})

describe('a download', () => {
  it('asks only for what has changed', async () => {
    const { asked, download, change } = fileServer(fribbOf(4))
    await refresh({ fribb: [listAddress] }, { download })
    const again = await refresh({ fribb: [listAddress] }, { download })
    expect(again.feeds[0]?.outcome).toBe('unchanged')
    change(fribbOf(5))
    expect(await refresh({ fribb: [listAddress] }, { download })).toMatchObject({ entries: 5 })
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"'])
  })

  it('comes in pieces, and may be packed', async () => {
    const bytes = gzipSync(fribbOf(4))
    async function* body() {
      for (const byte of bytes) yield Buffer.of(byte)
    }
    const download: Download = async () => ({
      notModified: false,
      body: body(),
      etag: null,
      lastModified: null,
    })
    expect(await refresh({ fribb: [listAddress] }, { download })).toMatchObject({ entries: 4 })
  })

  it('of another address is not asked about the old one', async () => {
    const { asked, download } = fileServer(fribbOf(4))
    await refresh({ fribb: [listAddress] }, { download })
    await refresh({ fribb: ['https://elsewhere.example/list.json'] }, { download })
    expect(asked.map(({ etag }) => etag)).toEqual([null, null])
  })

  it('shows no key of its address', async () => {
    const report = await refresh({ fribb: [animeFixturePath('fribb-new.json'), listAddress] })
    expect(report.feeds[1]).toMatchObject({
      address: 'lists.example/fribb.json',
      outcome: 'skipped',
      warning: 'lists.example cannot be reached',
    })
    expect(JSON.stringify(report)).not.toContain('secret')
  })
})

describe('corrections', () => {
  it('come on top, and a mistake in them does not undo the last good ones', async () => {
    const overrides = join(place.folder, 'overrides.yaml')
    await writeFile(overrides, '- { find: { malId: 701 }, set: { title: Corrected } }')
    const lists = { fribb: [animeFixturePath('fribb-new.json')] }
    const first = await refresh(lists, { overrides })
    expect(first.feeds.at(-1)).toMatchObject({ source: 'overrides', outcome: 'new', records: 1 })

    await writeFile(overrides, '- { find: { malId: 701 }, set: { titel: Wrong } }')
    const second = await refresh(lists, { overrides })
    expect(second.feeds.at(-1)).toMatchObject({
      outcome: 'last good copy',
      warning: expect.stringContaining('titel'),
    })
    expect(second.version).toBe(first.version)

    expect((await refresh(lists)).version).not.toBe(first.version)
  })

  it('that were never right are left out with a warning', async () => {
    const lists = { fribb: [animeFixturePath('fribb-new.json')] }
    const report = await refresh(lists, { overrides: join(place.folder, 'missing.yaml') })
    expect(report.feeds.at(-1)).toMatchObject({
      outcome: 'skipped',
      warning: 'the file cannot be read',
    })
  })
})

it('conflicts are written beside the database', async () => {
  const own = join(place.folder, 'own')
  await mkdir(own)
  await copyFile(animeFixturePath('fribb-new.json'), join(own, 'a.json'))
  await writeFile(join(own, 'b.json'), '{"101": {"mal_id": 799, "tvdb_id": 999}}')
  await refresh({ fribb: [join(own, 'a.json')], kometa: [join(own, 'b.json')] })
  const conflicts: unknown = JSON.parse(await readFile(animeFiles(place.folder).conflicts, 'utf8'))
  expect(conflicts).toMatchObject([
    { field: 'malId', kept: { source: 'fribb' }, other: { source: 'kometa', value: '799' } },
    { field: 'thetvdbId', kept: { source: 'kometa', value: '999' }, outcome: 'refused' },
  ])
})
