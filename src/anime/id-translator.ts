import type { AnimeEpisode, AnimeIdType, AnimeQuery } from '../model/anime.ts'
import { formatMediaId } from '../model/media-id.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'
import type { AnimeIndex } from './index.ts'
import { translateEpisode } from './translate.ts'

const typeOfSpace: Readonly<Partial<Record<IdSpace, AnimeIdType>>> = {
  imdb: 'imdbId',
  tmdb: 'themoviedbId',
  tvdb: 'thetvdbId',
  kitsu: 'kitsuId',
  mal: 'malId',
  anilist: 'anilistId',
  anidb: 'anidbId',
}

/** Null where the database knows no such ids. The media type decides the kind of a TMDB number. */
export function animeQueryOf(
  { space, value, season, episode }: MediaId,
  type: string,
): AnimeQuery | null {
  const idType = typeOfSpace[space]
  if (!idType) return null
  const kind = type === 'movie' ? 'movie' : 'tv'
  const idValue = space === 'tmdb' ? `${kind}:${value}` : value
  return { idType, idValue, season, episode }
}

/** The same film or episode in the wanted spaces. */
export function translateMediaId(
  index: AnimeIndex,
  id: MediaId,
  type: string,
  wanted: readonly IdSpace[],
): MediaId[] {
  const query = animeQueryOf(id, type)
  if (!query) return []
  return wanted.flatMap((space) => {
    const to = typeOfSpace[space]
    const found = to && space !== id.space ? translateEpisode(index, query, to) : null
    return found ? [toMediaId(space, found)] : []
  })
}

function toMediaId(space: IdSpace, { idValue, season, episode }: AnimeEpisode): MediaId {
  const parts = { space, value: String(idValue), season, episode }
  return { raw: formatMediaId(parts), ...parts }
}
