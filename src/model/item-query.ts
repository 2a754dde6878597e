import type { ItemKind, ItemRef } from './item-ref.ts'

export const itemSorts = [
  /** The order of the catalog, or of broadcast. */
  'default',
  'name',
  'seriesName',
  /** Newest first when descending: the order in which catalogs list. */
  'added',
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
] as const

export type ItemSort = (typeof itemSorts)[number]

export type ItemOrder = { readonly by: ItemSort; readonly descending: boolean }

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
  readonly seriesStatus: readonly ('Continuing' | 'Ended')[] | null
  readonly minRating: number | null
  /** Epoch milliseconds. */
  readonly premieredFrom: number | null
  readonly premieredTo: number | null
  readonly aired: boolean | null
  readonly played: boolean | null
  /** Begun and not finished. */
  readonly resumable: boolean | null
  readonly favorite: boolean | null
  readonly liked: boolean | null
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
  seriesStatus: null,
  minRating: null,
  premieredFrom: null,
  premieredTo: null,
  aired: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  order: [],
  start: 0,
  limit: null,
}
