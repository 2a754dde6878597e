import type { ItemFilter, ItemKind, ItemOrder, ItemSort } from '../rest/documents.ts'
import type { DtoOptions } from './item-dto.ts'
import { typeOfKind } from './item-dto.ts'
import type { Fields } from './fields.ts'

const kindOfType: ReadonlyMap<string, ItemKind> = new Map(
  Object.entries(typeOfKind).map(([kind, type]) => [type.toLowerCase(), kind as ItemKind]),
)

const sorts: ReadonlyMap<string, ItemSort> = new Map<string, ItemSort>(
  Object.entries({
    default: 'default',
    airedepisodeorder: 'default',
    sortname: 'name',
    name: 'name',
    seriessortname: 'seriesName',
    datecreated: 'added',
    datelastcontentadded: 'added',
    premieredate: 'premiered',
    startdate: 'premiered',
    productionyear: 'year',
    communityrating: 'rating',
    criticrating: 'rating',
    runtime: 'runtime',
    officialrating: 'certification',
    random: 'random',
    dateplayed: 'playedAt',
    seriesdateplayed: 'playedAt',
    playcount: 'playCount',
    isplayed: 'played',
    isunplayed: 'played',
    isfavoriteorliked: 'favorite',
    parentindexnumber: 'season',
    indexnumber: 'episode',
  } as const),
)

/** Lists are parted by it in names of genres, studios, tags and ratings, which may hold commas. */
const bar = '|'

export type ItemRequest = {
  readonly filter: ItemFilter
  readonly order: readonly ItemOrder[]
  readonly start: number
  readonly limit: number | null
  /** False: this server has nothing of what is asked for, such as music. */
  readonly possible: boolean
}

/** What the parameters of a list ask for; unknown words count as not said. */
export function readItemRequest(query: Fields): ItemRequest {
  const kinds = kindsOf(query.list('includeItemTypes'))
  const mediaTypes = query.list('mediaTypes')?.map(lower) ?? null
  const possible =
    kinds?.length !== 0 &&
    (mediaTypes === null || mediaTypes.includes('video') || mediaTypes.includes('unknown'))
  return {
    filter: {
      parentId: query.text('parentId'),
      recursive: query.flag('recursive'),
      ids: query.list('ids'),
      excludeIds: query.list('excludeItemIds'),
      kinds: playableOnly(kinds, mediaTypes),
      excludeKinds: kindsOf(query.list('excludeItemTypes')),
      search: query.text('searchTerm'),
      nameStartsWith: query.text('nameStartsWith'),
      nameFrom: query.text('nameStartsWithOrGreater'),
      nameBefore: query.text('nameLessThan'),
      genres: query.list('genres', bar),
      genreIds: query.list('genreIds'),
      studios: query.list('studios', bar),
      studioIds: query.list('studioIds'),
      people: query.text('person') === null ? null : [query.text('person')!],
      personIds: query.list('personIds'),
      years: yearsOf(query.list('years')),
      tags: query.list('tags', bar),
      certifications: query.list('officialRatings', bar),
      seriesStatus: statusesOf(query.list('seriesStatus')),
      minRating: query.number('minCommunityRating'),
      premieredFrom: query.date('minPremiereDate'),
      premieredTo: query.date('maxPremiereDate'),
      aired: airedOf(query),
      ...watchedOf(query),
    },
    order: readOrder(query),
    ...readPage(query),
    possible,
  }
}

export function readPage(query: Fields): { readonly start: number; readonly limit: number | null } {
  const limit = query.integer('limit')
  return {
    start: Math.max(0, query.integer('startIndex') ?? 0),
    limit: limit === null ? null : Math.max(0, limit),
  }
}

/** What of each item a list shows. */
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
    const by = sorts.get(lower(name))
    // A shorter list of directions goes on with its last one.
    const descending = (directions[index] ?? directions.at(-1)) === 'descending'
    if (!by) return []
    return [{ by, descending: lower(name) === 'isunplayed' ? !descending : descending }]
  })
}

/** Null: all kinds; an empty list: none that this server has. */
function kindsOf(types: readonly string[] | null): readonly ItemKind[] | null {
  return types?.flatMap((type) => kindOfType.get(lower(type)) ?? []) ?? null
}

function playableOnly(
  kinds: readonly ItemKind[] | null,
  mediaTypes: readonly string[] | null,
): readonly ItemKind[] | null {
  if (!mediaTypes?.includes('video') || mediaTypes.includes('unknown')) return kinds
  const videos: readonly ItemKind[] = ['movie', 'episode', 'video']
  return kinds?.filter((kind) => videos.includes(kind)) ?? videos
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
    favorite:
      flag('isfavorite', null, 'isFavorite') ?? (filters.has('isfavoriteorlikes') ? true : null),
    liked: flag('likes', 'dislikes', null),
  }
}

/** Unaired episodes count as missing: nobody has a file of them. */
function airedOf(query: Fields): boolean | null {
  const unaired = query.flag('isMissing') ?? query.flag('isUnaired')
  return unaired === null ? null : !unaired
}

function statusesOf(list: readonly string[] | null): readonly ('Continuing' | 'Ended')[] | null {
  const known = ['Continuing', 'Ended'] as const
  const names = list?.map(lower) ?? []
  const found = known.filter((name) => names.includes(lower(name)))
  return found.length > 0 ? found : null
}

function yearsOf(list: readonly string[] | null): readonly number[] | null {
  const years = list?.map(Number).filter((year) => Number.isInteger(year) && Math.abs(year) < 1e4)
  return years && years.length > 0 ? years : null
}

function lower(text: string): string {
  return text.trim().toLowerCase()
}
