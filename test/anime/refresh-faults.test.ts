import { readdir, readFile, rm } from 'node:fs/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { animeFiles } from '../../src/anime/refresh/files.ts'
import { fileServer, fribbOf, listAddress, refreshInFolder } from '../support/anime-refresh.ts'
import { animeFixturePath } from '../support/anime-fixtures.ts'

const { place, refresh } = refreshInFolder()

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
    const { download, change } = fileServer(good)
    await refresh({ fribb: [listAddress] }, { download })
    change(bad)
    const report = await refresh({ fribb: [listAddress] }, { download })
    expect(report.feeds[0]).toMatchObject({
      outcome: 'last good copy',
      records: 10,
      warning: expect.stringMatching(warning),
    })
    expect(report).toMatchObject({ changed: false, entries: 10 })
    expect(await readdir(animeFiles(place.folder).copies)).toEqual(['fribb-1'])
  })

  it('and was bad is asked for again, whole', async () => {
    const { asked, download, change } = fileServer(good)
    await refresh({ fribb: [listAddress] }, { download })
    change('broken')
    await refresh({ fribb: [listAddress] }, { download })
    await refresh({ fribb: [listAddress] }, { download })
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"'])
  })

  it('is no reason to leave the others out', async () => {
    const report = await refresh({
      fribb: [animeFixturePath('fribb-new.json')],
      kometa: ['/does/not/exist.json'],
      manami: [listAddress],
    })
    expect(report.feeds.map(({ source, outcome, warning }) => [source, outcome, warning])).toEqual([
      ['fribb', 'new', null],
      ['manami', 'skipped', 'lists.example cannot be reached'],
      ['kometa', 'skipped', 'does not exist'],
    ])
  })

  it('may lose half of its records with force', async () => {
    const { download, change } = fileServer(good)
    await refresh({ fribb: [listAddress] }, { download })
    change(fribbOf(4))
    const report = await refresh({ fribb: [listAddress] }, { download, force: true })
    expect(report).toMatchObject({ entries: 4, feeds: [{ outcome: 'new' }] })
  })

  it('may be stood in for by the last good copy from its former address', async () => {
    const { download } = fileServer(good)
    await refresh({ fribb: [listAddress] }, { download })
    const report = await refresh({ fribb: ['https://elsewhere.example/list.json'] })
    expect(report.feeds[0]).toMatchObject({ outcome: 'last good copy', records: 10 })
  })
})

describe('no list at all', () => {
  it('is refused, and replaces nothing', async () => {
    await refresh({ fribb: [animeFixturePath('fribb-new.json')] })
    const before = await readFile(animeFiles(place.folder).index)
    await rm(animeFiles(place.folder).copies, { recursive: true })
    await expect(refresh({ fribb: [listAddress] })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('fribb: lists.example cannot be reached'),
    })
    expect(await readFile(animeFiles(place.folder).index)).toEqual(before)
  })
})

it('a refresh that is stopped leaves the old data', async () => {
  await refresh({ fribb: [animeFixturePath('fribb-new.json')] })
  const before = await readFile(animeFiles(place.folder).index)
  const stop = new AbortController()
  const work = refresh(
    { fribb: [animeFixturePath('fribb-old.json')] },
    { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
  )
  await expect(work).rejects.toThrow(/abort|stopped/i)
  expect(await readFile(animeFiles(place.folder).index)).toEqual(before)
})
