import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildIndex } from '../../src/anime/build-index.ts'
import { openIndex } from '../../src/anime/index.ts'
import { mappingOf, originsOf } from '../../src/anime/mapping.ts'
import { mergeFeeds } from '../../src/anime/merge.ts'
import type { AnimeMapping } from '../../src/model/anime.ts'
import { pairs, range } from '../support/anime.ts'

const { entries } = mergeFeeds([
  {
    source: 'fribb',
    records: [
      {
        ids: {
          anidbId: 1,
          malId: 2,
          anilistId: 3,
          kitsuId: 4,
          livechartId: 5,
          anisearchId: 6,
          animePlanetId: 'a-show',
          notifyMoeId: 'aBc',
          simklId: 7,
          animecountdownId: 8,
        },
        type: 'TV',
        imdb: ['tt0000001', 'tt12345678'],
        tmdb: [
          { kind: 'tv', id: 9 },
          { kind: 'movie', id: 10 },
        ],
        tmdbNumbering: { season: 3, fromEpisode: 4 },
      },
      { ids: { malId: 99 } },
    ],
  },
  {
    source: 'animeLists',
    records: [
      {
        ids: { anidbId: 1 },
        title: '最初の ☆ show',
        tvdb: 11,
        tvdbNumbering: { season: null, fromEpisode: 1 },
        episodeMappings: [
          range(2, 9, null, -8),
          pairs(0, { 1: [5], 2: [6, 7], 3: [] }, { special: true }),
        ],
      },
    ],
  },
  {
    source: 'anitraktTv',
    records: [{ ids: { malId: 2 }, year: 1999, trakt: [{ kind: 'tv', id: 12 }], traktSeason: 2 }],
  },
])
const stored = buildIndex(entries)

it('an entry comes out of the stored database as it went in', () => {
  expect(mappingOf(openIndex(stored)!, 0)).toEqual({
    id: expect.any(String),
    title: '最初の ☆ show',
    type: 'TV',
    year: 1999,
    mappings: {
      animePlanetId: 'a-show',
      animecountdownId: 8,
      anidbId: 1,
      anilistId: 3,
      anisearchId: 6,
      imdbId: 'tt0000001',
      kitsuId: 4,
      livechartId: 5,
      malId: 2,
      notifyMoeId: 'aBc',
      simklId: 7,
      themoviedbId: 9,
      thetvdbId: 11,
      traktId: 12,
    },
    alternatives: {
      imdbId: ['tt0000001', 'tt12345678'],
      themoviedbId: [
        { kind: 'tv', id: 9 },
        { kind: 'movie', id: 10 },
      ],
      traktId: [{ kind: 'tv', id: 12 }],
    },
    numbering: {
      tvdb: { season: 1, fromEpisode: 1 },
      tmdb: { season: 3, fromEpisode: 4 },
      imdb: { season: 1, fromEpisode: 1 },
      trakt: { season: 2, fromEpisode: 1 },
    },
    episodeMappings: [
      {
        kind: 'absolute',
        space: 'tvdb',
        special: false,
        season: null,
        start: 1,
        end: null,
        offset: 0,
        pairs: [],
      },
      range(2, 9, null, -8),
      pairs(0, { 1: [5], 2: [6, 7], 3: [] }, { special: true }),
    ],
    sources: ['fribb', 'animeLists', 'anitraktTv'],
  } satisfies AnimeMapping)
})

it('what is absent is null, and lists are empty', () => {
  expect(mappingOf(openIndex(stored)!, 1)).toMatchObject({
    title: null,
    type: null,
    year: null,
    mappings: { malId: 99, anidbId: null, imdbId: null, animePlanetId: null, traktId: null },
    alternatives: { imdbId: [], themoviedbId: [], traktId: [] },
    numbering: { tvdb: null, tmdb: null, imdb: null, trakt: null },
    episodeMappings: [],
    sources: ['fribb'],
  })
})

it('every field knows the list it came from', () => {
  expect(originsOf(openIndex(stored)!, 0)).toMatchObject({
    anidbId: 'fribb',
    title: 'animeLists',
    year: 'anitraktTv',
    tvdb: 'animeLists',
    tmdb: 'fribb',
    trakt: 'anitraktTv',
    episodeMappings: 'animeLists',
  })
})

it('an entry begins where a mapping puts its first episode within its season', () => {
  const index = openIndex(
    buildIndex(
      mergeFeeds([
        {
          source: 'animeLists',
          records: [
            {
              ids: { anidbId: 1 },
              tvdb: 11,
              tvdbNumbering: { season: 0, fromEpisode: 1 },
              episodeMappings: [pairs(0, { 1: [6] })],
            },
          ],
        },
      ]).entries,
    ),
  )!
  expect(mappingOf(index, 0).numbering.tvdb).toEqual({ season: 0, fromEpisode: 6 })
})

it('the same entries make the same bytes, and others another version', () => {
  expect(buildIndex(entries).equals(stored)).toBe(true)
  expect(openIndex(buildIndex(entries.slice(1)))?.version).not.toBe(openIndex(stored)?.version)
})

it('a database of nothing can be opened', () => {
  expect(openIndex(buildIndex([]))).toMatchObject({ entries: 0 })
})

it('a stored database that was changed anywhere is not opened', () => {
  fc.assert(
    fc.property(fc.nat(stored.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Buffer.from(stored)
      damaged[at] = damaged[at]! ^ change
      expect(openIndex(damaged)).toBeNull()
    }),
  )
})

it('a stored database that was cut off is not opened', () => {
  fc.assert(
    fc.property(fc.nat(stored.length - 1), (length) => {
      expect(openIndex(stored.subarray(0, length))).toBeNull()
    }),
  )
})
