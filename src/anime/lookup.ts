import type { AnimeIdType, AnimeQuery, KindedId } from '../model/anime.ts'
import { anySeason } from './claims.ts'
import { claimWidth, slugOf } from './index.ts'
import type { AnimeIndex, NumberType, SharedType, SlugType } from './index.ts'
import { findNumber, findText } from './tables.ts'

const maxId = 2 ** 31 - 1

type Found = number | undefined

/** -1 for none. */
export function findEntry(index: AnimeIndex, query: AnimeQuery): number {
  const { season, episode } = query
  const found = findShared(index, query)
  if (found === undefined) return -1
  return found >= 0 ? found : bestClaim(index, ~found, season ?? 1, episode ?? 1)
}

/** Ignores season and episode; in the order of the merged list. */
export function findCandidates(index: AnimeIndex, query: AnimeQuery): number[] {
  const found = findShared(index, query)
  if (found === undefined) return []
  return found >= 0 ? [found] : groupMembers(index, ~found)
}

export function groupMembers({ groups, groupsEnds }: AnimeIndex, group: number): number[] {
  return [...groups.subarray(groupsEnds[group], groupsEnds[group + 1])]
}

function findShared(index: AnimeIndex, query: AnimeQuery): Found {
  const { idType, idValue } = query
  switch (idType) {
    case 'animePlanetId':
    case 'notifyMoeId':
      return findSlug(index, idType, idValue)
    case 'imdbId':
      return findNumberIn(index, 'imdb', imdbNumber(idValue))
    case 'thetvdbId':
      return findNumberIn(index, 'tvdb', wholeNumber(idValue))
    case 'themoviedbId':
      return findKinded(index, query, 'tmdbTv', 'tmdbMovie')
    case 'traktId':
      return findKinded(index, query, 'traktTv', 'traktMovie')
    default:
      return findOwn(index, idType, wholeNumber(idValue))
  }
}

function findOwn(index: AnimeIndex, idType: NumberType, id: number): Found {
  return id > 0 ? findNumber(index.numberTables[idType], id) : undefined
}

function findNumberIn(index: AnimeIndex, type: SharedType, id: number): Found {
  return id > 0 ? findNumber(index.sharedTables[type], id) : undefined
}

function findSlug(index: AnimeIndex, type: SlugType, value: string | number): Found {
  const text = String(value)
  if (text.length === 0 || text.length > 500) return undefined
  return findText(index.textTables[type], text, (entry) => slugOf(index, entry, type))
}

function findKinded(
  index: AnimeIndex,
  { idValue, season, episode }: AnimeQuery,
  show: SharedType,
  film: SharedType,
): Found {
  const { kind, id } = kindedId(idValue)
  if (kind !== null) return findNumberIn(index, kind === 'tv' ? show : film, id)
  const asShow = findNumberIn(index, show, id)
  const asFilm = findNumberIn(index, film, id)
  if (asShow === undefined || asFilm === undefined) return asShow ?? asFilm
  const wantsShow = typeof season === 'number' || typeof episode === 'number'
  return wantsShow ? asShow : asFilm
}

/** Claims are sorted: the first that holds the episode wins. */
function bestClaim(index: AnimeIndex, group: number, season: number, episode: number): number {
  const { claims, claimsEnds } = index
  const end = claimsEnds[group + 1]!
  for (let at = claimsEnds[group]!; at < end; at += claimWidth) {
    const claimed = claims[at + 1]!
    if (
      (claimed === season || (claimed === anySeason && season >= 1)) &&
      claims[at + 2]! <= episode &&
      episode <= claims[at + 3]!
    ) {
      return claims[at]!
    }
  }
  return -1
}

/** 0 for what cannot be an id. */
function wholeNumber(value: string | number): number {
  if (typeof value === 'number') {
    return Number.isInteger(value) && value > 0 && value <= maxId ? value : 0
  }
  if (value.length > 100 || !/^\d+$/.test(value)) return 0
  const number = Number(value)
  return number <= maxId ? number : 0
}

/** `tt` ids compare as text without case, because their zeros count. */
function imdbNumber(value: string | number): number {
  if (typeof value === 'number') return 0
  const digits = /^tt(\d{7,10})$/i.exec(value)?.[1]
  if (digits === undefined) return 0
  const number = Number(digits)
  return digits.length === 7 || digits[0] !== '0' ? (number <= maxId ? number : 0) : 0
}

/** `tv:123` and `movie:123` name a kind; a bare number does not. */
export function kindedId(value: string | number): {
  readonly kind: KindedId['kind'] | null
  readonly id: number
} {
  if (typeof value === 'string') {
    const match = /^(tv|movie):(\d{1,100})$/i.exec(value)
    if (match) {
      return { kind: match[1]!.toLowerCase() as KindedId['kind'], id: wholeNumber(match[2]!) }
    }
  }
  return { kind: null, id: wholeNumber(value) }
}

const ambiguousIdTypes = ['imdbId', 'thetvdbId', 'themoviedbId', 'traktId'] as const

export type AmbiguousIdType = (typeof ambiguousIdTypes)[number]

/** Whether several entries may have the same value. */
export function isAmbiguousType(idType: AnimeIdType): idType is AmbiguousIdType {
  return (ambiguousIdTypes as readonly AnimeIdType[]).includes(idType)
}
