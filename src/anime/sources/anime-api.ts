import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { KindedId } from '../../model/anime.ts'
import type { AnimeRecord } from './record.ts'
import {
  idList,
  imdbIds,
  jsonRecords,
  present,
  seasonNumber,
  singleId,
  slug,
  title,
} from './values.ts'

/** Off unless configured: its data is under the AGPL. */
export function* readAnimeApi(bytes: Buffer): Generator<AnimeRecord | null> {
  for (const row of jsonRecords(bytes)) yield isRecord(row) ? readRow(row) : null
}

function readRow(row: JsonRecord): AnimeRecord {
  return {
    ids: present({
      anidbId: singleId(row['anidb']),
      malId: singleId(row['myanimelist']),
      anilistId: singleId(row['anilist']),
      kitsuId: singleId(row['kitsu']),
      livechartId: singleId(row['livechart']),
      anisearchId: singleId(row['anisearch']),
      animePlanetId: slug(row['animeplanet']),
      notifyMoeId: slug(row['notify']),
      simklId: singleId(row['simkl']),
    }),
    title: title(row['title']),
    imdb: imdbIds(row['imdb']),
    tmdb: kinded(row['themoviedb'], row['themoviedb_type'] ?? row['trakt_type']),
    trakt: kinded(row['trakt'], row['trakt_type']),
    tvdb: singleId(row['thetvdb']),
    traktSeason: seasonNumber(row['trakt_season']),
  }
}

/** A number without its kind would name two things. */
function kinded(value: unknown, type: unknown): KindedId[] {
  const kind =
    type === 'movie' || type === 'movies'
      ? 'movie'
      : type === 'tv' || type === 'shows'
        ? 'tv'
        : null
  return kind === null ? [] : idList(value).map((id) => ({ kind, id }))
}
