import type { HistoryStore } from '../../model/history-store.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { requireOwner, refuseApiKeys } from '../users/access.ts'
import { readActivity } from './activity.ts'
import type { ProfileActivity } from './activity.ts'
import { concerns, createListeners, openChanges } from './changes.ts'
import type { ChangeKind, Follow } from './changes.ts'
import { clearHistory } from './clear.ts'
import type { ClearInput } from './clear.ts'
import { readPage } from './page.ts'
import type { HistoryPageInput, OwnedPage } from './page.ts'

export type HistoryPages = ReturnType<typeof createHistoryPages>

/**
 * The history as a whole: the first user reads and changes everybody's, others read that of everybody whom they see
 * and who is not private, and change their own; API keys neither. What a caller may not read is left out, and
 * FORBIDDEN where it is named.
 */
export function createHistoryPages({
  store,
  events,
}: {
  readonly store: HistoryStore
  readonly events: LiveEvents
}) {
  const listen = createListeners()

  return {
    activity: (user: User): Promise<readonly ProfileActivity[]> => readActivity(store, user),

    page: (user: User, input: HistoryPageInput): Promise<OwnedPage> => readPage(store, user, input),

    clear: (user: User, input: ClearInput): Promise<number> =>
      clearHistory({ store, events }, user, input),

    /**
     * One value at once and at each change of what the caller may read, at most one a second. Ends with the signal and
     * with the caller's right; FORBIDDEN for sessions to anybody but the first user.
     */
    changes: (
      follow: Follow,
      kind: ChangeKind,
      signal: AbortSignal,
    ): Promise<AsyncIterable<void>> =>
      openChanges(
        follow,
        (event, user) => concerns(event, user, kind),
        signal,
        (user) => {
          refuseApiKeys(user)
          if (kind === 'sessions') requireOwner(user)
          return listen(user.configuration)
        },
      ),
  }
}
