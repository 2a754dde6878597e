import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { AnimeRecord, Numbering } from './record.ts'
import { SourceShapeError } from './record.ts'
import {
  episodeNumber,
  idList,
  imdbIds,
  jsonOf,
  present,
  seasonNumber,
  singleId,
} from './values.ts'

export function* readKometa(bytes: Buffer): Generator<AnimeRecord | null> {
  const list = jsonOf(bytes)
  if (!isRecord(list)) throw new SourceShapeError('is not a JSON object of AniDB ids')
  for (const [key, row] of Object.entries(list)) {
    const anidbId = singleId(key)
    yield isRecord(row) && anidbId !== null ? readRow(anidbId, row) : null
  }
}

function readRow(anidbId: number, row: JsonRecord): AnimeRecord {
  return {
    ids: present({
      anidbId,
      malId: singleId(row['mal_id']),
      anilistId: singleId(row['anilist_id']),
    }),
    imdb: imdbIds(row['imdb_id']),
    tmdb: [
      ...idList(row['tmdb_show_id']).map((id) => ({ kind: 'tv' as const, id })),
      ...idList(row['tmdb_movie_id']).map((id) => ({ kind: 'movie' as const, id })),
    ],
    tvdb: singleId(row['tvdb_id']),
    tvdbNumbering: numbering(row),
  }
}

function numbering(row: JsonRecord): Numbering | null {
  const season = row['tvdb_season']
  // Counted through all seasons.
  if (season === -1) return { season: null, fromEpisode: 1 }
  const number = seasonNumber(season)
  const offset = episodeNumber(row['tvdb_epoffset']) ?? 0
  return number === null ? null : { season: number, fromEpisode: offset + 1 }
}
