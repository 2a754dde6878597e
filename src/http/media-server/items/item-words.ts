import { enumName } from '../../../core/enum-name.ts'
import { seriesStatuses } from '../../../model/item-query.ts'
import { isFolder, isPlayableKind, itemKinds, typeNames } from '../../../model/item-ref.ts'
import { personRoles } from '../../../model/library-item.ts'
import type {
  CollectionType,
  Database,
  ItemKind,
  ItemSort,
  PersonRole,
  Picture,
  SeriesStatus,
} from '../../documents/documents.ts'

/** Names of the Jellyfin API for GraphQL's; the former are read in any case. */

export const typeOfKind = Object.fromEntries(
  itemKinds.map((kind) => [enumName(kind), typeNames[kind]]),
) as Readonly<Record<ItemKind, string>>

export const allKinds: readonly ItemKind[] = itemKinds.map(enumName)

export const playableKinds: ReadonlySet<ItemKind> = new Set(
  itemKinds.filter(isPlayableKind).map(enumName),
)

export const folderKinds: ReadonlySet<ItemKind> = new Set(itemKinds.filter(isFolder).map(enumName))

export const kindOfType: ReadonlyMap<string, ItemKind> = new Map(
  allKinds.map((kind) => [typeOfKind[kind].toLowerCase(), kind]),
)

export const roleByName: ReadonlyMap<string, PersonRole> = byName(personRoles)

export const seriesStatusByName: ReadonlyMap<string, SeriesStatus> = byName(seriesStatuses)

export const nameOfRole = namesOf(personRoles) as Readonly<Record<PersonRole, string>>

export const nameOfStatus = namesOf(seriesStatuses) as Readonly<Record<SeriesStatus, string>>

export function nameOfCollectionType(type: CollectionType): string {
  return type.toLowerCase()
}

export const providerNames: Readonly<Record<Database, string>> = {
  IMDB: 'Imdb',
  TMDB: 'Tmdb',
  TVDB: 'Tvdb',
  KITSU: 'Kitsu',
  MAL: 'MyAnimeList',
  ANILIST: 'AniList',
  ANIDB: 'AniDB',
}

export const imageTypeOf = {
  PRIMARY: 'Primary',
  BACKDROP: 'Backdrop',
  LOGO: 'Logo',
  THUMB: 'Thumb',
} as const satisfies Record<Picture, string>

/** Null for types that no source has. */
export const pictureByType: ReadonlyMap<string, Picture | null> = new Map<string, Picture | null>([
  ['primary', 'PRIMARY'],
  ['backdrop', 'BACKDROP'],
  ['logo', 'LOGO'],
  ['thumb', 'THUMB'],
  ...['art', 'banner', 'disc', 'box', 'screenshot', 'menu', 'chapter', 'boxrear', 'profile'].map(
    (type) => [type, null] as const,
  ),
])

export const sortByName: ReadonlyMap<string, ItemSort> = new Map<string, ItemSort>(
  Object.entries({
    default: 'DEFAULT',
    airedepisodeorder: 'DEFAULT',
    sortname: 'NAME',
    name: 'NAME',
    seriessortname: 'SERIES_NAME',
    datecreated: 'ADDED',
    datelastcontentadded: 'CONTENT_ADDED',
    datelastsaved: 'ADDED',
    premieredate: 'PREMIERED',
    startdate: 'PREMIERED',
    productionyear: 'YEAR',
    communityrating: 'RATING',
    criticrating: 'RATING',
    runtime: 'RUNTIME',
    officialrating: 'CERTIFICATION',
    random: 'RANDOM',
    dateplayed: 'PLAYED_AT',
    seriesdateplayed: 'PLAYED_AT',
    playcount: 'PLAY_COUNT',
    isplayed: 'PLAYED',
    isunplayed: 'PLAYED',
    isfavoriteorliked: 'FAVORITE',
    parentindexnumber: 'SEASON',
    indexnumber: 'EPISODE',
    isfolder: 'FOLDER',
    studio: 'STUDIO',
  } as const),
)

function byName<T extends string>(words: readonly T[]) {
  return new Map(words.map((word) => [word.toLowerCase(), enumName(word)]))
}

function namesOf<T extends string>(words: readonly T[]) {
  return Object.fromEntries(words.map((word) => [enumName(word), word]))
}
