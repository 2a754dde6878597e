/** Checked and completed. Absent texts are null, lists are empty. */
export type SourceManifest = {
  readonly id: string
  readonly name: string
  readonly version: string | null
  readonly description: string | null
  readonly logo: string | null
  readonly resources: readonly ManifestResource[]
  readonly types: readonly string[]
  readonly catalogs: readonly ManifestCatalog[]
  readonly addonCatalogs: readonly Pick<ManifestCatalog, 'type' | 'id' | 'name'>[]
  readonly watchState: WatchStateSupport | null
  readonly behaviorHints: {
    readonly adult: boolean
    readonly p2p: boolean
    readonly configurable: boolean
    readonly configurationRequired: boolean
  }
}

export type WatchStateSupport = {
  readonly events: readonly string[] | null
  readonly bulk: boolean
  readonly pulls: boolean
  /** Milliseconds between two pulls; null: not stated. */
  readonly ttlMs: number | null
}

/** The manifest's general types and id prefixes stand in where the resource names none. */
export type ManifestResource = {
  readonly name: string
  readonly types: readonly string[] | null
  readonly idPrefixes: readonly string[] | null
}

export type ManifestCatalog = {
  readonly type: string
  readonly id: string
  readonly name: string | null
  readonly extra: readonly CatalogExtra[]
}

export const knownExtras: ReadonlySet<string> = new Set(['skip', 'search', 'genre'])

export type CatalogExtra = {
  readonly name: string
  readonly isRequired: boolean
  readonly options: readonly string[]
  readonly optionsLimit: number
}
