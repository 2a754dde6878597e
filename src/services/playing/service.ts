import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { DeviceActivity, PlayingState, PlayingStore } from '../../model/playing-store.ts'
import type { NowPlaying, PlayReport } from '../../model/watch.ts'
import type { HistoryService } from '../history/history.ts'
import { newsOf } from '../history/news.ts'
import type { TrackerService } from '../trackers/trackers.ts'
import type { PlayingService } from './playing.ts'

/** After a stop, reports of the same play that were on their way. */
const lateMs = 30_000
/** Without a report for this long, a device has stopped without saying so. */
const silentMs = 300_000
const activeMs = 960_000
/** How old the place of a device may be for other nodes. */
const writeEveryMs = 15_000
/** Characters; what is longer is forgotten. */
const maxCapabilities = 20_000
const nothing: PlayingState = { now: null, counted: false, last: null, unsaid: null }

/** What a device told this process, and when that was written down. */
type Live = { readonly state: PlayingState; readonly writtenAt: number }

export function createPlayingService({
  store,
  history,
  trackers,
  events,
  isAlone,
}: {
  store: PlayingStore
  history: Pick<HistoryService, 'record'>
  trackers: Pick<TrackerService, 'tell'>
  events: LiveEvents
  /** Whether no other process hears reports: what this one knows need not be read again. */
  isAlone: boolean
}): PlayingService {
  /** What devices told this process last: not each place is written down twice, the history has it. */
  const live = new LRUCache<number, Live>(atMost(10_000))

  /** As the database has it, or as this process heard since. */
  function livePart({ number, state }: DeviceActivity): NowPlaying | null {
    const stored = state?.now ?? null
    const heard = live.get(number)?.state.now
    const now =
      stored && heard?.itemId === stored.itemId && heard.reportedAt > stored.reportedAt
        ? heard
        : stored
    return now !== null && Date.now() - now.reportedAt < silentMs ? now : null
  }

  /** Reports of one device one after the other, so that none counts what another is just counting. */
  const lines = new Map<number, Promise<void>>()
  async function inLine(device: number, work: () => Promise<void>): Promise<void> {
    const before = lines.get(device) ?? Promise.resolve()
    const own = before.catch(() => {}).then(work)
    lines.set(device, own)
    try {
      await own
    } finally {
      if (lines.get(device) === own) lines.delete(device)
    }
  }

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
    const state = (isAlone && live.get(device)?.state) || ((await store.state(device)) ?? nothing)
    if (isLate(state, itemId, report)) return
    const same = state.now?.itemId === itemId ? state.now : null
    const begins = report.event === 'start' || same === null
    const counted = begins ? false : state.counted
    const stops = report.event === 'stop'
    // A stop that says no place means the last one that was told.
    const complete =
      stops && report.positionMs === null
        ? { ...report, positionMs: same?.positionMs ?? null }
        : report
    const skipped = report.failed || report.event === 'ping'
    const { played } = skipped
      ? { played: false }
      : await history.record(member, item, complete, !counted)
    const now = nowPlaying(begins ? null : same, item, itemId, report)
    // The stop of what it played before says nothing of what it plays now.
    const isOther = stops && state.now !== null && same === null
    const next: PlayingState = {
      now: stops ? (isOther ? state.now : null) : now,
      counted: isOther ? state.counted : counted || played,
      last: stops
        ? { itemId, playSessionId: report.playSessionId, at: now.reportedAt }
        : state.last,
      unsaid: state.unsaid ?? null,
    }
    const writtenAt = live.get(device)?.writtenAt ?? 0
    const isPlaceAlone =
      report.event === 'progress' &&
      same !== null &&
      same.paused === now.paused &&
      next.counted === state.counted
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
    await trackers.tell(member, [...(missed ? [missed] : []), ...(news ? [news] : [])])
    const unsaid =
      next.counted && next.now !== null
        ? (state.unsaid ?? newsOf(item, 'stop', { positionMs, durationMs, played: true }))
        : null
    const kept = { ...next, unsaid: isOther ? (state.unsaid ?? null) : unsaid }
    live.set(device, { state: kept, writtenAt: now.reportedAt })
    await store.setState(device, kept)
    if (begins || stops || same?.paused !== now.paused) tellSessions(member)
  }

  return {
    async report(member, item, itemId, given) {
      const report = {
        ...given,
        playSessionId: given.playSessionId || null,
        mediaSourceId: given.mediaSourceId || null,
      }
      if (member.device) {
        const { number } = member.device
        await inLine(number, () => reportOfDevice(member, number, item, itemId, report))
      } else if (report.event !== 'ping') {
        const { played } = await history.record(member, item, report, report.event === 'stop')
        if (report.event !== 'stop') return
        const { positionMs, durationMs } = report
        await trackers.tell(member, [newsOf(item, 'stop', { positionMs, durationMs, played })])
      }
    },

    async ping({ device }) {
      if (!device) return
      const state = await store.state(device.number)
      if (!state?.now) return
      const next = { ...state, now: { ...state.now, reportedAt: Date.now() } }
      live.set(device.number, { state: next, writtenAt: Date.now() })
      await store.setState(device.number, next)
    },

    async sessions(member, { deviceId, activeWithinMs }) {
      const found = await store.list(
        member.configuration,
        Date.now() - (activeWithinMs ?? activeMs),
      )
      return found.flatMap((activity) => {
        const profile = member.profiles.find(({ id }) => id === activity.profileId)
        const visible = profile && (member.profile.own || profile.id === member.profile.id)
        if (!visible || (deviceId !== null && activity.device.id !== deviceId)) return []
        return {
          id: sessionIdOf(activity),
          profile,
          device: activity.device,
          lastSeenAt: activity.seenAt,
          playing: livePart(activity),
          capabilities: activity.capabilities,
        }
      })
    },

    async setCapabilities({ device }, capabilities) {
      const isUsual = JSON.stringify(capabilities).length <= maxCapabilities
      if (device) await store.setCapabilities(device.number, isUsual ? capabilities : {})
    },
  }
}

/** Whether a report belongs to a play that has ended already. */
function isLate({ now, last }: PlayingState, itemId: string, report: PlayReport): boolean {
  if (report.event === 'start' || last?.itemId !== itemId) return false
  const { playSessionId } = report
  // Some reports of a play name it and others do not.
  const isOfLast =
    playSessionId === null || last.playSessionId === null || playSessionId === last.playSessionId
  if (now?.itemId === itemId) {
    // The same title again: only a report that names the earlier play is late.
    return playSessionId !== null && isOfLast && now.playSessionId !== playSessionId
  }
  return isOfLast && Date.now() - last.at < lateMs
}

/** What trackers are to hear of a report: not each place, but beginning, pausing, going on and stopping. */
function newsEvent(
  { event }: PlayReport,
  begins: boolean,
  before: NowPlaying | null,
  now: NowPlaying,
): 'start' | 'pause' | 'stop' | null {
  if (event === 'stop') return 'stop'
  const isPaused = now.paused === true
  if (begins) return isPaused ? 'pause' : 'start'
  if ((before?.paused === true) === isPaused) return null
  return isPaused ? 'pause' : 'start'
}

function nowPlaying(
  before: NowPlaying | null,
  item: LibraryItem,
  itemId: string,
  report: PlayReport,
): NowPlaying {
  const reportedAt = Date.now()
  return {
    itemId,
    itemKey: item.key,
    startedAt: before?.startedAt ?? reportedAt,
    reportedAt,
    positionMs: report.positionMs ?? before?.positionMs ?? null,
    durationMs: report.durationMs ?? before?.durationMs ?? item.runtimeMs,
    paused: report.paused ?? before?.paused ?? null,
    muted: report.muted ?? before?.muted ?? null,
    volume: report.volume ?? before?.volume ?? null,
    mediaSourceId: report.mediaSourceId ?? before?.mediaSourceId ?? null,
    playSessionId: report.playSessionId ?? before?.playSessionId ?? null,
    audioIndex: report.audioIndex ?? before?.audioIndex ?? null,
    subtitleIndex: report.subtitleIndex ?? before?.subtitleIndex ?? null,
    playMethod: report.playMethod ?? before?.playMethod ?? null,
    canSeek: report.canSeek ?? before?.canSeek ?? null,
  }
}

function sessionIdOf({ number, createdAt }: DeviceActivity): string {
  return hash('sha256', `session ${number} ${createdAt}`).slice(0, 32)
}
