import { describe, expect, it } from 'vitest'
import { relatedEntries } from '../../src/anime/related.ts'
import { sampleIndex } from '../../src/anime/sample.ts'
import { translateEpisode } from '../../src/anime/translate.ts'
import type { AnimeEpisode, AnimeIdType, AnimeQuery } from '../../src/model/anime.ts'
import { indexOf, pairs, part, range } from '../support/anime.ts'

const sample = sampleIndex()

function translate(from: AnimeQuery, to: AnimeIdType, index = sample): AnimeEpisode | null {
  return translateEpisode(index, from, to)
}

function at(
  idType: AnimeIdType,
  idValue: string | number,
  season: number | null,
  episode: number | null,
) {
  return { idType, idValue, season, episode }
}

describe('a split season', () => {
  const second = at('thetvdbId', 267440, 4, 18)

  it.each<AnimeEpisode>([
    at('anidbId', 16177, null, 2),
    at('malId', 48583, null, 2),
    at('kitsuId', 44240, null, 2),
    at('imdbId', 'tt2560140', 4, 18),
    at('themoviedbId', 1429, 4, 18),
    at('traktId', 1420, 4, 18),
    at('thetvdbId', 267440, 4, 18),
  ])('its second part’s second episode is $idType $idValue $season $episode', (expected) => {
    expect(translate(second, expected.idType)).toEqual(expected)
  })

  it.each<AnimeQuery>([
    at('anidbId', 16177, null, 2),
    at('kitsuId', '44240', null, 2),
    at('imdbId', 'tt2560140', 4, 18),
    at('themoviedbId', 'tv:1429', 4, 18),
    at('traktId', 1420, 4, 18),
  ])('and back from $idType', (from) => {
    expect(translate(from, 'thetvdbId')).toEqual(second)
  })

  it('ends where its next part begins', () => {
    expect(translate(at('thetvdbId', 267440, 4, 28), 'anidbId')).toEqual(
      at('anidbId', 16177, null, 12),
    )
    expect(translate(at('thetvdbId', 267440, 4, 29), 'anidbId')).toEqual(
      at('anidbId', 17303, null, 1),
    )
  })
})

describe('an absolute order', () => {
  it.each([
    { own: 8, season: 1, episode: 8 },
    { own: 9, season: 2, episode: 1 },
    { own: 30, season: 2, episode: 22 },
    { own: 1_000, season: 3, episode: 970 },
  ])('episode $own is S$season E$episode', ({ own, season, episode }) => {
    const place = at('thetvdbId', 81797, season, episode)
    expect(translate(at('anidbId', 69, null, own), 'thetvdbId')).toEqual(place)
    expect(translate(place, 'kitsuId')).toEqual(at('kitsuId', 12, null, own))
  })

  it('goes on in IMDb as in TVDB, where only its beginning is known', () => {
    expect(translate(at('kitsuId', 12, null, 12), 'imdbId')).toEqual(
      at('imdbId', 'tt0388629', 2, 4),
    )
    expect(translate(at('imdbId', 'tt0388629', 2, 4), 'kitsuId')).toEqual(
      at('kitsuId', 12, null, 12),
    )
  })

  it('counts through where nothing tells its seasons', () => {
    expect(translate(at('kitsuId', 12, null, 40), 'themoviedbId')).toEqual(
      at('themoviedbId', 37854, 1, 40),
    )
  })
})

describe('specials', () => {
  it('have their place among the specials of the show', () => {
    expect(translate(at('anidbId', 23, 0, 1), 'thetvdbId')).toEqual(at('thetvdbId', 76885, 0, 2))
  })

  it('are entries of their own elsewhere, where one stands at their place', () => {
    const index = indexOf({
      source: 'fribb',
      records: [
        part(1, 1, 1, {
          ids: { anidbId: 1, malId: 1 },
          episodeMappings: [pairs(0, { 2: [7] }, { special: true })],
        }),
        part(2, 0, 7, { ids: { anidbId: 2, malId: 2 } }),
      ],
    })
    expect(translate(at('anidbId', 1, 0, 2), 'malId', index)).toEqual(at('malId', 2, null, 1))
    expect(translate(at('anidbId', 1, 0, 2), 'anidbId', index)).toEqual(at('anidbId', 1, 0, 2))
    expect(translate(at('anidbId', 1, 0, 3), 'malId', index)).toBeNull()
  })

  it('lead to a film that the show counts among them, and to its own ids', () => {
    const place = at('thetvdbId', 76885, 0, 3)
    expect(translate(place, 'kitsuId')).toEqual(at('kitsuId', 2, null, null))
    expect(translate(place, 'imdbId')).toEqual(at('imdbId', 'tt0275277', null, null))
    expect(translate(place, 'themoviedbId')).toEqual(at('themoviedbId', 11299, null, null))
  })
})

describe('pairs and ranges', () => {
  const index = indexOf({
    source: 'fribb',
    records: [
      part(1, 1, 3, {
        episodeMappings: [pairs(1, { 1: [9], 2: [], 3: [20, 21] }), range(2, 10, 12, 5)],
      }),
      part(2, 0),
    ],
  })

  it.each([
    { rule: 'a pair moves an episode', own: 1, place: [1, 9] },
    { rule: 'a double episode begins with its first part', own: 3, place: [1, 20] },
    { rule: 'others count from the offset', own: 4, place: [1, 6] },
    { rule: 'a range shifts its episodes', own: 11, place: [2, 16] },
    { rule: 'and ends', own: 13, place: [1, 15] },
  ])('$rule', ({ own, place }) => {
    const [season, episode] = place
    const there = at('thetvdbId', 1, season!, episode!)
    expect(translate(at('anidbId', 1, null, own), 'thetvdbId', index)).toEqual(there)
    expect(translate(there, 'anidbId', index)).toEqual(at('anidbId', 1, null, own))
  })

  it('an episode that the lists know not to be there is nowhere', () => {
    expect(translate(at('anidbId', 1, null, 2), 'thetvdbId', index)).toBeNull()
  })

  it('the second part of a double episode is the same episode', () => {
    expect(translate(at('thetvdbId', 1, 1, 21), 'anidbId', index)).toEqual(
      at('anidbId', 1, null, 3),
    )
  })
})

describe('a whole entry', () => {
  it('is another id alone, where that id is its own', () => {
    expect(translate(at('kitsuId', 1376, null, null), 'imdbId')).toEqual(
      at('imdbId', 'tt0877057', null, null),
    )
    expect(translate(at('imdbId', 'tt0245429', null, null), 'malId')).toEqual(
      at('malId', 199, null, null),
    )
    expect(translate(at('malId', 199, null, null), 'themoviedbId')).toEqual(
      at('themoviedbId', 129, null, null),
    )
  })

  it('is the place where it begins, where it shares the id', () => {
    expect(translate(at('kitsuId', 44240, null, null), 'imdbId')).toEqual(
      at('imdbId', 'tt2560140', 4, 17),
    )
  })
})

it('what is not known is null', () => {
  expect(translate(at('malId', 987, null, 1), 'imdbId')).toBeNull()
  expect(translate(at('imdbId', 'tt2560140', 9, 1), 'malId')).toBeNull()
  expect(translate(at('malId', 849, null, 1), 'traktId')).toBeNull()
  expect(translate(at('malId', 849, null, 0), 'kitsuId')).toBeNull()
})

describe('related entries', () => {
  const numbers = (idType: AnimeIdType, idValue: string | number) =>
    relatedEntries(sample, { idType, idValue }).map(({ mappings }) => mappings.anidbId)

  it('are all parts of a series, by season, from any of their ids', () => {
    const parts = [9541, 14977, 16177, 17303]
    expect(numbers('thetvdbId', 267440)).toEqual(parts)
    expect(numbers('imdbId', 'tt2560140')).toEqual(parts)
    expect(numbers('kitsuId', 44240)).toEqual(parts)
  })

  it('have specials and films after the series', () => {
    expect(numbers('malId', 5)).toEqual([23, 219])
  })

  it('are the entry alone where it shares nothing', () => {
    expect(numbers('malId', 199)).toEqual([112])
    expect(numbers('malId', 987)).toEqual([])
  })
})
