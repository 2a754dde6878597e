import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { announceHistory } from '../history/announce.ts'
import { refuseApiKeys, requireWritable } from '../users/access.ts'

export type ClearInput = {
  readonly userId: string
  /** Omitted: everything. Null is BAD_REQUEST, since it may be a mistake. */
  readonly itemKeys?: readonly string[] | null | undefined
}

/** Returns the number of entries. A user of somebody else's history may only clear single entries. */
export async function clearHistory(
  { store, events }: { readonly store: HistoryStore; readonly events: LiveEvents },
  user: User,
  { userId, itemKeys }: ClearInput,
): Promise<number> {
  if (itemKeys === null) {
    throw new AppError('BAD_REQUEST', 'itemKeys must be a list; leave it out to clear everything.')
  }
  refuseApiKeys(user)
  const target = requireWritable(user, userId)
  const isShared = target.historyOwner !== target.id
  if (isShared && itemKeys === undefined && !user.profile.isOwner) {
    throw new AppError('FORBIDDEN', refusal('HISTORY_OF_ANOTHER_USER'))
  }
  const historyId = await store.historyIdOf(user.configuration, target.historyOwner)
  const cleared = await store.clear(historyId, itemKeys ?? null)
  // Also without listed entries, because plays may have been deleted.
  announceHistory(events, user, target.historyOwner)
  return cleared
}
