import type { ItemKind, ItemRef } from './item-ref.ts'
import type { IdSpace } from './media-id.ts'

export const pictures = ['primary', 'backdrop', 'logo', 'thumb'] as const

/** Addresses of pictures, as the sources name them. */
export type ItemImages = { readonly [Picture in (typeof pictures)[number]]: string | null }

export const personRoles = ['Actor', 'Director', 'Writer', 'Producer', 'Creator'] as const

export type PersonRole = (typeof personRoles)[number]

export type ItemPerson = {
  readonly ref: ItemRef
  readonly name: string
  readonly type: PersonRole
  /** Character that an actor plays. */
  readonly role: string | null
  readonly image: string | null
}

/** A genre or studio by its name and id. */
export type NamedRef = { readonly ref: ItemRef; readonly name: string }

export const collectionTypes = ['movies', 'tvshows', 'playlists'] as const

export type CollectionType = (typeof collectionTypes)[number]

/**
 * Whatever a media server lists: libraries, films, series, seasons, episodes, people, genres. Absent values are null,
 * lists are empty. Nothing but `canDelete` depends on who looks.
 */
export type LibraryItem = {
  readonly ref: ItemRef
  /** Upstream id, such as `tt0903747` or `tt0903747:3:7`; for what has none a text of its own. History is kept under it. */
  readonly key: string
  readonly kind: ItemKind
  /** Media type that sources are asked with, such as `movie`, `series` or `anime`. */
  readonly mediaType: string
  readonly name: string
  /** Lower case, digits padded with zeros, without a leading article. */
  readonly sortName: string
  readonly originalName: string | null
  readonly overview: string | null
  readonly tagline: string | null
  readonly year: number | null
  readonly endYear: number | null
  /** Epoch milliseconds. */
  readonly premieredAt: number | null
  readonly endedAt: number | null
  /** When the service first saw it, epoch milliseconds; an episode comes with its series, or later when it is broadcast. Null: nobody listed or opened it yet. */
  readonly addedAt: number | null
  /** The same of the latest of its episodes that is known. */
  readonly contentAddedAt: number | null
  readonly runtimeMs: number | null
  /** 0 to 10. */
  readonly rating: number | null
  /** Such as PG-13. */
  readonly certification: string | null
  readonly genres: readonly NamedRef[]
  readonly studios: readonly NamedRef[]
  readonly tags: readonly string[]
  readonly countries: readonly string[]
  /** Of details only. */
  readonly people: readonly ItemPerson[]
  /** Web addresses. */
  readonly trailers: readonly string[]
  readonly images: ItemImages
  /** Width by height of the primary picture. */
  readonly aspectRatio: number | null
  /** Ids in other databases. */
  readonly ids: Partial<Readonly<Record<IdSpace, string>>>
  /** Of series. */
  readonly status: 'Continuing' | 'Ended' | null
  /** Of libraries; null: mixed. */
  readonly collectionType: CollectionType | null
  /** Id of the library, series or season that it is listed in. */
  readonly parent: ItemRef | null
  /** The series of a season or an episode. */
  readonly series: {
    readonly ref: ItemRef
    readonly key: string
    readonly name: string
    readonly images: ItemImages
    readonly ids: LibraryItem['ids']
    readonly year: number | null
  } | null
  /** The season of an episode. */
  readonly seasonRef: ItemRef | null
  readonly seasonName: string | null
  readonly season: number | null
  readonly episode: number | null
  /** False: announced, not yet broadcast. */
  readonly aired: boolean
  /** How much lies in it, as far as it is known without asking a source. */
  readonly counts: {
    /** Direct children: titles, seasons or episodes. */
    readonly children: number | null
    /** Aired episodes without specials. */
    readonly episodes: number | null
  }
  /** Whether details were read; a list shows what its catalog says. */
  readonly detailed: boolean
  /** Of what stands in a playlist: which of its entries this is. */
  readonly entryId?: string
  /** Whether who asks may delete it; missing: no. */
  readonly canDelete?: boolean
}

/** A part of a list. */
export type ItemPage = {
  readonly items: readonly LibraryItem[]
  /** Of the whole list. */
  readonly total: number
  /** Position of the first item. */
  readonly start: number
}

/** Values that the items of a library can be filtered by, each list in order. */
export type Facets = {
  readonly genres: readonly NamedRef[]
  readonly studios: readonly NamedRef[]
  readonly tags: readonly string[]
  readonly certifications: readonly string[]
  readonly years: readonly number[]
}

export type Occurrences = {
  readonly movies: number
  readonly series: number
  /** Of series that were opened. */
  readonly episodes: number
}
