import type { LiveEvents } from '../../model/live-event.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { PlayingStore } from '../../model/playing-store.ts'
import type { PlayReport } from '../../model/watch.ts'
import type { HistoryService } from '../history/history.ts'
import { newsOf } from '../history/news.ts'
import type { TrackerService } from '../trackers/service.ts'
import { companionIds, companionsOf } from './companions.ts'
import { createLiveStates } from './live-states.ts'
import { createLines } from './lines.ts'
import {
  isLate,
  isSameBesidePlace,
  newsEvent,
  nowPlaying,
  readReport,
  stateAfter,
} from './play-reports.ts'
import type { DeviceSession } from './playing.ts'
import { createSessions } from './sessions.ts'
import type { Sockets } from './sockets.ts'
import { createToldVersions } from './told-version.ts'
import type { ToldVersionOptions } from './told-version.ts'

/** How old the place of a device may be for other nodes. */
const writeEveryMs = 15_000
/** Characters; what is longer is forgotten. */
const maxCapabilities = 20_000
const companionMs = 12 * 3_600_000

export type PlayingServiceOptions = ToldVersionOptions & {
  store: PlayingStore
  history: Pick<HistoryService, 'record'>
  trackers: Pick<TrackerService, 'tell'>
  events: LiveEvents
  sockets: Pick<Sockets, 'of'>
  /** Whether no other process hears reports: what this one knows need not be read again. */
  isAlone: boolean
}

export type PlayingService = ReturnType<typeof createPlayingService>

/** What plays where, shared between nodes. */
export function createPlayingService(options: PlayingServiceOptions) {
  const { store, history, trackers, events, sockets, isAlone } = options
  const told = createToldVersions(options)
  const live = createLiveStates(store, isAlone)
  const { stateOf } = live
  const inLine = createLines()

  function tellSessions({ configuration }: Member): void {
    events.publish({ kind: 'sessions', configuration })
  }

  async function reportOfDevice(
    member: Member,
    device: number,
    item: LibraryItem,
    itemId: string,
    report: PlayReport,
  ): Promise<void> {
    const state = await stateOf(device)
    if (isLate(state, itemId, report)) return
    const same = state.now?.itemId === itemId ? state.now : null
    // It says that something goes on, not that it begins.
    if (report.event === 'ping' && same === null) return
    const begins = report.event === 'start' || same === null
    const counted = begins ? false : state.counted
    const stops = report.event === 'stop'
    // A stop that says no place means the last one that was told.
    const complete =
      stops && report.positionMs === null
        ? { ...report, positionMs: same?.positionMs ?? null }
        : report
    const skipped = report.failed || report.event === 'ping'
    const before = begins ? null : same
    const now = nowPlaying(before, item, itemId, report)
    const version = skipped ? null : await told.toKeep(member, item, before, now)
    const { played } = skipped
      ? { played: false }
      : await history.record(member, item, complete, !counted, version)
    const companions = skipped ? [] : companionsOf(member, state.companions)
    for (const companion of companions) {
      await history.record(companion, item, complete, !counted, version)
    }
    // The stop of what it played before says nothing of what it plays now.
    const isOther = stops && state.now !== null && same === null
    const next = stateAfter(state, report, now, { counted: counted || played, isOther })
    const writtenAt = live.get(device)?.writtenAt ?? 0
    const isPlaceAlone =
      report.event === 'progress' && isSameBesidePlace(same, now) && next.counted === state.counted
    if (isPlaceAlone && now.reportedAt - writtenAt < writeEveryMs) {
      live.set(device, { state: next, writtenAt })
      return
    }
    // Before the state is kept: an app that repeats a report which failed is then heard again.
    const event = skipped ? null : newsEvent(report, begins, same, now)
    const { durationMs } = now
    const positionMs = complete.positionMs ?? now.positionMs
    const isPlayed = event === 'stop' && !isOther && next.counted
    const news = event && newsOf(item, event, { positionMs, durationMs, played: isPlayed })
    // What was played to its end and never stopped has stopped when something else begins.
    const missed = begins && !stops ? (state.unsaid ?? null) : null
    const current = news ? [news] : []
    await trackers.tell(member, [...(missed ? [missed] : []), ...current])
    for (const companion of companions) await trackers.tell(companion, current)
    const unsaid =
      next.counted && next.now !== null
        ? (state.unsaid ?? newsOf(item, 'stop', { positionMs, durationMs, played: true }))
        : null
    const kept = { ...next, unsaid: isOther ? (state.unsaid ?? null) : unsaid }
    live.set(device, { state: kept, writtenAt: now.reportedAt })
    await store.setState(device, kept)
    if (begins || stops || !isSameBesidePlace(same, now)) tellSessions(member)
  }

  return {
    /**
     * Takes a report of the member's device. Those that come late, twice, out of order or without ids change nothing
     * wrongly: after a stop only a start, or a report of another play session, counts for that item.
     */
    async report(
      member: Member,
      item: LibraryItem,
      itemId: string,
      given: PlayReport,
    ): Promise<void> {
      const report = readReport(given)
      if (report.failed) await told.markFailed(member, item, report)
      if (member.device) {
        const { number } = member.device
        await inLine(number, () => reportOfDevice(member, number, item, itemId, report))
      } else if (report.event !== 'ping') {
        const version = await told.of(member, item, report)
        const stops = report.event === 'stop'
        const { played } = await history.record(member, item, report, stops, version)
        if (report.event !== 'stop') return
        const { positionMs, durationMs } = report
        await trackers.tell(member, [newsOf(item, 'stop', { positionMs, durationMs, played })])
      }
    },

    /** Keeps what the device plays from counting as abandoned. */
    async ping({ device }: Member): Promise<void> {
      if (!device) return
      const { number } = device
      await inLine(number, async () => {
        const state = await stateOf(number)
        if (!state.now) return
        const next = { ...state, now: { ...state.now, reportedAt: Date.now() } }
        live.set(number, { state: next, writtenAt: Date.now() })
        await store.setState(number, next)
      })
    },

    sessions: createSessions({ store, sockets, live }),

    /** What the device plays is kept in the companion's history, too, for twelve hours. */
    async setCompanion(
      member: Member,
      { number }: DeviceSession,
      profileId: string,
      present: boolean,
    ): Promise<void> {
      await inLine(number, async () => {
        const state = await stateOf(number)
        const before = companionIds(state.companions).filter((id) => id !== profileId)
        const companions = {
          profileIds: present ? [...before, profileId] : before,
          until: Date.now() + companionMs,
        }
        const next = { ...state, companions }
        live.set(number, { state: next, writtenAt: Date.now() })
        await store.setState(number, next)
      })
      tellSessions(member)
    },

    async setCapabilities(
      { configuration, device }: Member,
      capabilities: Readonly<Record<string, unknown>>,
    ): Promise<void> {
      const isUsual = JSON.stringify(capabilities).length <= maxCapabilities
      if (!device) return
      await store.setCapabilities(device.number, isUsual ? capabilities : {})
      events.publish({ kind: 'sessions', configuration })
    },
  }
}
