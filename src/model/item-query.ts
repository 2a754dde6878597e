import type { ItemKind, ItemRef } from './item-ref.ts'
import type { ItemImages, PersonRole } from './library-item.ts'
import type { IdSpace } from './media-id.ts'

export const itemSorts = [
  /** The order of the catalog, or of broadcast. */
  'default',
  'name',
  'seriesName',
  /** When the service first saw it. */
  'added',
  /** The same of a series, or of the latest of its episodes that are known. */
  'contentAdded',
  'premiered',
  'year',
  'rating',
  'runtime',
  'certification',
  'random',
  'playedAt',
  'playCount',
  'played',
  'favorite',
  'season',
  'episode',
  /** What holds other items comes first. */
  'folder',
  /** The first of them by name. */
  'studio',
] as const

export type ItemSort = (typeof itemSorts)[number]

export type ItemOrder = { readonly by: ItemSort; readonly descending: boolean }

export const seriesStatuses = ['Continuing', 'Ended', 'Unreleased'] as const

export type SeriesStatus = (typeof seriesStatuses)[number]

/** What to list. Null: does not matter. Lists mean any of them; texts compare without case. */
export type ItemQuery = {
  readonly parent: ItemRef | null
  /** Everything below the parent, not its direct children alone. */
  readonly recursive: boolean
  readonly ids: readonly ItemRef[] | null
  readonly excludeIds: readonly ItemRef[]
  readonly kinds: readonly ItemKind[] | null
  readonly excludeKinds: readonly ItemKind[]
  readonly search: string | null
  readonly nameStartsWith: string | null
  readonly nameFrom: string | null
  readonly nameBefore: string | null
  readonly genres: readonly string[] | null
  readonly years: readonly number[] | null
  readonly tags: readonly string[] | null
  readonly certifications: readonly string[] | null
  readonly studios: readonly string[] | null
  readonly people: readonly string[] | null
  /** What the people are to be in a title; without people it does not matter. */
  readonly personTypes: readonly PersonRole[] | null
  /** A genre, studio, person or year that everything listed has, beside all else that is asked. */
  readonly within: {
    readonly kind: 'genre' | 'studio' | 'person' | 'year'
    readonly name: string
  } | null
  readonly seriesStatus: readonly SeriesStatus[] | null
  readonly minRating: number | null
  /** Certifications, compared by the age that they stand for; what has none does not fit. */
  readonly minCertification: string | null
  readonly maxCertification: string | null
  readonly hasCertification: boolean | null
  readonly hasOverview: boolean | null
  readonly hasTrailer: boolean | null
  /** Databases in which it has an id, and in which it has none. */
  readonly withIds: readonly IdSpace[]
  readonly withoutIds: readonly IdSpace[]
  readonly images: readonly (keyof ItemImages)[] | null
  /** Number of a season, or of an episode within its season. */
  readonly index: number | null
  /** Season of an episode. */
  readonly parentIndex: number | null
  /** Epoch milliseconds. */
  readonly premieredFrom: number | null
  readonly premieredTo: number | null
  /** Epoch milliseconds of when the service first saw it. */
  readonly addedFrom: number | null
  readonly aired: boolean | null
  readonly played: boolean | null
  /** Begun and not finished. */
  readonly resumable: boolean | null
  readonly favorite: boolean | null
  readonly liked: boolean | null
  /** A favourite, or liked. */
  readonly favoriteOrLiked: boolean | null
  /** This one alone with its neighbours in the order of the list; nothing where it is not in it. */
  readonly adjacentTo: ItemRef | null
  readonly order: readonly ItemOrder[]
  readonly start: number
  /** Null: all. */
  readonly limit: number | null
}

export const everything: ItemQuery = {
  parent: null,
  recursive: false,
  ids: null,
  excludeIds: [],
  kinds: null,
  excludeKinds: [],
  search: null,
  nameStartsWith: null,
  nameFrom: null,
  nameBefore: null,
  genres: null,
  years: null,
  tags: null,
  certifications: null,
  studios: null,
  people: null,
  personTypes: null,
  within: null,
  seriesStatus: null,
  minRating: null,
  minCertification: null,
  maxCertification: null,
  hasCertification: null,
  hasOverview: null,
  hasTrailer: null,
  withIds: [],
  withoutIds: [],
  images: null,
  index: null,
  parentIndex: null,
  premieredFrom: null,
  premieredTo: null,
  addedFrom: null,
  aired: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  favoriteOrLiked: null,
  adjacentTo: null,
  order: [],
  start: 0,
  limit: null,
}

export type EpisodeQuery = {
  readonly season: number | null
  readonly aired: boolean | null
  readonly start: number
  readonly limit: number | null
}

export type NextUpQuery = {
  /** One series alone; its first episode too, where nothing of it was played. */
  readonly series: ItemRef | null
  /** Series of one library alone; a series or a season stands for the series. */
  readonly parent: ItemRef | null
  /** Epoch milliseconds: series last played before are left out. */
  readonly since: number | null
  /** Also episodes that are begun. */
  readonly resumable: boolean
  readonly start: number
  readonly limit: number | null
}

/** Of what is begun; null: does not matter. */
export type ResumeQuery = {
  /** A library, a series or a season, or a genre or studio. */
  readonly parent: ItemRef | null
  readonly kinds: readonly ItemKind[] | null
  readonly excludeKinds: readonly ItemKind[]
  readonly search: string | null
  readonly start: number
  readonly limit: number | null
}

export type LatestQuery = {
  /** Null: all libraries that the user wants there, by turns. */
  readonly parent: ItemRef | null
  readonly kinds: readonly ItemKind[] | null
  readonly limit: number
  /** True: what was played alone; false: without it; null: as the user has chosen. */
  readonly played: boolean | null
}
