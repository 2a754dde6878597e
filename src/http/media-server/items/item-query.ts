import { enumName } from '../../../core/enum-name.ts'
import type { ItemFilter, ItemKind, ItemOrder } from '../../documents/documents.ts'
import type { Fields } from '../transport/fields.ts'
import { dateTimeOf } from '../transport/times.ts'
import type { DtoOptions } from './item-dto.ts'
import {
  allKinds,
  folderKinds,
  kindOfType,
  pictureByType,
  playableKinds,
  roleByName,
  seriesStatusByName,
  sortByName,
} from './item-words.ts'

const locationByName = byName(['FileSystem', 'Remote', 'Virtual', 'Offline'])
const videoTypeByName = byName(['VideoFile', 'Iso', 'Dvd', 'BluRay'])
/** Separates genres, studios, tags and ratings, whose names may contain commas. */
const bar = '|'

export type ItemRequest = {
  readonly filter: ItemFilter
  readonly order: readonly ItemOrder[]
  readonly start: number
  readonly limit: number | null
}

/** Matches nothing: for kinds that do not exist here, such as music, and for facts that this server cannot know. */
export const nothing: ItemRequest = {
  filter: { ids: [], kinds: [] },
  order: [],
  start: 0,
  limit: 0,
}

export function readItemRequest(query: Fields): ItemRequest {
  const kinds = readKinds(query)
  const aired = airedOf(query)
  const certified = certifiedOf(query)
  const possible =
    kinds.include?.length !== 0 && aired !== 'neither' && certified !== 'neither' && mayMatch(query)
  if (!possible) return nothing
  return {
    filter: {
      parentId: query.text('parentId'),
      recursive: query.flag('recursive'),
      ids: query.list('ids'),
      excludeIds: query.list('excludeItemIds'),
      kinds: kinds.include,
      excludeKinds: kinds.exclude,
      search: query.text('searchTerm'),
      nameStartsWith: query.text('nameStartsWith'),
      nameFrom: query.text('nameStartsWithOrGreater'),
      nameBefore: query.text('nameLessThan'),
      ...namesOf(query),
      years: yearsOf(query.list('years')),
      tags: query.list('tags', bar),
      certifications: query.list('officialRatings', bar),
      minCertification: query.text('minOfficialRating'),
      maxCertification: query.text('maxOfficialRating'),
      hasCertification: certified,
      seriesStatus: wordsOf(query.list('seriesStatus'), seriesStatusByName),
      minRating: query.number('minCommunityRating'),
      premieredFrom: dateTimeOf(query.date('minPremiereDate')),
      premieredTo: dateTimeOf(query.date('maxPremiereDate')),
      addedFrom: dateTimeOf(
        latestOf([query.date('minDateLastSaved'), query.date('minDateLastSavedForUser')]),
      ),
      hasOverview: query.flag('hasOverview'),
      hasTrailer: query.flag('hasTrailer'),
      ...databasesOf(query),
      pictures: wordsOf(query.list('imageTypes'), pictureByType)?.flatMap((name) => name ?? []),
      index: query.integer('indexNumber'),
      parentIndex: query.integer('parentIndexNumber'),
      aired,
      ...watchedOf(query),
      adjacentTo: query.text('adjacentTo'),
    },
    order: readOrder(query),
    ...readPage(query),
  }
}

/** The parameters that choose the newest titles of a library. */
export function readPlace(query: Fields): Pick<ItemFilter, 'parentId' | 'kinds'> {
  const { include: kinds } = readKinds(query)
  const possible =
    airedOf(query) !== 'neither' && certifiedOf(query) !== 'neither' && mayMatch(query)
  return possible ? { parentId: query.text('parentId'), kinds } : nothing.filter
}

function certifiedOf(query: Fields): boolean | null | 'neither' {
  return agreed([query.flag('hasParentalRating'), query.flag('hasOfficialRating')])
}

/** Features that no item here has; asking for items without them matches everything. */
const unsupported = [
  'hasThemeSong',
  'hasThemeVideo',
  'hasSpecialFeature',
  'isLocked',
  'isPlaceHolder',
  'isNews',
  'isKids',
  'isSports',
]
/** Known only from an item's versions, which lists do not look up, so neither true nor false matches. */
const unknowable = [
  'hasSubtitles',
  'isHd',
  'is4K',
  'is3D',
  'minWidth',
  'minHeight',
  'maxWidth',
  'maxHeight',
  'minCriticRating',
]
const musical = [
  'artists',
  'artistIds',
  'albumArtistIds',
  'contributingArtistIds',
  'albums',
  'albumIds',
]

function mayMatch(query: Fields): boolean {
  const mediaTypes = query.list('mediaTypes')?.map(lower) ?? null
  const videoTypes = wordsOf(query.list('videoTypes'), videoTypeByName)
  return (
    (mediaTypes === null || mediaTypes.includes('video') || mediaTypes.includes('unknown')) &&
    videoTypes?.includes('VideoFile') !== false &&
    !unsupported.some((name) => query.flag(name) === true) &&
    !unknowable.some((name) => query.flag(name) !== null || query.number(name) !== null) &&
    !musical.some((name) => query.list(name, bar) !== null)
  )
}

/** Null means all kinds; an empty list, none that exist here. */
export function readKinds(query: Fields) {
  const mediaTypes = query.list('mediaTypes')?.map(lower) ?? null
  const filters = query.list('filters')?.map(lower) ?? []
  const isOnly = (['MOVIE', 'SERIES'] as const).filter((kind) => query.flag(`is${kind}`) === true)
  const isNot = (['MOVIE', 'SERIES'] as const).filter((kind) => query.flag(`is${kind}`) === false)
  const named = playableOnly(kindsOf(query.list('includeItemTypes')), mediaTypes)
  const include =
    isOnly.length === 0
      ? named
      : (named ?? isOnly).filter((kind) => isOnly.every((only) => only === kind))
  const exclude = [
    ...(kindsOf(query.list('excludeItemTypes')) ?? []),
    ...isNot,
    ...(filters.includes('isfolder') ? allKinds.filter((kind) => !folderKinds.has(kind)) : []),
    ...(filters.includes('isnotfolder') ? allKinds.filter((kind) => folderKinds.has(kind)) : []),
    ...(query.list('videoTypes') ? allKinds.filter((kind) => !playableKinds.has(kind)) : []),
  ]
  return { include, exclude }
}

function namesOf(query: Fields) {
  const person = query.text('person')
  const types = query.list('personTypes')
  return {
    genres: query.list('genres', bar),
    genreIds: idsOf(query, 'genreIds'),
    studios: query.list('studios', bar),
    studioIds: idsOf(query, 'studioIds'),
    people: person === null ? null : [person],
    personIds: idsOf(query, 'personIds'),
    personTypes: types?.flatMap((type) => roleByName.get(lower(type)) ?? []) ?? null,
  }
}

/** Apps separate ids by commas or bars. */
function idsOf(query: Fields, name: string): readonly string[] | null {
  return query.list(name)?.flatMap((part) => part.split(bar)) ?? null
}

function databasesOf(query: Fields) {
  const spaces = ['imdb', 'tmdb', 'tvdb'] as const
  const wanted = (value: boolean) =>
    spaces.filter((space) => query.flag(`has${space}Id`) === value).map(enumName)
  return { withIds: wanted(true), withoutIds: wanted(false) }
}

export function readPage(query: Fields): { readonly start: number; readonly limit: number | null } {
  const limit = query.integer('limit')
  return {
    start: Math.max(0, query.integer('startIndex') ?? 0),
    limit: limit === null ? null : Math.max(0, limit),
  }
}

/** Left out where the query has none, so that the usual one counts. */
export function readLimit(query: Fields): { readonly limit?: number } {
  const { limit } = readPage(query)
  return limit === null ? {} : { limit }
}

export function readDtoOptions(query: Fields, serverId: string): DtoOptions {
  return {
    serverId,
    brief: true,
    fields: new Set(query.list('fields')?.map(lower)),
    userData: query.flag('enableUserData') ?? true,
    images: query.flag('enableImages') ?? true,
  }
}

export function readOrder(query: Fields): readonly ItemOrder[] {
  const directions = query.list('sortOrder')?.map(lower) ?? []
  const names = query.list('sortBy') ?? []
  return names.flatMap((name, index): ItemOrder[] => {
    const by = sortByName.get(lower(name))
    // The last direction applies to the remaining keys.
    const descending = (directions[index] ?? directions.at(-1)) === 'descending'
    if (!by) return []
    return [{ by, descending: lower(name) === 'isunplayed' ? !descending : descending }]
  })
}

function kindsOf(types: readonly string[] | null): readonly ItemKind[] | null {
  return types?.flatMap((type) => kindOfType.get(lower(type)) ?? []) ?? null
}

function playableOnly(
  kinds: readonly ItemKind[] | null,
  mediaTypes: readonly string[] | null,
): readonly ItemKind[] | null {
  if (!mediaTypes?.includes('video') || mediaTypes.includes('unknown')) return kinds
  // Playlists appear as videos but are not played by lists.
  return (
    kinds?.filter((kind) => kind === 'PLAYLIST' || playableKinds.has(kind)) ?? [...playableKinds]
  )
}

function watchedOf(query: Fields) {
  const filters = new Set(query.list('filters')?.map(lower))
  const flag = (yes: string, no: string | null, own: string | null): boolean | null => {
    if (filters.has(yes)) return true
    if (no !== null && filters.has(no)) return false
    return own === null ? null : query.flag(own)
  }
  return {
    played: flag('isplayed', 'isunplayed', 'isPlayed'),
    resumable: flag('isresumable', null, null),
    favorite: flag('isfavorite', null, 'isFavorite'),
    favoriteOrLiked: flag('isfavoriteorlikes', null, null),
    liked: flag('likes', 'dislikes', null),
  }
}

export function readAired(query: Fields): boolean | null {
  const aired = airedOf(query)
  return aired === 'neither' ? null : aired
}

/** Unaired episodes count as missing, since nobody has a file of them. */
function airedOf(query: Fields): boolean | null | 'neither' {
  const not = (name: string): boolean | null => {
    const said = query.flag(name)
    return said === null ? null : !said
  }
  const places = wordsOf(query.list('locationTypes'), locationByName)
  const excluded = wordsOf(query.list('excludeLocationTypes'), locationByName) ?? []
  const isAt = (place: 'FileSystem' | 'Virtual'): boolean =>
    places?.includes(place) !== false && !excluded.includes(place)
  if (!isAt('FileSystem') && !isAt('Virtual')) return 'neither'
  const placed = isAt('FileSystem') === isAt('Virtual') ? null : isAt('FileSystem')
  return agreed([not('isMissing'), not('isUnaired'), placed])
}

/** The value that all given parameters agree on. */
function agreed(said: readonly (boolean | null)[]): boolean | null | 'neither' {
  const values = new Set(said.filter((value) => value !== null))
  return values.size > 1 ? 'neither' : ([...values][0] ?? null)
}

function latestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function wordsOf<T>(
  list: readonly string[] | null,
  known: ReadonlyMap<string, T>,
): readonly T[] | null {
  const found = list?.map(lower).filter((word) => known.has(word)) ?? []
  return found.length > 0 ? found.map((word) => known.get(word)!) : null
}

function byName<T extends string>(words: readonly T[]): ReadonlyMap<string, T> {
  return new Map(words.map((word) => [word.toLowerCase(), word]))
}

/** An invalid year matches nothing. */
function yearsOf(list: readonly string[] | null): readonly number[] | null {
  const years = list?.map(Number).filter((year) => Number.isInteger(year))
  if (!years || years.length === 0) return null
  return years.map((year) => (Math.abs(year) < 1e4 ? year : 0))
}

function lower(text: string): string {
  return text.trim().toLowerCase()
}
