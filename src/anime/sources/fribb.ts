import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { KindedId } from '../../model/anime.ts'
import type { AnimeRecord, Numbering } from './record.ts'
import {
  animeType,
  episodeNumber,
  idList,
  imdbIds,
  jsonRecords,
  present,
  seasonNumber,
  singleId,
  slug,
} from './values.ts'

/** The old form has `thetvdb_id`, one IMDb id and film numbers as text; the new one adds kinds, seasons and offsets. */
export function* readFribb(bytes: Buffer): Generator<AnimeRecord | null> {
  for (const row of jsonRecords(bytes)) yield isRecord(row) ? readRow(row) : null
}

function readRow(row: JsonRecord): AnimeRecord {
  return {
    ids: present({
      anidbId: singleId(row['anidb_id']),
      malId: singleId(row['mal_id']),
      anilistId: singleId(row['anilist_id']),
      kitsuId: singleId(row['kitsu_id']),
      livechartId: singleId(row['livechart_id']),
      anisearchId: singleId(row['anisearch_id']),
      animePlanetId: slug(row['anime-planet_id']),
      notifyMoeId: slug(row['notify.moe_id']),
      simklId: singleId(row['simkl_id']),
      animecountdownId: singleId(row['animecountdown_id']),
    }),
    type: animeType(row['type']),
    imdb: imdbIds(row['imdb_id']),
    tmdb: tmdbIds(row['themoviedb_id']),
    tvdb: singleId(row['tvdb_id']) ?? singleId(row['thetvdb_id']),
    tvdbNumbering: numbering(row, 'tvdb', row['tvdb_id'] !== undefined),
    tmdbNumbering: numbering(row, 'tmdb', isRecord(row['themoviedb_id'])),
  }
}

const noIds: readonly KindedId[] = []

/** The old form knows films only. */
function tmdbIds(value: unknown): readonly KindedId[] {
  if (value === undefined) return noIds
  const shows = isRecord(value) ? idList(value['tv']) : []
  const films = idList(isRecord(value) ? value['movie'] : value)
  return [
    ...shows.map((id) => ({ kind: 'tv' as const, id })),
    ...films.map((id) => ({ kind: 'movie' as const, id })),
  ]
}

function numbering(row: JsonRecord, space: 'tvdb' | 'tmdb', known: boolean): Numbering | null {
  if (!known) return null
  const seasons = isRecord(row['season']) ? row['season'] : {}
  const offsets = isRecord(row['episode_offset']) ? row['episode_offset'] : {}
  const season = seasonNumber(seasons[space])
  if (season !== null) return { season, fromEpisode: (episodeNumber(offsets[space]) ?? 0) + 1 }
  // An id without a season means counted through all seasons.
  return space === 'tvdb' ? { season: null, fromEpisode: 1 } : null
}
