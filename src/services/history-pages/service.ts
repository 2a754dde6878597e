import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Play } from '../activity/plays.ts'
import type { Ask } from '../library/deps.ts'
import type { SessionService } from '../sessions/service.ts'
import { refuseApiKeys } from '../users/access.ts'
import { readActivity } from './activity.ts'
import type { Activity, ActivityDeps } from './activity.ts'
import { concerns, createListeners, openChanges } from './changes.ts'
import type { ChangeKind, Follower } from './changes.ts'
import { openEndedPlays } from './ended-plays.ts'
import { clearHistory, deletePlays } from './clear.ts'
import type { ClearInput } from './clear.ts'
import { readPage } from './page.ts'
import type { HistoryPageDeps, HistoryPageInput, OwnedPage } from './page.ts'

export type HistoryPages = ReturnType<typeof createHistoryPages>

/** `users/access.ts` says who may read and change what. Unreadable histories are left out, or FORBIDDEN if named. */
export function createHistoryPages({
  events,
  ...deps
}: HistoryPageDeps &
  ActivityDeps & {
    readonly events: LiveEvents
    readonly plays: Pick<PlayStore, 'byIds'>
    readonly sessions: Pick<SessionService, 'list'>
  }) {
  const { store, plays, sessions } = deps
  const listen = createListeners()

  return {
    activity: (user: User): Promise<Activity> => readActivity(deps, user),

    page: (user: User, input: HistoryPageInput, ask: Ask): Promise<OwnedPage> =>
      readPage(deps, user, input, ask),

    clear: (user: User, input: ClearInput): Promise<number> =>
      clearHistory({ store, events }, user, input),

    deletePlays: (user: User, ids: readonly string[]): Promise<number> =>
      deletePlays({ store, plays, events }, user, ids),

    changes: (caller: Follower, kind: ChangeKind): Promise<AsyncIterable<void>> =>
      openChanges(caller, {
        isConcerned: (event, user) => concerns(event, user, kind),
        // Of sessions of others nobody hears but the first user, not even that there is something.
        shownTo: async (user) =>
          kind === 'activity' || user.profile.isOwner
            ? null
            : JSON.stringify(await sessions.list(user)),
        listen: (user) => {
          refuseApiKeys(user)
          return listen(user.configuration)
        },
      }),

    endedPlays: (caller: Follower): Promise<AsyncIterable<Play>> =>
      openEndedPlays(
        {
          plays,
          library: deps.library,
          listen: (user) => {
            refuseApiKeys(user)
            return listen(user.configuration)
          },
        },
        caller,
      ),
  }
}
