import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { SessionStore } from '../../model/session-store.ts'
import type { ReportHistory } from '../history/reports.ts'
import { createKeyedQueues } from '../../core/keyed-queues.ts'
import { silentMs } from '../../history/now-playing.ts'
import { withoutUser } from '../../model/play.ts'
import type { OpenPlay } from '../../model/play.ts'
import { companionIds } from './companions.ts'
import type { DeviceSession, ShownSession } from './device-session.ts'
import { announceEnd } from '../history/announce.ts'
import { createListSessions, createShownSessions } from './list-sessions.ts'
import type { ElsewhereSessions } from './list-sessions.ts'
import { createLiveStates } from './live-states.ts'
import { createReportedVersions } from './reported-version.ts'
import type { ReportedVersionOptions } from './reported-version.ts'
import { changeState } from './change-state.ts'
import { createSessionReports } from './reports.ts'
import type { ReportOptions } from './reports.ts'
import { createEndAllSilent, createEndSilent } from './end-silent.ts'
import { createSilence } from './silence.ts'
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
    readonly elsewhere?: ElsewhereSessions
    readonly silentAfterMs?: number | undefined
  }

export type SessionService = ReturnType<typeof createSessionService>

export function createSessionService(options: SessionServiceOptions) {
  const { store, history, events, sockets, isAlone, silentAfterMs: afterMs = silentMs } = options
  const live = createLiveStates(store, isAlone)
  // In order, so that no two reports of a device count the same time.
  const inQueue = createKeyedQueues<number>(1)
  const publish = ({ configuration }: User): void =>
    events.publish({ kind: 'sessions', configuration })
  const endSilent = createEndSilent({ live, history, inQueue, events, afterMs, isAlone })
  const silence = createSilence({ endSilent, afterMs })
  const reports = createSessionReports({
    ...options,
    silence,
    versions: createReportedVersions(options),
    live,
    inQueue,
    publish,
  })

  const devices = createListSessions({ store, sockets, live })
  const list = createShownSessions(devices, options.elsewhere ?? (async () => []))

  return {
    ...reports,
    devices,
    list,
    endAllSilent: createEndAllSilent(endSilent, { store, afterMs }),

    async stop(): Promise<void> {
      silence.stop()
      await reports.stop()
    },

    /** Null for anyone but the first user. */
    ofHousehold: async (user: User): Promise<readonly ShownSession[] | null> =>
      user.profile.isOwner ? list(user) : null,

    /** Records what the device plays in the companion's history as well, for twelve hours. */
    async setCompanion(
      user: User,
      { rowId }: DeviceSession,
      profileId: string,
      present: boolean,
    ): Promise<void> {
      let left: OpenPlay | null = null
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
        // A companion who leaves has watched up to here, and starts a new play after coming back.
        const play = present ? state.play : state.play && withoutUser(state.play, profileId)
        const isPlaying = state.now !== null && Date.now() - state.now.reportedAt < afterMs
        left = !present && isPlaying && !state.isEndPublished ? rowOf(state.play, profileId) : null
        return { ...state, companions, play }
      })
      if (left) announceEnd(events, user.configuration, left)
      publish(user)
    },
  }
}

/** A play as one of its users has it. */
function rowOf(play: OpenPlay | null, profileId: string): OpenPlay | null {
  const id = play?.rows[profileId]
  return play === null || id === undefined ? null : { ...play, rows: { [profileId]: id } }
}
