import { animeTypes } from '../model/anime.ts'
import type {
  AnimeEpisode,
  AnimeIdType,
  AnimeQuery,
  KindedId,
  NumberingSpace,
} from '../model/anime.ts'
import { entryEpisode, placeOf } from './episodes.ts'
import type { EntryEpisode, Place } from './episodes.ts'
import { findNumber } from './tables.ts'
import { numberingUnder, numberOf, slugOf } from './index.ts'
import type { AnimeIndex } from './index.ts'
import { findEntry, isAmbiguousType, kindedId } from './lookup.ts'
import type { AmbiguousIdType } from './lookup.ts'
import { imdbIdsOf, tmdbIdsOf, traktIdsOf } from './mapping.ts'

const spaceOf: Readonly<Record<AmbiguousIdType, NumberingSpace>> = {
  thetvdbId: 'tvdb',
  themoviedbId: 'tmdb',
  imdbId: 'imdb',
  traktId: 'trakt',
}

/** Null where it is unknown there. Without season and episode the whole entry is meant, and a film gets its place in the show. */
export function translateEpisode(
  index: AnimeIndex,
  from: AnimeQuery,
  to: AnimeIdType,
): AnimeEpisode | null {
  const entry = findEntry(index, from)
  if (entry < 0) return null
  if (isNothing(from.season) && isNothing(from.episode)) return translateEntry(index, entry, to)
  const own = ownOf(index, entry, from)
  if (!own) return null
  if (isFilm(index, entry)) return isFirst(own) ? translateEntry(index, entry, to) : null
  return isAmbiguousType(to) ? atPlace(index, entry, own, to) : underOwnId(index, entry, own, to)
}

function isFilm({ types }: AnimeIndex, entry: number): boolean {
  return types[entry] === animeTypes.indexOf('MOVIE') + 1
}

function isFirst({ special, episode }: EntryEpisode): boolean {
  return !special && episode === 1
}

function isNothing(value: number | null | undefined): boolean {
  return value === null || value === undefined
}

function ownOf(index: AnimeIndex, entry: number, query: AnimeQuery): EntryEpisode | null {
  const { idType, idValue, season, episode } = query
  const place: Place = { season: season ?? 1, episode: episode ?? 1 }
  if (!isAmbiguousType(idType)) {
    return place.episode === 0 ? null : { special: season === 0, episode: place.episode }
  }
  const space = spaceOf[idType]
  const id = idType === 'imdbId' ? Number(String(idValue).slice(2)) : kindedId(idValue).id
  const own = entryEpisode(index, { entry, space, id }, place)
  // An entry that nothing places in its show counts as the whole first season.
  const unplaced = own === null && place.season === 1 && !numberingUnder(index, entry, space, id)
  return unplaced && place.episode >= 1 ? { special: false, episode: place.episode } : own
}

function translateEntry(index: AnimeIndex, entry: number, to: AnimeIdType): AnimeEpisode | null {
  if (!isAmbiguousType(to)) {
    const idValue = ownId(index, entry, to)
    return idValue === null ? null : { idType: to, idValue, season: null, episode: null }
  }
  const film = idsOf(index, entry, to).find(({ kind }) => kind === 'movie')
  if (film) return { idType: to, idValue: film.value, season: null, episode: null }
  const alone = idsOf(index, entry, to).find(({ id, kind }) => isAlone(index, to, kind, id))
  if (alone) return { idType: to, idValue: alone.value, season: null, episode: null }
  return atPlace(index, entry, { special: false, episode: 1 }, to)
}

function underOwnId(
  index: AnimeIndex,
  entry: number,
  own: EntryEpisode,
  to: AnimeIdType,
): AnimeEpisode | null {
  if (own.special && to !== 'anidbId') return specialUnderOwnId(index, entry, own, to)
  const idValue = ownId(index, entry, to)
  const season = own.special ? 0 : null
  return idValue === null ? null : { idType: to, idValue, season, episode: own.episode }
}

/** Only AniDB counts specials within an entry; others list them as entries, found through TVDB's specials. */
function specialUnderOwnId(
  index: AnimeIndex,
  entry: number,
  own: EntryEpisode,
  to: AnimeIdType,
): AnimeEpisode | null {
  const tvdb = index.tvdb[entry]!
  const place = tvdb ? placeOf(index, { entry, space: 'tvdb', id: tvdb }, own) : null
  if (!place) return null
  const other = findEntry(index, { idType: 'thetvdbId', idValue: tvdb, ...place })
  if (other < 0 || other === entry) return null
  const there = entryEpisode(index, { entry: other, space: 'tvdb', id: tvdb }, place)
  if (!there || there.special || (isFilm(index, other) && !isFirst(there))) return null
  return isFilm(index, other)
    ? translateEntry(index, other, to)
    : underOwnId(index, other, there, to)
}

function atPlace(
  index: AnimeIndex,
  entry: number,
  own: EntryEpisode,
  to: AmbiguousIdType,
): AnimeEpisode | null {
  const ids = idsOf(index, entry, to).filter(({ kind }) => kind === 'tv')
  const space = spaceOf[to]
  for (const { id, value, kind } of numberedFirst(index, entry, space, ids)) {
    const place = placeOf(index, { entry, space, id }, own)
    if (place) return { idType: to, idValue: value, ...place }
    const unplaced = !numberingUnder(index, entry, space, id) && isAlone(index, to, kind, id)
    if (unplaced && !own.special) {
      return { idType: to, idValue: value, season: 1, episode: own.episode }
    }
  }
  return null
}

type Id = { readonly id: number; readonly value: string | number; readonly kind: KindedId['kind'] }

/** IMDb ids do not tell their kind and count as shows. */
function idsOf(index: AnimeIndex, entry: number, type: AmbiguousIdType): Id[] {
  if (type === 'imdbId') {
    return imdbIdsOf(index, entry).map((value) => ({
      id: Number(value.slice(2)),
      value,
      kind: 'tv',
    }))
  }
  if (type === 'thetvdbId') {
    const id = index.tvdb[entry]!
    return id ? [{ id, value: id, kind: 'tv' }] : []
  }
  const ids = type === 'themoviedbId' ? tmdbIdsOf(index, entry) : traktIdsOf(index, entry)
  return ids.map(({ id, kind }) => ({ id, value: id, kind }))
}

/** Ids that the space numbers itself come before those numbered by TVDB. */
function numberedFirst(
  index: AnimeIndex,
  entry: number,
  space: NumberingSpace,
  ids: readonly Id[],
): Id[] {
  const numbered = ({ id }: Id) => numberingUnder(index, entry, space, id)?.space === space
  return ids.toSorted((a, b) => Number(numbered(b)) - Number(numbered(a)))
}

function isAlone(
  { sharedTables }: AnimeIndex,
  type: AmbiguousIdType,
  kind: KindedId['kind'],
  id: number,
): boolean {
  const space = spaceOf[type]
  const table =
    space === 'tvdb' || space === 'imdb'
      ? space
      : (`${space}${kind === 'tv' ? 'Tv' : 'Movie'}` as const)
  return findNumber(sharedTables[table], id)! >= 0
}

function ownId(index: AnimeIndex, entry: number, type: AnimeIdType): number | string | null {
  if (type === 'animePlanetId' || type === 'notifyMoeId') return slugOf(index, entry, type)
  return isAmbiguousType(type) ? null : numberOf(index, entry, type)
}
