import type { Household } from '../../model/member.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Version, VersionDemand, VersionList } from '../../model/version.ts'

/** The ways to play an item, found by search and kept per configuration and item. */
export type VersionService = {
  /** At most `mediaServer.versions.max`, best first, those that failed lately last. Sources that fail shorten the list. */
  list(
    household: Household,
    item: LibraryItem,
    demand: VersionDemand,
    signal: AbortSignal,
  ): Promise<VersionList>
  /**
   * The version behind an id of its own, from the newest kept list that holds it, else from a new look-up; null where
   * none has it. An item's id stands for its first version.
   */
  find(
    household: Household,
    item: LibraryItem,
    ref: ItemRef,
    signal: AbortSignal,
  ): Promise<Version | null>
  /** Puts a version that did not start at the end of its lists for a while. */
  markFailed(household: Household, version: ItemRef): Promise<void>
}
