import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { OpenPlay } from '../../model/play.ts'
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

/** Notifies everyone who may read the watchers' histories. */
export function announceEnd(
  events: Pick<LiveEvents, 'publish'>,
  configuration: number,
  { rows }: Pick<OpenPlay, 'rows'>,
): void {
  const plays = Object.entries(rows).map(([profileId, id]) => ({ profileId, id }))
  if (plays.length > 0) events.publish({ kind: 'playEnded', configuration, plays })
}

export function refsAround({ ref, seasonRef, series }: LibraryItem): readonly ItemRef[] {
  return [ref, ...(seasonRef ? [seasonRef] : []), ...(series ? [series.ref] : [])]
}
