import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { SessionStore } from '../../model/session-store.ts'
import type { ReportHistory } from '../history/reports.ts'
import { withoutUser } from '../../model/play.ts'
import { companionIds } from './companions.ts'
import { createDeviceQueue } from './device-queue.ts'
import type { DeviceSession } from './device-session.ts'
import { createListSessions } from './list-sessions.ts'
import { createLiveStates } from './live-states.ts'
import { createReportedVersions } from './reported-version.ts'
import type { ReportedVersionOptions } from './reported-version.ts'
import { changeState } from './change-state.ts'
import { createReports } from './reports.ts'
import type { ReportOptions } from './reports.ts'
import type { Sockets } from './sockets.ts'

const companionMs = 12 * 3_600_000

export type SessionServiceOptions = Omit<ReportedVersionOptions, 'itemIds'> &
  Pick<ReportOptions, 'items'> & {
    readonly store: SessionStore
    readonly history: ReportHistory
    readonly events: LiveEvents
    readonly sockets: Pick<Sockets, 'of'>
    readonly itemIds: ReportOptions['itemIds'] & ReportedVersionOptions['itemIds']
    /** Whether no other process receives reports, so that states can be cached. */
    readonly isAlone: boolean
  }

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService(options: SessionServiceOptions) {
  const { store, history, events, sockets, isAlone } = options
  const live = createLiveStates(store, isAlone)
  const inQueue = createDeviceQueue()
  const publish = ({ configuration }: User): void =>
    events.publish({ kind: 'sessions', configuration })
  const reports = createReports({
    ...options,
    versions: createReportedVersions(options),
    live,
    inQueue,
    publish,
  })

  const list = createListSessions({ store, sockets, live })

  return {
    ...reports,
    list,

    /** Empty for anyone but the first user. */
    ofHousehold: async (user: User): Promise<readonly DeviceSession[]> =>
      user.profile.isOwner ? list(user) : [],

    /** Records what the device plays in the companion's history as well, for twelve hours. */
    async setCompanion(
      user: User,
      { rowId }: DeviceSession,
      profileId: string,
      present: boolean,
    ): Promise<void> {
      await changeState({ live, history, inQueue }, rowId, (state) => {
        const before = companionIds(state.companions)
        const others = before.filter((id) => id !== profileId)
        const companions = {
          // In the order in which they joined: the first of those who share a history has the play.
          profileIds: !present
            ? others
            : before.includes(profileId)
              ? before
              : [...others, profileId],
          until: Date.now() + companionMs,
        }
        // Whoever leaves has watched up to here, and begins a play of their own when they come back.
        const play = present ? state.play : state.play && withoutUser(state.play, profileId)
        return { ...state, companions, play }
      })
      publish(user)
    },
  }
}
