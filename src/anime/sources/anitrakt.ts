import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { AnimeRecord, SourceReader } from './record.ts'
import {
  idList,
  imdbIds,
  jsonRecords,
  present,
  seasonNumber,
  singleId,
  title,
  year,
} from './values.ts'

/** MyAnimeList entries with their Trakt show and season. */
export const readAnitraktTv: SourceReader = (bytes) => read(bytes, readShow)

export const readAnitraktMovies: SourceReader = (bytes) => read(bytes, readFilm)

function* read(bytes: Buffer, readRow: (row: Row) => AnimeRecord): Generator<AnimeRecord | null> {
  for (const row of jsonRecords(bytes)) {
    const parts = isRecord(row) ? rowParts(row) : null
    yield parts && readRow(parts)
  }
}

type Row = {
  readonly malId: number
  readonly traktId: number
  readonly title: string | null
  readonly year: number | null
  readonly trakt: JsonRecord
  readonly externals: JsonRecord
}

function rowParts(row: JsonRecord): Row | null {
  const { myanimelist: mal, trakt, externals } = row
  if (!isRecord(mal) || !isRecord(trakt)) return null
  const [malId, traktId] = [singleId(mal['id']), singleId(trakt['id'])]
  if (malId === null || traktId === null) return null
  return {
    malId,
    traktId,
    title: title(mal['title']),
    year: year(row['release_year']),
    trakt,
    externals: isRecord(externals) ? externals : {},
  }
}

function readShow({ malId, traktId, title, year, trakt, externals }: Row): AnimeRecord {
  const season = isRecord(trakt['season']) ? seasonNumber(trakt['season']['number']) : null
  const base = {
    ids: present({ malId }),
    title,
    trakt: [{ kind: 'tv' as const, id: traktId }],
    traktSeason: season,
  }
  // Without a season the entry may not belong to the show: then nothing of the show applies to it.
  if (season === null) return base
  return {
    ...base,
    // The year is the show's.
    year: season === 1 ? year : null,
    imdb: imdbIds(externals['imdb']),
    tmdb: idList(externals['tmdb']).map((id) => ({ kind: 'tv', id })),
    tvdb: singleId(externals['tvdb']),
    tvdbNumbering: { season, fromEpisode: 1 },
    tmdbNumbering: { season, fromEpisode: 1 },
  }
}

function readFilm({ malId, traktId, title, year, externals }: Row): AnimeRecord {
  return {
    ids: present({ malId }),
    title,
    year,
    imdb: imdbIds(externals['imdb']),
    tmdb: idList(externals['tmdb']).map((id) => ({ kind: 'movie', id })),
    trakt: [{ kind: 'movie', id: traktId }],
  }
}
