import type { CatalogSettings } from '../../model/user-data.ts'

/** What the rules need to know of a source's catalog. */
export type ListedCatalog = {
  readonly key: string
  readonly name: string
  readonly plainName: string
  readonly type: string
  readonly canSkip: boolean
  readonly genre: { readonly isRequired: boolean; readonly options: readonly string[] } | null
  readonly source?: { readonly id: string }
}

/** A catalog as players see it: one or several of the sources', and what the rules say of it. */
export type PlayerCatalog<C extends ListedCatalog> = {
  /** Opaque id; stable while the source and its catalog id stay the same. */
  readonly id: string
  readonly type: string
  readonly name: string
  readonly isMerged: boolean
  readonly sourceCatalogs: readonly C[]
  readonly mix: 'interleave' | 'append'
  /** The genre of all its titles; null for any. */
  readonly genre: string | null
  readonly genres: readonly string[]
  readonly genreRequired: boolean
  readonly shuffle: boolean
  readonly limit: number
}

/** What the rules that mean a catalog say of it; later ones win. */
export type CatalogRule = Pick<
  NonNullable<CatalogSettings['rules']>[number],
  'name' | 'genres' | 'shuffle' | 'limit'
>
