import { describe, expect, it } from 'vitest'
import { readAnimeApi } from '../../src/anime/sources/anime-api.ts'
import { readAnimeLists } from '../../src/anime/sources/anime-lists.ts'
import { readAnitraktMovies, readAnitraktTv } from '../../src/anime/sources/anitrakt.ts'
import { readFribb } from '../../src/anime/sources/fribb.ts'
import { readKitsuImdb } from '../../src/anime/sources/kitsu-imdb.ts'
import { readKometa } from '../../src/anime/sources/kometa.ts'
import { readManami } from '../../src/anime/sources/manami.ts'
import { animeFixture } from '../support/anime-fixtures.ts'
import { pairs, range } from '../support/anime.ts'

describe("Fribb's new form", () => {
  const [show, absolute, film] = readFribb(animeFixture('fribb-new.json'))

  it('has every id, kinds of TMDB numbers, seasons and offsets', () => {
    expect(show).toEqual({
      ids: {
        anidbId: 101,
        malId: 701,
        anilistId: 201,
        kitsuId: 501,
        livechartId: 601,
        anisearchId: 401,
        animePlanetId: 'first-show',
        simklId: 301,
        animecountdownId: 301,
      },
      type: 'TV',
      imdb: ['tt0000101', 'tt0000102'],
      tmdb: [{ kind: 'tv', id: 801 }],
      tvdb: 901,
      tvdbNumbering: { season: 2, fromEpisode: 13 },
      tmdbNumbering: { season: 1, fromEpisode: 4 },
    })
  })

  it('means an absolute order where a TVDB id has no season', () => {
    expect(absolute).toMatchObject({ tvdb: 902, tvdbNumbering: { season: null, fromEpisode: 1 } })
  })

  it('lists the films of an entry', () => {
    expect(film).toMatchObject({
      tmdb: [
        { kind: 'movie', id: 811 },
        { kind: 'movie', id: 812 },
      ],
      imdb: [],
    })
  })
})

describe("Fribb's old form", () => {
  const [first, second, broken] = readFribb(animeFixture('fribb-old.json'))

  it('reads slugs written as numbers, numbers written as text, and comma-separated film numbers', () => {
    expect(first).toMatchObject({
      ids: { anidbId: 101, malId: 701, animePlanetId: '86', notifyMoeId: 'aBc-D_1' },
      type: 'OVA',
      imdb: ['tt0000101'],
      tmdb: [
        { kind: 'movie', id: 811 },
        { kind: 'movie', id: 812 },
      ],
      tvdb: 901,
      tvdbNumbering: null,
    })
  })

  it('takes UNKNOWN for no type', () => {
    expect(second).toMatchObject({ type: null, tmdb: [{ kind: 'movie', id: 813 }] })
  })

  it('counts what is no record as not understood', () => {
    expect(broken).toBeNull()
  })
})

describe('Kometa', () => {
  const [first, absolute, broken] = readKometa(animeFixture('kometa.json'))

  it('is keyed by AniDB id', () => {
    expect(first).toMatchObject({
      ids: { anidbId: 101, malId: 701, anilistId: 201 },
      imdb: ['tt0000101', 'tt0000102'],
      tvdb: 901,
      tvdbNumbering: { season: 2, fromEpisode: 13 },
    })
    expect(broken).toBeNull()
  })

  it('never takes one of several MyAnimeList ids for the one', () => {
    expect(absolute?.ids).toEqual({ anidbId: 102 })
  })

  it('writes an absolute order as season -1', () => {
    expect(absolute?.tvdbNumbering).toEqual({ season: null, fromEpisode: 1 })
  })
})

describe('Anime-Lists', () => {
  const [first, second, film, early, nobody] = readAnimeLists(animeFixture('anime-lists.xml'))

  it('numbers an entry in TVDB and TMDB', () => {
    expect(first).toMatchObject({
      ids: { anidbId: 101 },
      title: 'First & Foremost',
      imdb: ['tt0000101', 'tt0000102'],
      tvdb: 901,
      tvdbNumbering: { season: 2, fromEpisode: 13 },
      tmdb: [{ kind: 'tv', id: 801 }],
      tmdbNumbering: { season: 1, fromEpisode: 4 },
    })
  })

  it('maps episodes by pairs and by ranges, which may speak of both at once', () => {
    expect(first?.episodeMappings).toEqual([
      pairs(0, { 1: [5], 2: [6, 7], 3: [] }, { special: true }),
      range(3, 13, 24, -12),
      pairs(3, { 25: [1] }),
      range(2, 13, 24, -12, { space: 'tmdb' }),
      pairs(2, { 25: [1] }, { space: 'tmdb' }),
    ])
  })

  it('reads an absolute order, open ranges, and mappings of a whole season', () => {
    expect(second).toMatchObject({
      tvdbNumbering: { season: null, fromEpisode: 1 },
      tmdbNumbering: null,
      episodeMappings: [range(2, 9, null, -8), range(0, 1, null, 0)],
    })
  })

  it('reads films from the words that stand for a TVDB id', () => {
    expect(film).toMatchObject({ type: 'MOVIE', tvdb: null })
    expect(film?.tmdb).toHaveLength(2)
  })

  it('reads offsets below zero', () => {
    expect(early).toMatchObject({ tvdbNumbering: { season: 1, fromEpisode: 0 } })
  })

  it('does not understand an entry without its AniDB id', () => {
    expect(nobody).toBeNull()
  })
})

describe('Kitsu–IMDb', () => {
  const [first, second, film, bare, broken] = readKitsuImdb(animeFixture('kitsu-imdb.json'))

  it('says where an entry begins among the episodes of an IMDb series', () => {
    expect(second).toMatchObject({
      ids: { kitsuId: 502 },
      imdb: ['tt0000101'],
      imdbNumbering: { season: 2, fromEpisode: 13 },
    })
  })

  it('gives the title of the series to its first part alone', () => {
    expect([first?.title, second?.title, film?.title]).toEqual(['First', null, 'A film'])
  })

  it('has records without numbers, without ids, and broken ones', () => {
    expect(film).toMatchObject({ imdbNumbering: null, tmdb: [{ kind: 'movie', id: 813 }] })
    expect(bare).toMatchObject({ ids: { kitsuId: 504 }, imdb: [] })
    expect(broken).toBeNull()
  })
})

describe('extended AniTrakt', () => {
  const [first, second, split, broken] = readAnitraktTv(animeFixture('anitrakt-tv.json'))

  it('gives a MyAnimeList entry its Trakt show and season', () => {
    expect(second).toMatchObject({
      ids: { malId: 702 },
      title: 'First Show 2',
      trakt: [{ kind: 'tv', id: 1001 }],
      traktSeason: 2,
      tvdb: 901,
      tvdbNumbering: { season: 2, fromEpisode: 1 },
    })
    expect(broken).toBeNull()
  })

  it('knows the year of a first season only', () => {
    expect([first?.year, second?.year]).toEqual([2010, null])
  })

  it('says nothing but the show of an entry without a season', () => {
    expect(split).toEqual({
      ids: { malId: 703 },
      title: 'First Show 2 Part 2',
      trakt: [{ kind: 'tv', id: 1001 }],
      traktSeason: null,
    })
  })

  it('gives films their own ids', () => {
    const [film] = readAnitraktMovies(animeFixture('anitrakt-movies.json'))
    expect(film).toEqual({
      ids: { malId: 704 },
      title: 'A Film',
      year: 2012,
      imdb: ['tt0000104'],
      tmdb: [{ kind: 'movie', id: 811 }],
      trakt: [{ kind: 'movie', id: 1003 }],
    })
  })
})

describe('animeApi', () => {
  const [first, kindless] = readAnimeApi(animeFixture('anime-api.json'))

  it('has ids of many databases', () => {
    expect(first).toMatchObject({
      ids: { anidbId: 101, malId: 701, notifyMoeId: 'aBc-D_1', simklId: 301 },
      tmdb: [{ kind: 'tv', id: 801 }],
      trakt: [{ kind: 'tv', id: 1001 }],
      traktSeason: 1,
    })
  })

  it('does not guess the kind of a number', () => {
    expect(kindless).toMatchObject({ ids: { malId: 709 }, tmdb: [], trakt: [] })
  })
})

describe('manami', () => {
  const [first, second, broken, ...more] = readManami(animeFixture('manami.jsonl'))

  it('reads ids from the addresses of pages', () => {
    expect(first).toEqual({
      ids: {
        anidbId: 101,
        anilistId: 201,
        animePlanetId: 'first-show',
        animecountdownId: 301,
        anisearchId: 401,
        kitsuId: 501,
        livechartId: 601,
        malId: 701,
        notifyMoeId: 'aBc-D_1',
        simklId: 301,
      },
      title: 'First Show',
      type: 'TV',
      year: 2010,
    })
  })

  it('takes no id where a site has two pages', () => {
    expect(second).toEqual({
      ids: { kitsuId: 502 },
      title: 'Split elsewhere',
      type: null,
      year: null,
    })
  })

  it('skips the first line, which is about the file, and counts what is no record', () => {
    expect(broken).toBeNull()
    expect(more).toEqual([])
  })

  it('asks for the JSONL file where it is given the JSON one', () => {
    expect(() => [...readManami(Buffer.from('{"data":[]}\n'))]).toThrow('use the JSONL one')
  })
})
