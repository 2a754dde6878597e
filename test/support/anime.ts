import { buildIndex } from '../../src/anime/build-index.ts'
import { openIndex } from '../../src/anime/index.ts'
import type { AnimeIndex } from '../../src/anime/index.ts'
import { findEntry } from '../../src/anime/lookup.ts'
import { mappingOf } from '../../src/anime/mapping.ts'
import { mergeFeeds } from '../../src/anime/merge.ts'
import type { Feed } from '../../src/anime/merge.ts'
import type { AnimeRecord } from '../../src/anime/sources/record.ts'
import type { AnimeEpisodeMapping, AnimeQuery } from '../../src/model/anime.ts'

/** A database of these feeds. */
export function indexOf(...feeds: readonly Feed[]): AnimeIndex {
  return openIndex(buildIndex(mergeFeeds(feeds).entries))!
}

/** What Anime-Lists would say of an entry: its AniDB id, and where it stands in TVDB show 1 and TMDB show 2, both with IMDb id tt0000003. */
export function part(
  anidbId: number,
  season: number | null,
  fromEpisode = 1,
  rest: Partial<AnimeRecord> = {},
): AnimeRecord {
  const numbering = { season, fromEpisode }
  return {
    ids: { anidbId },
    tvdb: 1,
    tvdbNumbering: numbering,
    tmdb: [{ kind: 'tv', id: 2 }],
    tmdbNumbering: numbering,
    imdb: ['tt0000003'],
    ...rest,
  }
}

export function range(
  season: number,
  start: number,
  end: number | null,
  offset: number,
  rest: Partial<AnimeEpisodeMapping> = {},
): AnimeEpisodeMapping {
  const base = { kind: 'range', space: 'tvdb', special: false, pairs: [] } as const
  return { ...base, season, start, end, offset, ...rest }
}

/** Own episodes and their places, `{ 1: [5], 2: [6, 7] }`. */
export function pairs(
  season: number,
  places: Readonly<Record<number, readonly number[]>>,
  rest: Partial<AnimeEpisodeMapping> = {},
): AnimeEpisodeMapping {
  const list = Object.entries(places).map(([episode, others]) => ({
    episode: Number(episode),
    others,
  }))
  const base = { kind: 'pairs', space: 'tvdb', special: false, start: null, end: null } as const
  return { ...base, offset: 0, season, pairs: list, ...rest }
}

/** The AniDB id of the entry that a query means; null for none. */
export function found(index: AnimeIndex, query: AnimeQuery): number | null {
  const entry = findEntry(index, query)
  return entry < 0 ? null : mappingOf(index, entry).mappings.anidbId
}
