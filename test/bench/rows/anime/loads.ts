import type { AnimeIndex } from '../../../../src/anime/index.ts'
import { imdbText } from '../../../../src/anime/index.ts'
import { findCandidates, findEntry } from '../../../../src/anime/lookup.ts'
import { mappingOf } from '../../../../src/anime/mapping.ts'
import { animeIdTypes, type AnimeQuery } from '../../../../src/model/anime.ts'

/** Ways to ask, each a list to go through again and again. */
export type Loads = Readonly<Record<'hot' | 'distinct' | 'episodes' | 'misses', AnimeQuery[]>>

const count = 4_000

/** What is asked of a database: the same id, many ids of all types, episodes of shows with several parts, and ids that it does not know. */
export function makeLoads(index: AnimeIndex): Loads {
  const episodes = shows(index).flatMap((idValue) =>
    [1, 2, 3, 4].flatMap((season) =>
      [1, 7, 13, 25].map((episode) => ({ idType: 'imdbId' as const, idValue, season, episode })),
    ),
  )
  return {
    hot: [{ idType: 'malId', idValue: 21 }],
    distinct: spread(ownIds(index)),
    episodes: spread(episodes.filter((query) => findEntry(index, query) >= 0)),
    misses: Array.from({ length: count }, (_, at) => ({
      idType: 'malId',
      idValue: 100_000_000 + at,
    })),
  }
}

function ownIds(index: AnimeIndex): AnimeQuery[] {
  return Array.from({ length: index.entries }, (_, entry) => {
    const { mappings } = mappingOf(index, entry)
    const known = animeIdTypes.filter((type) => mappings[type] !== null)
    const idType = known[entry % known.length]!
    return { idType, idValue: mappings[idType]! }
  }).filter((query) => findEntry(index, query) >= 0)
}

function shows(index: AnimeIndex): string[] {
  return [...index.sharedTables.imdb.keys]
    .filter((number) => number > 0)
    .map(imdbText)
    .filter((idValue) => findCandidates(index, { idType: 'imdbId', idValue }).length > 1)
}

/** So many of them, from everywhere. */
function spread(queries: readonly AnimeQuery[]): AnimeQuery[] {
  return Array.from(
    { length: count },
    (_, at) => queries[Math.floor((at * queries.length) / count)]!,
  )
}
