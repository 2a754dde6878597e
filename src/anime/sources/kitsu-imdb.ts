import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { AnimeRecord } from './record.ts'
import {
  episodeNumber,
  idList,
  imdbIds,
  jsonRecords,
  present,
  seasonNumber,
  singleId,
  title,
} from './values.ts'

/** Where each Kitsu entry begins among its series' IMDb episodes. */
export function* readKitsuImdb(bytes: Buffer): Generator<AnimeRecord | null> {
  for (const row of jsonRecords(bytes)) {
    const kitsuId = isRecord(row) ? singleId(row['kitsu_id']) : null
    yield isRecord(row) && kitsuId !== null ? readRow(kitsuId, row) : null
  }
}

function readRow(kitsuId: number, row: JsonRecord): AnimeRecord {
  const season = seasonNumber(row['fromSeason'])
  const fromEpisode = episodeNumber(row['fromEpisode']) ?? 1
  const first = season === null || (season === 1 && fromEpisode <= 1)
  return {
    ids: present({ kitsuId }),
    // The title is the series', which fits only its first part.
    title: first ? title(row['title']) : null,
    imdb: imdbIds(row['imdb_id']),
    tmdb: idList(row['tmdb_id']).map((id) => ({ kind: 'movie', id })),
    imdbNumbering: season === null ? null : { season, fromEpisode },
  }
}
