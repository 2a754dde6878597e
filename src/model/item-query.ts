import type { ItemKind, ItemRef } from './item-ref.ts'
import type { ItemImages, PersonRole } from './library-item.ts'
import type { IdSpace } from './media-id.ts'

export const itemSorts = [
  'default',
  'name',
  'seriesName',
  'added',
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
  'folder',
  'studio',
] as const

export type ItemSort = (typeof itemSorts)[number]

export type ItemOrder = { readonly by: ItemSort; readonly descending: boolean }

export const seriesStatuses = ['Continuing', 'Ended', 'Unreleased'] as const

export type SeriesStatus = (typeof seriesStatuses)[number]

export type ItemQuery = {
  readonly parent: ItemRef | null
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
  readonly personTypes: readonly PersonRole[] | null
  readonly within: {
    readonly kind: 'genre' | 'studio' | 'person' | 'year'
    readonly name: string
  } | null
  readonly seriesStatus: readonly SeriesStatus[] | null
  readonly minRating: number | null
  /** Compared by the age they stand for; titles without a certification do not fit. */
  readonly minCertification: string | null
  readonly maxCertification: string | null
  readonly hasCertification: boolean | null
  readonly hasOverview: boolean | null
  readonly hasTrailer: boolean | null
  /** Databases in which it must, or must not, have an id. */
  readonly withIds: readonly IdSpace[]
  readonly withoutIds: readonly IdSpace[]
  readonly images: readonly (keyof ItemImages)[] | null
  readonly index: number | null
  readonly parentIndex: number | null
  readonly premieredFrom: number | null
  readonly premieredTo: number | null
  readonly addedFrom: number | null
  readonly aired: boolean | null
  readonly played: boolean | null
  readonly resumable: boolean | null
  readonly favorite: boolean | null
  readonly liked: boolean | null
  readonly favoriteOrLiked: boolean | null
  /** Only this item and its neighbours in the list's order. */
  readonly adjacentTo: ItemRef | null
  readonly order: readonly ItemOrder[]
  readonly start: number
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

export type SeasonQuery = {
  /** Whether these are specials. */
  readonly special: boolean | null
  readonly aired: boolean | null
}

export type EpisodeQuery = {
  readonly season: number | null
  readonly aired: boolean | null
  readonly adjacentTo?: ItemRef | null
  /** Those before it are left out; all are listed where it is not among them. */
  readonly from?: ItemRef | null
  readonly shuffled?: boolean
  readonly start: number
  readonly limit: number | null
}

export type NextUpQuery = {
  /** Only this series, and its first episode if nothing was played. */
  readonly series: ItemRef | null
  /** Only series of this library; a series or season stands for the series. */
  readonly parent: ItemRef | null
  readonly since: number | null
  readonly resumable: boolean
  readonly start: number
  readonly limit: number | null
}

export type ResumeQuery = {
  readonly parent: ItemRef | null
  readonly kinds: readonly ItemKind[] | null
  readonly excludeKinds: readonly ItemKind[]
  readonly search: string | null
  readonly start: number
  readonly limit: number | null
}

export type LatestQuery = {
  /** Null for all libraries that the user wants there, interleaved. */
  readonly parent: ItemRef | null
  readonly kinds: readonly ItemKind[] | null
  readonly limit: number
  readonly played: boolean | null
}
