import type { AnimeIdType, AnimeSourceName } from '../../model/anime.ts'

/** How one file of a list came into the database. */
export type FeedOutcome =
  /** Fetched anew. */
  | 'new'
  /** The same as last time. */
  | 'unchanged'
  /** Not to be had or not to be trusted: the last good copy stands in. */
  | 'last good copy'
  /** As before, and there is no good copy. */
  | 'skipped'

export type FeedReport = {
  readonly source: AnimeSourceName
  /** Fit to be shown: without credentials and keys. */
  readonly address: string
  readonly outcome: FeedOutcome
  readonly records: number
  /** Records that could not be understood. */
  readonly unreadable: number
  /** Records that have an id of each type. */
  readonly coverage: Readonly<Partial<Record<AnimeIdType, number>>>
  readonly ms: number
  /** One line for the operator. */
  readonly warning: string | null
}

export type RefreshReport = {
  /** Whether there is new data. */
  readonly changed: boolean
  readonly version: string
  readonly entries: number
  readonly conflicts: number
  readonly feeds: readonly FeedReport[]
  /** Entries that have an id of each type, and how many more than last time. */
  readonly coverage: readonly {
    readonly idType: AnimeIdType
    readonly count: number
    readonly change: number
  }[]
  readonly ms: number
}

export type RefreshProgress = {
  readonly source: AnimeSourceName
  readonly address: string
  readonly phase: 'fetch' | 'read'
  /** Bytes while fetching, otherwise records. */
  readonly done: number
  /** Null where it is not known yet. */
  readonly total: number | null
  readonly ms: number
  /** Why the list could not be fetched or read. */
  readonly warning?: string | null
}

/** An address without what may be secret in it. */
export function shownAddress(address: string): string {
  const url = isWebAddress(address) ? URL.parse(address) : null
  return url ? `${url.host}${url.pathname}` : address
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
