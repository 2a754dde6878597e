import type { Household, Member } from '../../model/member.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Version, VersionDemand, VersionList } from '../../model/version.ts'

/** The ways to play an item, found by search and kept per configuration and item. */
export type VersionService = {
  /**
   * At most `mediaServer.versions.max`: what the member was playing before, then the best first, then what its device
   * is known not to play, then what failed lately. Sources that fail shorten the list. None for what is never played.
   */
  list(
    member: Member,
    item: LibraryItem,
    demand: VersionDemand,
    signal: AbortSignal,
  ): Promise<VersionList>
  /**
   * The version behind an id of its own, from the newest kept list that holds it, else from a new look-up; where that
   * has it no more either, the nearest to what the member was playing, if it was that one. An item's id stands for the
   * version that the member's device was shown first. Null where there is none.
   */
  named(
    member: Member,
    item: LibraryItem,
    ref: ItemRef,
    signal: AbortSignal,
  ): Promise<Version | null>
  /** The same from what is kept alone, for what a report speaks of. */
  known(member: Member, item: LibraryItem, ref: ItemRef): Promise<Version | null>
  /** The same for who is known by ids alone: an item's id stands for what anybody was shown first. */
  find(
    household: Household,
    item: LibraryItem,
    ref: ItemRef,
    signal: AbortSignal,
  ): Promise<Version | null>
  /** Puts a version that did not start at the end of its lists for a while. */
  markFailed(household: Household, version: ItemRef): Promise<void>
}
