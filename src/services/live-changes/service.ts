import type { User } from '../../model/household.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Play } from '../activity/plays.ts'
import type { LibraryService } from '../library/service.ts'
import type { SessionService } from '../sessions/service.ts'
import { refuseApiKeys } from '../users/access.ts'
import { concerns, createListeners, openChanges } from './changes.ts'
import type { ChangeKind, Follower } from './changes.ts'
import { openEndedPlays } from './ended-plays.ts'

export type LiveChanges = ReturnType<typeof createLiveChanges>

type Options = {
  readonly plays: Pick<PlayStore, 'byIds'>
  readonly library: Pick<LibraryService, 'visibleKeys'>
  readonly sessions: Pick<SessionService, 'list'>
}

/** What dashboards follow. */
export function createLiveChanges({ plays, library, sessions }: Options) {
  const listeners = createListeners()
  const listen = (user: User) => {
    refuseApiKeys(user)
    return listeners(user.configuration)
  }

  return {
    changes: (caller: Follower, kind: ChangeKind): Promise<AsyncIterable<void>> =>
      openChanges(caller, {
        isConcerned: (event, user) => concerns(event, user, kind),
        // Of sessions of others nobody hears but the first user, not even that there is something.
        shownTo: async (user) =>
          kind === 'activity' || user.profile.isOwner
            ? null
            : JSON.stringify(await sessions.list(user)),
        listen,
      }),

    endedPlays: (caller: Follower): Promise<AsyncIterable<Play>> =>
      openEndedPlays({ plays, library, listen }, caller),
  }
}
