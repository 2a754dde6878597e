import type { AnimeIdType, AnimeSourceName } from '../../model/anime.ts'

export type FeedOutcome =
  | 'new'
  | 'unchanged'
  /** Unavailable or not trusted: the last good copy stands in. */
  | 'last good copy'
  /** As above, and there is no good copy. */
  | 'skipped'

export type FeedReport = {
  readonly source: AnimeSourceName
  /** Safe to show: without credentials and keys. */
  readonly address: string
  readonly outcome: FeedOutcome
  readonly records: number
  readonly unreadable: number
  readonly coverage: Readonly<Partial<Record<AnimeIdType, number>>>
  readonly ms: number
  readonly warning: string | null
}

export type RefreshReport = {
  readonly changed: boolean
  readonly version: string
  readonly entries: number
  readonly conflicts: number
  readonly feeds: readonly FeedReport[]
  /** Entries with an id of each type, and how many more than last time. */
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
  /** Bytes while fetching, records afterwards. */
  readonly done: number
  readonly total: number | null
  readonly ms: number
  readonly warning?: string | null
}

export function shownAddress(address: string): string {
  const url = isWebAddress(address) ? URL.parse(address) : null
  return url ? `${url.host}${url.pathname}` : address
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
