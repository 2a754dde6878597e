import { describe, expect, it } from 'vitest'
import { buildIndex } from '../../src/anime/build-index.ts'
import { readCorrections } from '../../src/anime/corrections.ts'
import { openIndex } from '../../src/anime/index.ts'
import { findEntry } from '../../src/anime/lookup.ts'
import { mappingOf, originsOf } from '../../src/anime/mapping.ts'
import { mergeFeeds } from '../../src/anime/merge.ts'
import type { AnimeMapping, AnimeQuery } from '../../src/model/anime.ts'
import { pairs, part } from '../support/anime.ts'

/** Two parts of a show in their first and second season, corrected. */
function corrected(text: string) {
  const records = [
    part(1, 1, 1, { ids: { anidbId: 1, malId: 11 }, episodeMappings: [pairs(0, { 1: [5] })] }),
    part(2, 2, 1, { ids: { anidbId: 2, malId: 12 } }),
  ]
  const { entries } = mergeFeeds([{ source: 'animeLists', records }], readCorrections(text))
  const index = openIndex(buildIndex(entries))!
  return {
    index,
    find: (query: AnimeQuery): AnimeMapping | null => {
      const entry = findEntry(index, query)
      return entry < 0 ? null : mappingOf(index, entry)
    },
  }
}

describe('a correction', () => {
  it('is written as JSON or YAML', () => {
    const json = readCorrections('[{"find": {"malId": 12}, "set": {"year": 2030}}]')
    const yaml = readCorrections('- find: { malId: 12 }\n  set:\n    year: 2030\n')
    expect(json).toEqual(yaml)
    expect(readCorrections('')).toEqual([])
  })

  it('sets what it names, and is known as the source of it', () => {
    const { index, find } = corrected(`
      - find: { anidbId: 2 }
        set: { title: New name, type: ONA, year: 2030, imdbId: [tt0000007, TT0000008] }
    `)
    expect(find({ idType: 'malId', idValue: 12 })).toMatchObject({
      title: 'New name',
      type: 'ONA',
      year: 2030,
      mappings: { anidbId: 2, imdbId: 'tt0000007', thetvdbId: 1 },
      alternatives: { imdbId: ['tt0000007', 'tt0000008'] },
      sources: ['animeLists', 'overrides'],
    })
    expect(originsOf(index, 1)).toMatchObject({ title: 'overrides', thetvdbId: 'animeLists' })
    expect(find({ idType: 'imdbId', idValue: 'tt0000008' })?.mappings.anidbId).toBe(2)
  })

  it('moves an id from the entry that has it', () => {
    const { find } = corrected('- { find: { anidbId: 2 }, set: { malId: 11 } }')
    expect(find({ idType: 'malId', idValue: 11 })?.mappings.anidbId).toBe(2)
    expect(find({ idType: 'anidbId', idValue: 1 })?.mappings.malId).toBeNull()
    expect(find({ idType: 'malId', idValue: 12 })).toBeNull()
  })

  it('adds an entry that no list knows', () => {
    const { find } = corrected(`
      - find: { anidbId: 3 }
        set: { title: Premiere, thetvdbId: 1, numbering: { tvdb: { season: 2, fromEpisode: 13 } } }
    `)
    const query = { idType: 'thetvdbId', idValue: 1, season: 2 } as const
    expect(find({ ...query, episode: 12 })?.mappings.anidbId).toBe(2)
    expect(find({ ...query, episode: 13 })?.title).toBe('Premiere')
  })

  it('gives seasons and mappings, also of the absolute order', () => {
    const { find } = corrected(`
      - find: { anidbId: 2 }
        set:
          numbering: { tvdb: { season: absolute } }
          traktId: tv:77
          episodeMappings: [{ space: tvdb, season: 4, start: 5, end: 9, offset: -4 }]
      - find: { anidbId: 1 }
        set: { traktId: [movie:78, tv:77], numbering: { trakt: { season: 3, fromEpisode: 4 } } }
    `)
    const ask = (season: number, episode: number) =>
      find({ idType: 'thetvdbId', idValue: 1, season, episode })?.mappings.anidbId
    expect([ask(1, 1), ask(4, 5), ask(9, 9)]).toEqual([1, 2, 2])
    expect(find({ idType: 'traktId', idValue: 77, season: 3, episode: 4 })).toMatchObject({
      mappings: { anidbId: 1, traktId: 78 },
      numbering: { trakt: { season: 3, fromEpisode: 4 } },
    })
  })

  it('of the show drops the numbers that belonged to the old one', () => {
    const { find } = corrected('- { find: { anidbId: 1 }, set: { thetvdbId: 9 } }')
    expect(find({ idType: 'thetvdbId', idValue: 9 })).toMatchObject({
      numbering: { tvdb: null, tmdb: { season: 1, fromEpisode: 1 } },
      episodeMappings: [],
    })
  })

  it('of null takes away', () => {
    const { find } = corrected('- { find: { anidbId: 1 }, set: { thetvdbId: null } }')
    expect(find({ idType: 'anidbId', idValue: 1 })?.mappings.thetvdbId).toBeNull()
    expect(find({ idType: 'thetvdbId', idValue: 1 })?.mappings.anidbId).toBe(2)
  })
})

describe('a wrong file of corrections names the place', () => {
  it.each([
    ['{"find": {}}', /must be a list of corrections/],
    ['- { find: { malId: 1 } }', /^0\.set/],
    ['- { find: {}, set: {} }', /^0\.find: must hold one id/],
    ['- { find: { malId: 1, kitsuId: 2 }, set: {} }', /must hold one id/],
    ['- { find: { imdbId: tt0000001 }, set: {} }', /imdbId/],
    ['- { find: { malId: 1 }, set: { malID: 2 } }', /malID/],
    ['- { find: { malId: 1 }, set: { malId: two } }', /^0\.set\.malId/],
    ['- { find: { malId: 1 }, set: { traktId: 5 } }', /^0\.set\.traktId/],
    ['- { find: { malId: 1 }, set: { numbering: { tvdb: { season: -1 } } } }', /tvdb/],
    ['- find: { malId: 1\n  set: [', /neither JSON nor YAML/],
    ['a: &a [1]\nb: [*a,*a,*a,*a]\n', /must be a list/],
    ['- { find: { __proto__: { malId: 1 } }, set: {} }', /must hold one id|__proto__/],
  ])('%s', (text, message) => {
    expect(() => readCorrections(text)).toThrow(message)
  })
})
