import type { ItemRef } from './item-ref.ts'
import type { PlayedVersion } from './watch.ts'
import type { SearchResult } from './search-result.ts'

export type Version = {
  readonly ref: ItemRef
  /** The same in every listing, after a restart and on other nodes. */
  readonly id: string
  readonly result: SearchResult
  /** http or https. May hold secrets. */
  readonly link: string
  readonly name: string
  readonly description: string
}

export type VersionList = {
  readonly versions: readonly Version[]
  /** Null: nothing was looked up, and the list is empty. */
  readonly lookedUpAt: number | null
  /** Null: nothing is begun; undefined: nobody has looked. */
  readonly played?: PlayedVersion | null
}

export const versionDemands = ['configured', 'kept', 'usual', 'fresh', 'refresh'] as const

/** `kept` takes any kept list or none; `usual` renews an old one in the background; `configured` follows the configuration. */
export type VersionDemand = (typeof versionDemands)[number]
