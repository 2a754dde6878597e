import type { ItemRef } from './item-ref.ts'
import type { LibraryItem } from './library-item.ts'
import type { PlayedVersion } from './watch.ts'
import type { SearchResult } from './search-result.ts'

export type Version = {
  readonly ref: ItemRef
  /** Stable across listings, restarts and nodes. */
  readonly id: string
  readonly result: SearchResult
  readonly sourceId?: string | undefined
  /** http or https. May hold secrets. */
  readonly link: string
  readonly name: string
  readonly description: string
}

export type VersionList = {
  readonly versions: readonly Version[]
  /** Null: nothing was looked up, and the list is empty. */
  readonly lookedUpAt: number | null
  /** Null if no version was started; undefined before the look-up. */
  readonly played?: PlayedVersion | null
  readonly located?: LibraryItem['located']
}

export const versionDemands = ['configured', 'kept', 'usual', 'fresh', 'refresh'] as const

/** `kept` takes any kept list or none; `usual` renews an old one in the background; `configured` follows the configuration. */
export type VersionDemand = (typeof versionDemands)[number]
