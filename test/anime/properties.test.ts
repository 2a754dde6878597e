import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnimeIndex } from '../../src/anime/index.ts'
import { findCandidates, findEntry } from '../../src/anime/lookup.ts'
import { mappingOf } from '../../src/anime/mapping.ts'
import { sampleIndex } from '../../src/anime/sample.ts'
import type { AnimeRecord } from '../../src/anime/sources/record.ts'
import { animeIdTypes } from '../../src/model/anime.ts'
import type { AnimeIdType, AnimeMapping, AnimeQuery } from '../../src/model/anime.ts'
import { indexOf } from '../support/anime.ts'

const spaceOf = {
  thetvdbId: 'tvdb',
  themoviedbId: 'tmdb',
  imdbId: 'imdb',
  traktId: 'trakt',
} as const

/** Every way to ask for an entry by its own ids, season and episode. */
function ownQueries({ mappings, alternatives, numbering }: AnimeMapping): AnimeQuery[] {
  return Object.entries(mappings).flatMap(([type, id]): AnimeQuery[] => {
    const idType = type as AnimeIdType
    if (id === null) return []
    if (!(idType in spaceOf))
      return [
        { idType, idValue: id },
        { idType, idValue: String(id) },
      ]
    const { season, fromEpisode } = numbering[spaceOf[idType as keyof typeof spaceOf]] ?? {}
    const kind =
      idType === 'themoviedbId' || idType === 'traktId' ? alternatives[idType][0]!.kind : null
    const idValue = kind === null ? id : `${kind}:${id}`
    return [{ idType, idValue, season, episode: fromEpisode }]
  })
}

/** The own queries that find something else. Nothing can tell apart entries that share an id and have no numbers under it. */
function lostQueries(index: AnimeIndex): AnimeQuery[] {
  return Array.from({ length: index.entries }, (_, entry) =>
    ownQueries(mappingOf(index, entry)).filter((query) => {
      const candidates = findCandidates(index, query)
      if (!candidates.includes(entry)) return true
      const ambiguous = candidates.length > 1 && query.season === undefined
      return !ambiguous && findEntry(index, query) !== entry
    }),
  ).flat()
}

const shared = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null })
const season = fc.integer({ min: 0, max: 3 })

/** Entries that share shows with each other, in any seasons and splits; no two begin at one place. */
const worlds = fc
  .array(
    fc.record({ tvdb: shared, tmdb: shared, imdb: shared, trakt: shared, season, later: season }),
    { maxLength: 25 },
  )
  .map((parts) =>
    parts.map((part, at) => ({
      ...part,
      id: at + 1,
      numbering: { season: part.season, fromEpisode: (part.later * 100 + at * 7) % 211 },
    })),
  )

describe('any entry found by any of its ids with its own season and episode is itself', () => {
  it('in the sample', () => {
    expect(lostQueries(sampleIndex())).toEqual([])
  })

  it('in any database', () => {
    fc.assert(
      fc.property(worlds, (parts) => {
        const numbers = parts.map(({ id, tvdb, tmdb, imdb, numbering }): AnimeRecord => ({
          ids: { anidbId: id, malId: id },
          tvdb,
          tvdbNumbering: numbering,
          tmdb: tmdb === null ? [] : [{ kind: 'tv', id: tmdb }],
          tmdbNumbering: numbering,
          imdb: imdb === null ? [] : [`tt000000${imdb}`],
        }))
        const shows = parts.flatMap(({ id, trakt }): AnimeRecord[] =>
          trakt === null ? [] : [{ ids: { malId: id }, trakt: [{ kind: 'tv', id: trakt }] }],
        )
        const index = indexOf(
          { source: 'fribb', records: numbers },
          { source: 'anitraktTv', records: shows },
        )
        expect(lostQueries(index)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

/** The id as it is compared: without kind and leading zeros. */
function plain(idValue: string | number): string {
  return String(idValue)
    .replace(/^(tv|movie):/i, '')
    .replace(/^0+(?=\d)/, '')
    .toLowerCase()
}

it('no query at all breaks a look-up, and what it finds has the id that was asked for', () => {
  const index = sampleIndex()
  const values = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.constantFrom('tt2560140', '267440', 'tv:1429', 'movie:129', 1429, 'death-note'),
  )
  const counts = fc.option(fc.integer({ min: 0, max: 2 ** 53 - 1 }), { nil: null })
  const types = fc.constantFrom(...animeIdTypes)
  fc.assert(
    fc.property(types, values, counts, counts, (idType, idValue, season, episode) => {
      const entry = findEntry(index, { idType, idValue, season, episode })
      const ids = entry < 0 ? [plain(idValue)] : everyId(mappingOf(index, entry))
      expect(ids).toContain(plain(idValue))
    }),
    { numRuns: 3_000 },
  )
})

function everyId({ mappings, alternatives }: AnimeMapping): string[] {
  const kinded = [...alternatives.themoviedbId, ...alternatives.traktId].map(({ id }) => id)
  return [...Object.values(mappings), ...alternatives.imdbId, ...kinded].map(String)
}
