import { keyOf } from '../../history/keys.ts'
import type { ReportEffects } from '../../history/playing.ts'
import { pickUpEvent } from '../../history/tracker-events.ts'
import { relocated } from '../../model/history-key.ts'
import type { HistoryStore, PlayChange, ReportedHistory } from '../../model/history-store.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { OpenPlay } from '../../model/play.ts'
import type { SessionState } from '../../model/session-store.ts'
import type { TrackerService } from '../trackers/service.ts'
import { announceWatched, refsAround } from './announce.ts'
import { outboxOf } from './outbox.ts'

export type ReportHistoryOptions = {
  readonly store: Pick<HistoryStore, 'historyIdOf' | 'locate' | 'place' | 'report'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly trackers: Pick<TrackerService, 'linksOf' | 'wake'>
}

export type ReportHistory = ReturnType<typeof createReportHistory>

/** Writes of playing devices. The first of `users` is signed in on the device, the others watch along. */
export function createReportHistory({ store, events, trackers }: ReportHistoryOptions) {
  const historyIdOf = ({ configuration, profile }: User): Promise<number> =>
    store.historyIdOf(configuration, profile.historyOwner)

  async function historyOf(
    user: User,
    item: LibraryItem,
    effects: ReportEffects,
    isOwn: boolean,
  ): Promise<ReportedHistory> {
    const historyId = await historyIdOf(user)
    const key = keyOf(item)
    const [located] = await store.locate(historyId, [key])
    const { overdueStop, isMoment } = effects
    const hasWatched = isOwn || effects.endedPlay?.rows[user.profile.id] !== undefined
    const toSend = [...(hasWatched && overdueStop ? [overdueStop] : []), ...effects.events]
    const ifPickedUp = isMoment && item.series ? [pickUpEvent(item)] : []
    return {
      historyId,
      profileId: user.profile.id,
      key: relocated(key, located!),
      isKnown: located!.isKnown,
      outbox: await outboxOf(trackers, user, toSend, ifPickedUp),
    }
  }

  return {
    /** Stores a new position of something already started, in one statement; false if more is needed. */
    async place(
      users: readonly User[],
      item: LibraryItem,
      change: PlayChange | null,
    ): Promise<boolean> {
      if (change === null) return true
      const key = keyOf(item)
      for (const user of users) {
        if (!(await store.place(await historyIdOf(user), key, change))) return false
      }
      return true
    },

    /** Writes all effects of a report in one transaction and returns the stored state. Throws StateOvertaken. */
    async write(
      users: readonly User[],
      item: LibraryItem,
      effects: ReportEffects,
      before: SessionState | null,
    ): Promise<SessionState | null> {
      const histories: ReportedHistory[] = []
      for (const [index, user] of users.entries()) {
        histories.push(await historyOf(user, item, effects, index === 0))
      }
      const device = users[0]!.device
      const session = device && { device: device.rowId, before, state: effects.state }
      const stored = await store.report({ ...effects, histories, device, session })
      if (histories.some(({ outbox }) => outbox.links.length > 0)) trackers.wake()
      if (effects.isMoment)
        for (const user of users) announceWatched(events, user, refsAround(item))
      return stored
    },

    /** Writes a state without an effect on the history. Throws StateOvertaken. */
    async keep(
      device: number,
      before: SessionState | null,
      state: SessionState,
      endedPlay: OpenPlay | null,
    ): Promise<void> {
      await store.report({
        histories: [],
        change: null,
        isMoment: false,
        play: null,
        playBefore: null,
        endedPlay,
        isFailed: false,
        device: null,
        session: { device, before, state },
      })
    },
  }
}
