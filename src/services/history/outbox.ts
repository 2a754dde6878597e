import type { Outbox } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import type { NewWatchEvent } from '../../model/tracker.ts'
import { newEvent } from '../trackers/outbox.ts'
import type { TrackerService } from '../trackers/service.ts'

export const noEvents: Outbox = { links: [], events: [], ifPickedUp: [] }

/** What trackers receive with a change; must be loaded before the transaction begins. */
export async function outboxOf(
  trackers: Pick<TrackerService, 'linksOf'>,
  user: User,
  events: readonly NewWatchEvent[],
  ifPickedUp: readonly NewWatchEvent[] = [],
): Promise<Outbox> {
  if (events.length === 0 && ifPickedUp.length === 0) return noEvents
  const links = await trackers.linksOf(user)
  if (links.length === 0) return noEvents
  return { links, events: events.map(newEvent), ifPickedUp: ifPickedUp.map(newEvent) }
}
