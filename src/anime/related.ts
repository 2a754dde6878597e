import type { AnimeMapping, AnimeQuery } from '../model/anime.ts'
import { findCandidates, groupMembers } from './lookup.ts'
import type { AnimeIndex, SharedType } from './index.ts'
import { imdbIdsOf, mappingOf, tmdbIdsOf, traktIdsOf } from './mapping.ts'
import { findNumber } from './tables.ts'

const maxRelated = 500

/** Entries that share a show or film id with those meant: all parts of a series, by season. */
export function relatedEntries(
  index: AnimeIndex,
  { idType, idValue }: Pick<AnimeQuery, 'idType' | 'idValue'>,
): AnimeMapping[] {
  const found = new Set<number>()
  const asked = findCandidates(index, { idType, idValue })
  for (const entry of asked) {
    found.add(entry)
    for (const [type, id] of sharedIdsOf(index, entry)) {
      for (const other of holders(index, type, id)) found.add(other)
    }
  }
  return [...found]
    .slice(0, maxRelated)
    .map((entry) => mappingOf(index, entry))
    .sort(bySeason)
}

function sharedIdsOf(index: AnimeIndex, entry: number): [SharedType, number][] {
  const tvdb = index.tvdb[entry]!
  return [
    ...(tvdb ? ([['tvdb', tvdb]] as const) : []),
    ...tmdbIdsOf(index, entry).map(
      ({ kind, id }) => [kind === 'tv' ? 'tmdbTv' : 'tmdbMovie', id] as const,
    ),
    ...traktIdsOf(index, entry).map(
      ({ kind, id }) => [kind === 'tv' ? 'traktTv' : 'traktMovie', id] as const,
    ),
    ...imdbIdsOf(index, entry).map((id) => ['imdb', Number(id.slice(2))] as const),
  ].map(([type, id]): [SharedType, number] => [type, id])
}

function holders(index: AnimeIndex, type: SharedType, id: number): number[] {
  const found = findNumber(index.sharedTables[type], id)
  if (found === undefined) return []
  return found >= 0 ? [found] : groupMembers(index, ~found)
}

function bySeason(a: AnimeMapping, b: AnimeMapping): number {
  return place(a) - place(b)
}

function place({ numbering }: AnimeMapping): number {
  const { season, fromEpisode } = numbering.tvdb ?? numbering.tmdb ?? numbering.imdb ?? last
  return (season === 0 ? last.season : season) * 100_000 + fromEpisode
}

const last = { season: 10_000, fromEpisode: 99_999 } as const
