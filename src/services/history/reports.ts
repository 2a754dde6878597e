import { keyOf } from '../../history/keys.ts'
import type { ReportEffects } from '../../history/playing.ts'
import { pickUpEvent } from '../../history/tracker-events.ts'
import { relocated } from '../../model/history-key.ts'
import type { HistoryStore, ReportedHistory, ReportOutcome } from '../../model/history-store.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { DeviceInfo, User } from '../../model/household.ts'
import { openRowOf } from '../../model/play.ts'
import type { OpenPlay, PlayOrigin } from '../../model/play.ts'
import type { SessionState } from '../../model/session-store.ts'
import type { TrackerService } from '../trackers/service.ts'
import { announceEnd, announceWatched, refsAround } from './announce.ts'
import { countedTime } from './counted-time.ts'
import { outboxOf } from './outbox.ts'

export type ReportHistoryOptions = {
  readonly store: Pick<HistoryStore, 'historyIdOf' | 'locate' | 'place' | 'report'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly trackers: Pick<TrackerService, 'linksOf' | 'wake'>
}

/** A play that no device of the household reports. */
export type PlayElsewhere = { readonly origin: PlayOrigin; readonly device: DeviceInfo }

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
      { change, play }: Pick<ReportEffects, 'change' | 'play'>,
    ): Promise<boolean> {
      if (change === null) return true
      const key = keyOf(item)
      for (const user of oneOfEachHistory(users)) {
        const row = play && openRowOf(play, user.profile.id)
        if (!(await store.place(await historyIdOf(user), key, change, row))) return false
      }
      return true
    },

    /**
     * Writes all effects of a report in one transaction and returns what is stored. Throws StateOvertaken. `elsewhere`: its
     * state is kept by the caller.
     */
    async write(
      watching: readonly User[],
      item: LibraryItem,
      effects: ReportEffects,
      before: SessionState | null,
      elsewhere: PlayElsewhere | null = null,
    ): Promise<ReportOutcome> {
      const users = oneOfEachHistory(watching)
      const histories: ReportedHistory[] = []
      for (const [index, user] of users.entries()) {
        histories.push(await historyOf(user, item, effects, index === 0))
      }
      const own = users[0]!.device
      const { origin, device } = elsewhere ?? { origin: 'local', device: own }
      const session = own && !elsewhere ? { device: own.rowId, before, state: effects.state } : null
      const watched = countedTime(watching, effects, before)
      const { state, play } = await store.report({
        ...effects,
        histories,
        watched,
        device,
        origin,
        session,
      })
      if (histories.some(({ outbox }) => outbox.links.length > 0)) trackers.wake()
      if (effects.isMoment)
        for (const user of users) announceWatched(events, user, refsAround(item))
      const over = [effects.isOver ? play : null, effects.isEndPublished ? null : effects.endedPlay]
      for (const one of over) if (one) announceEnd(events, users[0]!.configuration, one)
      return { state, play }
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
        watched: null,
        device: null,
        origin: 'local',
        session: { device, before, state },
      })
    },
  }
}

export function oneOfEachHistory(users: readonly User[]): readonly User[] {
  return users.filter(
    ({ profile: { historyOwner } }, index) =>
      users.findIndex(({ profile }) => profile.historyOwner === historyOwner) === index,
  )
}
