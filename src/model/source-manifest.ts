/** What a source says about itself, checked and completed. Absent texts are null, lists are empty. */
export type SourceManifest = {
  readonly id: string
  readonly name: string
  readonly version: string | null
  readonly description: string | null
  readonly logo: string | null
  readonly resources: readonly ManifestResource[]
  readonly types: readonly string[]
  readonly catalogs: readonly ManifestCatalog[]
  /** Null: it is no tracker. */
  readonly watchState: WatchStateSupport | null
  readonly behaviorHints: {
    readonly adult: boolean
    readonly p2p: boolean
    readonly configurable: boolean
    readonly configurationRequired: boolean
  }
}

/** What a source that is a tracker takes and tells. */
export type WatchStateSupport = {
  /** Events that it takes; null: all. */
  readonly events: readonly string[] | null
  /** Whether it takes a mark on many episodes at once. */
  readonly bulk: boolean
  readonly pulls: boolean
  /** Milliseconds between two questions; null: it does not say. */
  readonly ttlMs: number | null
}

/** One thing a source answers, with the manifest's general types and id prefixes filled in where it names none of its own. */
export type ManifestResource = {
  /** `stream`, `meta`, `catalog`, `subtitles` … */
  readonly name: string
  /** Null: any type. */
  readonly types: readonly string[] | null
  /** Null: any id. */
  readonly idPrefixes: readonly string[] | null
}

export type ManifestCatalog = {
  readonly type: string
  readonly id: string
  readonly name: string | null
  readonly extra: readonly CatalogExtra[]
}

/** A parameter of a catalog, such as `search`, `genre` or `skip`. */
export type CatalogExtra = {
  readonly name: string
  readonly isRequired: boolean
  readonly options: readonly string[]
  /** How many options may be chosen at once. */
  readonly optionsLimit: number
}
