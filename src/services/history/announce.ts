import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Household, User } from '../../model/household.ts'

/** To all users who share the caller's history. */
export function announceWatched(
  events: Pick<LiveEvents, 'publish'>,
  user: User,
  items: readonly ItemRef[],
): void {
  announceHistory(events, user, user.profile.historyOwner, items)
}

/** Without items, everything may have changed. */
export function announceHistory(
  events: Pick<LiveEvents, 'publish'>,
  { configuration, profiles }: Household,
  historyOwner: string,
  items: readonly ItemRef[] = [],
): void {
  const profileIds = profiles
    .filter((profile) => profile.historyOwner === historyOwner)
    .map(({ id }) => id)
  events.publish({ kind: 'watched', configuration, profileIds, items })
}

/** An item, its season and its series. */
export function refsAround({ ref, seasonRef, series }: LibraryItem): readonly ItemRef[] {
  return [ref, ...(seasonRef ? [seasonRef] : []), ...(series ? [series.ref] : [])]
}
