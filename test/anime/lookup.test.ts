import { describe, expect, it } from 'vitest'
import type { AnimeRecord } from '../../src/anime/sources/record.ts'
import type { AnimeIdType } from '../../src/model/anime.ts'
import { found, indexOf, pairs, part, range } from '../support/anime.ts'

function lists(...records: AnimeRecord[]) {
  return indexOf({ source: 'animeLists', records })
}

describe('values', () => {
  const index = indexOf(
    {
      source: 'fribb',
      records: [
        {
          ids: {
            anidbId: 1,
            malId: 21,
            animePlanetId: '021',
            notifyMoeId: 'aBc',
            simklId: 2_000_000_000,
          },
          imdb: ['tt0000001', 'tt12345678'],
          tmdb: [
            { kind: 'tv', id: 31 },
            { kind: 'movie', id: 32 },
          ],
          tvdb: 51,
        },
      ],
    },
    { source: 'anitraktTv', records: [{ ids: { malId: 21 }, trakt: [{ kind: 'tv', id: 41 }] }] },
  )

  it.each<[AnimeIdType, string | number]>([
    ['malId', 21],
    ['malId', '21'],
    ['malId', '0000021'],
    ['animePlanetId', '021'],
    ['notifyMoeId', 'aBc'],
    ['simklId', 2_000_000_000],
    ['imdbId', 'tt0000001'],
    ['imdbId', 'TT0000001'],
    ['imdbId', 'tt12345678'],
    ['themoviedbId', 31],
    ['themoviedbId', 'tv:31'],
    ['themoviedbId', 'tv:031'],
    ['themoviedbId', 32],
    ['themoviedbId', 'movie:32'],
    ['traktId', 'tv:41'],
    ['thetvdbId', '51'],
  ])('%s %j is found', (idType, idValue) => {
    expect(found(index, { idType, idValue })).toBe(1)
  })

  it.each<[AnimeIdType, string | number]>([
    ['malId', 22],
    ['malId', 0],
    ['malId', -21],
    ['malId', 21.5],
    ['malId', Number.NaN],
    ['malId', 1e300],
    ['malId', ''],
    ['malId', ' 21'],
    ['malId', '+21'],
    ['malId', '0x15'],
    ['malId', '21.0'],
    ['malId', '２１'],
    ['malId', '9'.repeat(300)],
    ['malId', 'tv:21'],
    ['animePlanetId', 21],
    ['animePlanetId', '21'],
    ['animePlanetId', ''],
    ['animePlanetId', 'x'.repeat(100_000)],
    ['notifyMoeId', 'abc'],
    ['imdbId', 1],
    ['imdbId', '0000001'],
    ['imdbId', 'tt1'],
    ['imdbId', 'tt00000001'],
    ['imdbId', 'tt9999999'],
    ['themoviedbId', 'movie:31'],
    ['themoviedbId', 'tv:32'],
    ['themoviedbId', 'show:31'],
    ['traktId', 'movie:41'],
    ['thetvdbId', 'tv:51'],
    ['thetvdbId', '__proto__'],
  ])('%s %j matches nothing', (idType, idValue) => {
    expect(found(index, { idType, idValue })).toBeNull()
  })
})

describe('one candidate', () => {
  it('is the answer whatever season and episode say', () => {
    const index = lists(part(1, 2))
    for (const idType of ['thetvdbId', 'themoviedbId', 'imdbId'] as const) {
      const idValue = { thetvdbId: 1, themoviedbId: 2, imdbId: 'tt0000003' }[idType]
      expect(found(index, { idType, idValue, season: 9, episode: 99 })).toBe(1)
    }
  })
})

describe('of several candidates under a TVDB id', () => {
  const index = lists(
    part(1, 1),
    part(2, 2),
    part(3, 2, 14),
    part(4, 0),
    part(5, null, 1, { episodeMappings: [range(5, 9, 20, -8), range(6, 21, null, -20)] }),
    part(6, 0, 7, { episodeMappings: [pairs(0, { 1: [3], 2: [4, 5] }), pairs(2, { 9: [20] })] }),
    part(7, 1, 100, { episodeMappings: [pairs(0, { 1: [2], 2: [30] }, { special: true })] }),
    part(8, 8, 1, { episodeMappings: [range(9, 1, 12, 0, { special: true })] }),
  )

  it.each([
    { rule: 'the season decides', season: 2, episode: 1, entry: 2 },
    { rule: 'a missing episode is 1', season: 2, episode: null, entry: 2 },
    { rule: 'a missing season is 1', season: null, episode: 7, entry: 1 },
    { rule: 'both missing are the first episode', season: null, episode: null, entry: 1 },
    { rule: 'a split season goes on in its second part', season: 2, episode: 14, entry: 3 },
    { rule: 'the last episode before it is the first part’s', season: 2, episode: 13, entry: 2 },
    { rule: 'the last part has no end', season: 2, episode: 900, entry: 3 },
    { rule: 'a pair beats the season', season: 2, episode: 20, entry: 6 },
    { rule: 'a pair beats the season of specials', season: 0, episode: 3, entry: 6 },
    { rule: 'each episode of a pair counts', season: 0, episode: 5, entry: 6 },
    { rule: 'specials count from their offset', season: 0, episode: 7, entry: 6 },
    { rule: 'and before it are another’s', season: 0, episode: 6, entry: 4 },
    { rule: 'a pair of a parent’s specials comes last', season: 0, episode: 2, entry: 4 },
    { rule: 'the latest start wins over it too', season: 0, episode: 30, entry: 6 },
    { rule: 'a range counts from its shifted start', season: 5, episode: 1, entry: 5 },
    { rule: 'to its shifted end', season: 5, episode: 12, entry: 5 },
    { rule: 'a range without an end goes on', season: 6, episode: 5_000, entry: 5 },
    { rule: 'an absolute order has any season', season: 77, episode: 3, entry: 5 },
    { rule: 'after the season of another', season: 8, episode: 3, entry: 8 },
    { rule: 'an absolute order comes before specials', season: 9, episode: 3, entry: 5 },
  ])('$rule: S$season E$episode is $entry', ({ season, episode, entry }) => {
    expect(found(index, { idType: 'thetvdbId', idValue: 1, season, episode })).toBe(entry)
  })

  it('an absolute order has no specials', () => {
    const two = lists(part(1, null), part(2, 3))
    expect(found(two, { idType: 'thetvdbId', idValue: 1, season: 0, episode: 1 })).toBeNull()
  })

  it('a range beats the default season', () => {
    const two = lists(part(1, 2), part(2, 1, 1, { episodeMappings: [range(2, 13, 24, -12)] }))
    const query = { idType: 'thetvdbId', idValue: 1, season: 2 } as const
    expect(found(two, { ...query, episode: 12 })).toBe(2)
    expect(found(two, { ...query, episode: 13 })).toBe(1)
  })

  it('with the same claim the first in the merged list wins', () => {
    expect(found(lists(part(8, 1), part(5, 1)), { idType: 'thetvdbId', idValue: 1 })).toBe(8)
  })

  it('none is the answer where none claims the episode', () => {
    const two = lists(part(1, 2), part(2, 3, 5))
    for (const [season, episode] of [
      [1, 1],
      [0, 1],
      [3, 4],
      [2, 0],
    ] as const) {
      expect(found(two, { idType: 'thetvdbId', idValue: 1, season, episode })).toBeNull()
    }
  })

  it('a TVDB number says nothing of TMDB', () => {
    const two = lists(
      part(1, 1, 1, { tmdbNumbering: { season: 4, fromEpisode: 1 } }),
      part(2, 2, 1, { tmdbNumbering: { season: 5, fromEpisode: 1 } }),
    )
    const query = { idType: 'themoviedbId', idValue: 2 } as const
    expect(found(two, { ...query, season: 5 })).toBe(2)
    expect(found(two, { ...query, season: 2 })).toBeNull()
  })
})

describe('of several candidates under an IMDb id', () => {
  function kitsu(id: number, season: number | null, fromEpisode = 1): AnimeRecord {
    return {
      ids: { kitsuId: id },
      imdb: ['tt0000003'],
      imdbNumbering: season === null ? null : { season, fromEpisode },
    }
  }
  function world(records: readonly AnimeRecord[], numbers: readonly AnimeRecord[]) {
    return indexOf({ source: 'animeLists', records }, { source: 'kitsuImdb', records: numbers })
  }
  const withKitsu = (record: AnimeRecord): AnimeRecord => ({
    ...record,
    ids: { ...record.ids, kitsuId: record.ids.anidbId },
  })
  const ask = (season: number, episode: number) =>
    ({ idType: 'imdbId', idValue: 'tt0000003', season, episode }) as const

  it('Kitsu–IMDb’s seasons decide where it has them', () => {
    const index = world(
      [withKitsu(part(1, 1)), withKitsu(part(2, 2))],
      [kitsu(1, 1), kitsu(2, 1, 13)],
    )
    expect(found(index, ask(1, 12))).toBe(1)
    expect(found(index, ask(1, 13))).toBe(2)
  })

  it('TVDB’s numbers decide where it has none', () => {
    const index = world([withKitsu(part(1, 1)), withKitsu(part(2, 2))], [kitsu(1, null)])
    expect(found(index, ask(2, 1))).toBe(2)
  })

  it('and then all of them, pairs before seasons', () => {
    const special = part(2, 0, 9, { episodeMappings: [pairs(1, { 1: [13] })] })
    const index = world([withKitsu(part(1, 1)), withKitsu(special)], [kitsu(1, null)])
    expect(found(index, ask(1, 13))).toBe(2)
    expect(found(index, ask(1, 14))).toBe(1)
  })

  it('an entry that it does not number yet is found by its TVDB season', () => {
    const index = world([withKitsu(part(1, 1)), part(2, 2), part(3, 1, 26)], [kitsu(1, 1)])
    expect(found(index, ask(2, 3))).toBe(2)
    expect(found(index, ask(1, 30))).toBe(3)
  })

  it('an entry that runs through seasons which it does not know is found by its TVDB numbers', () => {
    const long = part(1, null, 1, { episodeMappings: [range(2, 9, 30, -8)] })
    const index = world([withKitsu(long), withKitsu(part(2, 0))], [kitsu(1, 1), kitsu(2, 0, 5)])
    expect(found(index, ask(2, 3))).toBe(1)
    expect(found(index, ask(14, 3))).toBe(1)
  })
})

describe('of several candidates under a Trakt id', () => {
  const show = (malId: number, traktSeason: number | null): AnimeRecord => ({
    ids: { malId },
    trakt: [{ kind: 'tv', id: 4 }],
    traktSeason,
  })
  const index = indexOf(
    {
      source: 'fribb',
      records: [part(1, 1), part(2, 1, 13), part(3, 2), part(4, 2, 12)].map((record) => ({
        ...record,
        ids: { ...record.ids, malId: record.ids.anidbId },
      })),
    },
    { source: 'anitraktTv', records: [show(1, 3), show(2, null), show(3, 2), show(4, 2)] },
  )

  it.each([
    { rule: 'its own season decides', season: 3, episode: 9, entry: 1 },
    { rule: 'without one TVDB’s season does', season: 1, episode: 13, entry: 2 },
    { rule: 'parts of one season begin where TVDB’s do', season: 2, episode: 12, entry: 4 },
    { rule: 'and end there', season: 2, episode: 11, entry: 3 },
    { rule: 'nobody has another season', season: 7, episode: 1, entry: null },
  ])('$rule: S$season E$episode is $entry', ({ season, episode, entry }) => {
    expect(found(index, { idType: 'traktId', idValue: 4, season, episode })).toBe(entry)
  })
})

describe.each([
  ['themoviedbId', 'tmdb'],
  ['traktId', 'trakt'],
] as const)('a number that is a film and a show, by %s', (idType, field) => {
  const index = indexOf({
    source: idType === 'traktId' ? 'anitraktTv' : 'fribb',
    records: [
      { ids: { anidbId: 1, malId: 1 }, [field]: [{ kind: 'tv', id: 5 }] },
      { ids: { anidbId: 2, malId: 2 }, [field]: [{ kind: 'movie', id: 5 }] },
    ],
  })

  it.each([
    { rule: 'means the film', idValue: 5, entry: 2 },
    { rule: 'means the show with a season', idValue: 5, season: 3, entry: 1 },
    { rule: 'means the show with season 0', idValue: 5, season: 0, entry: 1 },
    { rule: 'means the show with an episode', idValue: 5, episode: 1, entry: 1 },
    { rule: 'means what its kind says', idValue: 'tv:5', entry: 1 },
    { rule: 'means what its kind says, against a season', idValue: 'movie:5', season: 1, entry: 2 },
  ])('$rule', ({ idValue, season, episode, entry }) => {
    expect(found(index, { idType, idValue, season, episode })).toBe(entry)
  })
})
