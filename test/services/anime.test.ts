import { describe, expect, it, vi } from 'vitest'
import { sampleFolder } from '../../src/anime/sample.ts'
import { findListFiles } from '../../src/anime/settings.ts'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { animeServices } from '../support/anime-service.ts'
import { animeIdTypes } from '../../src/model/anime.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import { createAnimeService } from '../../src/services/anime.ts'
import type { AnimeOptions } from '../../src/services/anime.ts'

const sampleLists = findListFiles(sampleFolder)

type Log = AnimeOptions['log']['warn']

const { service } = animeServices()

async function sampleService() {
  const anime = service()
  await anime.useSample()
  return anime
}

describe('without data', () => {
  it('look-ups are unavailable and say what to do', () => {
    const anime = service()
    const query = { idType: 'malId', idValue: 1 }
    for (const ask of [
      () => anime.lookup(query),
      () => anime.entryId(query),
      () => anime.lookupMany([query]),
      () => anime.related(query),
      () => anime.translateEpisode(query, 'imdbId'),
    ]) {
      expect(ask).toThrow(
        expect.objectContaining({
          code: 'SERVICE_UNAVAILABLE',
          message:
            'The anime database has no data yet; the operator can fetch it with npm run anime:refresh.',
          headers: { 'retry-after': '60' },
        }),
      )
    }
  })

  it('its state is missing, and the search goes on without it', async () => {
    const anime = service()
    await anime.start()
    expect(anime.state()).toEqual({ data: 'missing', entries: 0, version: null, refreshedAt: null })
    const id = parseMediaId('kitsu:1:1')
    expect(await anime.idTranslator.translate(id, 'series', ['imdb'])).toEqual([])
    expect(anime.isAnime(id, 'series')).toBe(false)
  })

  it('a wrong query is still a wrong query', () => {
    expect(() => service().lookup({ idType: 'nope', idValue: 1 })).toThrow(/idType is invalid/)
  })
})

describe('a query', async () => {
  const anime = createAnimeService({
    folder: '/nowhere',
    lists: sampleLists,
    overrides: null,
    refreshMs: null,
    download: () => Promise.reject(new Error('no network')),
    lock: createMemoryLock(),
    log: { info: vi.fn<Log>(), warn: vi.fn<Log>() },
  })
  await anime.useSample()

  it('finds an entry, and its id alone', () => {
    const query = { idType: 'thetvdbId', idValue: '267440', season: '4', episode: '20' }
    const entry = anime.lookup(query)
    expect(entry).toMatchObject({ mappings: { anidbId: 16177 } })
    expect(anime.entryId(query)).toBe(entry?.id)
    expect(anime.entryId({ ...query, season: 4, episode: 20 })).toBe(entry?.id)
  })

  it('answers the same however often it is asked, between whatever others', () => {
    const queries = [1, 5, 21, 199, 849, 1535, 1, 1, 21].map((idValue) => ({
      idType: 'malId',
      idValue,
    }))
    const first = queries.map((query) => anime.lookup(query))
    expect(first.map((entry) => entry?.mappings.malId)).toEqual(queries.map((one) => one.idValue))
    expect([...queries, ...queries].map((query) => anime.lookup(query))).toEqual([
      ...first,
      ...first,
    ])
  })

  it('that matches nothing is null', () => {
    expect(anime.lookup({ idType: 'malId', idValue: 987_654 })).toBeNull()
    expect(anime.entryId({ idType: 'malId', idValue: 987_654 })).toBeNull()
  })

  it.each([
    [{ idType: 'malID', idValue: 1 }, animeIdTypes.join(', ')],
    [{ idType: '__proto__', idValue: 1 }, 'idType is invalid'],
    [{ idType: ['malId'], idValue: 1 }, 'idType is invalid'],
    [{ idValue: 1 }, 'idType is invalid'],
    [{ idType: 'malId' }, 'idValue is required'],
    [{ idType: 'malId', idValue: '' }, 'idValue is required'],
    [{ idType: 'malId', idValue: null }, 'idValue is required'],
    [{ idType: 'malId', idValue: ['1'] }, 'idValue is required'],
    [{ idType: 'malId', idValue: { toString: () => '1' } }, 'idValue is required'],
    [{ idType: 'malId', idValue: 1, season: -1 }, 'season must be a whole number from 0'],
    [{ idType: 'malId', idValue: 1, season: 1.5 }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: '' }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: ' 1' }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: '1e3' }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: true }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: Number.NaN }, 'season must be'],
    [{ idType: 'malId', idValue: 1, season: '9'.repeat(400) }, 'season must be'],
    [{ idType: 'malId', idValue: 1, episode: ['1', '2'] }, 'episode must be'],
  ])('%j is refused', (query, message) => {
    expect(() => anime.lookup(query)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
    )
  })

  it('among many fails alone, and answers keep their order', () => {
    const queries = [
      { idType: 'malId', idValue: 1 },
      { idType: 'nope', idValue: 1 },
      { idType: 'malId', idValue: 987_654 },
      null,
      { idType: 'imdbId', idValue: 'tt0877057' },
    ]
    const answers = anime.lookupMany(queries)
    expect(answers).toMatchObject([
      { data: { title: 'Cowboy Bebop' } },
      { error: { code: 'BAD_REQUEST', message: expect.stringContaining('idType') } },
      { data: null },
      { error: { code: 'BAD_REQUEST' } },
      { data: { title: 'Death Note' } },
    ])
  })

  it('comes with at most 99 others', () => {
    const many = Array.from({ length: 100 }, () => ({ idType: 'malId', idValue: 1 }))
    expect(anime.lookupMany(many)).toHaveLength(100)
    expect(() => anime.lookupMany([...many, many[0]])).toThrow('at most 100')
    expect(() => anime.lookupMany({ length: 3 })).toThrow('must be a list')
  })

  it('can be asked which list each field came from', () => {
    expect(anime.origins({ idType: 'malId', idValue: 1 })).toMatchObject({
      anidbId: 'fribb',
      notifyMoeId: 'manami',
      tvdb: 'animeLists',
      traktId: 'anitraktTv',
    })
    expect(anime.origins({ idType: 'malId', idValue: 987_654 })).toBeNull()
  })

  it('for related entries and translations is checked as well', () => {
    expect(anime.related({ idType: 'malId', idValue: 5 })).toHaveLength(2)
    const from = { idType: 'thetvdbId', idValue: 267440, season: 4, episode: 29 }
    expect(anime.translateEpisode(from, 'kitsuId')).toMatchObject({ idValue: 46038, episode: 1 })
    expect(() => anime.translateEpisode(from, 'kitsu')).toThrow(/idType is invalid/)
    expect(() => anime.related({ idType: 'x', idValue: 1 })).toThrow(/idType is invalid/)
  })
})

it('the search learns the other ids of an anime, and that it is one', async () => {
  const anime = await sampleService()
  const id = parseMediaId('kitsu:44240:3')
  const others = await anime.idTranslator.translate(id, 'series', ['imdb', 'tvdb'])
  expect(others.map(({ raw }) => raw)).toEqual(['tt2560140:4:19', 'tvdb:267440:4:19'])
  expect(anime.isAnime(id, 'series')).toBe(true)
  expect(anime.isAnime(parseMediaId('tt2560140:9:9'), 'series')).toBe(true)
  expect(anime.isAnime(parseMediaId('tt0000009:1:1'), 'series')).toBe(false)
})
