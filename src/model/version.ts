import type { ItemRef } from './item-ref.ts'
import type { PlayedVersion } from './watch.ts'
import type { SearchResult } from './search-result.ts'

/** One way to play an item: a search result that has a link. */
export type Version = {
  readonly ref: ItemRef
  /** The same in every listing, after a restart and on other nodes. */
  readonly id: string
  readonly result: SearchResult
  /** What to open: http, https, magnet-free. May hold secrets. */
  readonly link: string
  /** Title and lines in the version list. */
  readonly name: string
  readonly description: string
}

export type VersionList = {
  readonly versions: readonly Version[]
  /** Epoch milliseconds of the look-up; null: nothing was looked up, and the list is empty. */
  readonly lookedUpAt: number | null
  /** What the user was playing of it; null: nothing is begun, undefined: nobody has looked. */
  readonly played?: PlayedVersion | null
}

export const versionDemands = ['configured', 'kept', 'usual', 'fresh', 'refresh'] as const

/**
 * How old a list may be: `kept` answers from any kept list or none, `usual` renews an old one behind the answer;
 * `configured`: as the configuration says for opening an item.
 */
export type VersionDemand = (typeof versionDemands)[number]
