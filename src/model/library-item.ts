import type { ItemKind, ItemRef } from './item-ref.ts'
import type { IdSpace } from './media-id.ts'
import type { WatchState } from './watch.ts'

export const pictures = ['primary', 'backdrop', 'logo', 'thumb'] as const

export type ItemImages = { readonly [Picture in (typeof pictures)[number]]: string | null }

/** The colours of a picture in few characters, to be shown until it has loaded. */
export type BlurHash = { readonly picture: keyof ItemImages; readonly hash: string }

export const personRoles = ['Actor', 'Director', 'Writer', 'Producer', 'Creator'] as const

export type PersonRole = (typeof personRoles)[number]

export type ItemPerson = {
  readonly ref: ItemRef
  readonly name: string
  readonly type: PersonRole
  readonly role: string | null
  readonly image: string | null
}

export type NamedRef = { readonly ref: ItemRef; readonly name: string }

export const collectionTypes = ['movies', 'tvshows', 'playlists', 'boxsets'] as const

export type CollectionType = (typeof collectionTypes)[number]

/** Anything a media server lists. Only `canDelete` and `watch` depend on who looks. */
export type LibraryItem = {
  readonly ref: ItemRef
  /** Upstream id, such as `tt0903747:3:7`, or a text of its own. History is kept under it. */
  readonly key: string
  readonly kind: ItemKind
  /** What sources are asked with, such as `movie`, `series` or `anime`. */
  readonly mediaType: string
  readonly name: string
  /** Lower case, digits padded with zeros, without a leading article. */
  readonly sortName: string
  readonly originalName: string | null
  readonly overview: string | null
  readonly tagline: string | null
  readonly year: number | null
  readonly endYear: number | null
  readonly premieredAt: number | null
  readonly endedAt: number | null
  /** When the service first saw it; episodes count from their series or a later broadcast. Null: not seen yet. */
  readonly addedAt: number | null
  readonly contentAddedAt: number | null
  readonly runtimeMs: number | null
  /** For an episode: whether `runtimeMs` is not its own, but usual in its series. Absent means no. */
  readonly usualRuntime?: boolean
  /** 0 to 10. */
  readonly rating: number | null
  /** Such as PG-13. */
  readonly certification: string | null
  readonly genres: readonly NamedRef[]
  readonly studios: readonly NamedRef[]
  readonly tags: readonly string[]
  readonly countries: readonly string[]
  readonly people: readonly ItemPerson[]
  readonly trailers: readonly string[]
  readonly images: ItemImages
  /** Width divided by height of the primary picture. */
  readonly aspectRatio: number | null
  readonly ids: Partial<Readonly<Record<IdSpace, string>>>
  readonly status: 'Continuing' | 'Ended' | null
  /** Null: mixed. */
  readonly collectionType: CollectionType | null
  /** The library, series or season that it is listed in. */
  readonly parent: ItemRef | null
  readonly series: {
    readonly ref: ItemRef
    readonly key: string
    readonly name: string
    readonly images: ItemImages
    readonly ids: LibraryItem['ids']
    readonly year: number | null
  } | null
  readonly seasonRef: ItemRef | null
  readonly seasonName: string | null
  readonly season: number | null
  readonly episode: number | null
  readonly aired: boolean
  readonly counts: {
    readonly children: number | null
    readonly episodes: number | null
  }
  /** Whether details were read; a list shows what its catalog says. */
  readonly detailed: boolean
  /** In a playlist: the entry's id. */
  readonly entryId?: string
  readonly canDelete?: boolean
  /** For a library: whether it lists titles only by genre. Absent means no. */
  readonly genreRequired?: boolean
  /** For an episode: whether the story continues without it. Absent means no. */
  readonly filler?: boolean
  /** For an episode: whether it repeats earlier episodes. Absent means no. */
  readonly recap?: boolean
  /** For a collection: whether it comes from a source, so that nobody can change it. Absent means no. */
  readonly fromSource?: boolean
  /** In a list that had to read it anyway. */
  readonly watch?: WatchState
  /** Where the history of whoever asks has it, once it was looked up for the same answer. */
  readonly located?: {
    readonly itemKey: string
    readonly titleKey: string
    readonly isKnown: boolean
  }
}

export type ItemPage = {
  readonly items: readonly LibraryItem[]
  readonly total: number
  readonly start: number
}

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
  readonly episodes: number
}
