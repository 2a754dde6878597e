import type { PlayChange } from '../model/history-store.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { OpenPlay, ReportedVersion } from '../model/play.ts'
import type { SessionState } from '../model/session-store.ts'
import type { NewWatchEvent } from '../model/tracker.ts'
import type { NowPlaying, PlayReport } from '../model/watch.ts'
import type { WatchedStretch } from '../model/watched-time.ts'
import { isLate, isRepeatedStart, isSameBesidePlace, nowPlaying } from './now-playing.ts'
import { playAfter, watchedUntil } from './open-play.ts'
import { changeOf } from './play-change.ts'
import { watchEventOf } from './tracker-events.ts'

export const idle: SessionState = {
  now: null,
  counted: false,
  last: null,
  pendingStop: null,
  play: null,
  replaced: null,
}

export type VersionIds = Pick<
  PlayReport,
  'mediaSourceId' | 'playSessionId' | 'audioIndex' | 'subtitleIndex'
>

export type Reported = {
  readonly item: LibraryItem
  readonly itemId: string
  readonly report: PlayReport
  readonly version: ReportedVersion | null
}

export type ReportEffects = {
  readonly state: SessionState
  /** Null: the history stays as it is. */
  readonly change: PlayChange | null
  /** Begun, paused, stopped or counted, not only moved: a dropped series is resumed. */
  readonly isMoment: boolean
  /** Written with the report; null: no row. */
  readonly play: OpenPlay | null
  /** The play before the report; null if it begins. */
  readonly playBefore: OpenPlay | null
  readonly endedPlay: OpenPlay | null
  /** Watched time between two plays. */
  readonly unreported: WatchedStretch | null
  /** The play ends with the report. */
  readonly isOver: boolean
  /** The end of the previous play was already announced. */
  readonly isEndPublished: boolean
  /** Nothing of the play could be watched, so it leaves no row. */
  readonly isFailed: boolean
  readonly events: readonly NewWatchEvent[]
  /** The stop that the app never reported, for those who watched the earlier play. */
  readonly overdueStop: NewWatchEvent | null
  /** Whether others see a change that they do not expect: all but a place that moves with the time. */
  readonly isShown: boolean
  /** Only the place moved with the time, which others may see a little later. */
  readonly isPlaceAlone: boolean
}

/** Players that stall and resume are so far off. */
const jumpMs = 15_000

type Meeting = {
  readonly state: SessionState
  readonly same: NowPlaying | null
  readonly begins: boolean
  readonly stops: boolean
  readonly isSilent: boolean
  readonly isReplaced: boolean
  readonly counted: boolean
  readonly play: OpenPlay | null
}

/**
 * Late, repeated, unordered or anonymous reports do no harm: after a stop only a start, or another play session, counts for
 * the item. Null: nothing changes. Throws BAD_REQUEST for a negative place.
 */
export function onReport(
  state: SessionState,
  { item, itemId, report, version }: Reported,
  at: number,
): ReportEffects | null {
  const met = meet(state, itemId, report, at)
  if (met === null) return null
  const { same, begins, stops, isSilent } = met
  const hasPlace = report.event !== 'ping' && (report.event !== 'start' || begins)
  const trusted = hasPlace ? report : { ...report, positionMs: null }
  const now = nowPlaying(begins ? null : same, item, itemId, trusted, at)
  // A stop without a place means the last one that was reported.
  const positionMs = report.positionMs ?? (stops ? (same?.positionMs ?? null) : null)
  const change = isSilent
    ? null
    : {
        ...changeOf(item, { ...report, positionMs }, !met.counted, at),
        version: version?.played ?? null,
      }
  const counted = met.counted || change?.played === true
  const play = isSilent
    ? met.play
    : playAfter(met.play, begins ? null : same, {
        positionMs: report.positionMs,
        durationMs: now.durationMs,
        at,
        version,
        finished: (change?.plays ?? 0) > 0,
      })
  const isFailed = report.failed && (play?.watchedMs ?? 0) === 0
  const next = stateAfter(met, report, { now, counted, play: isFailed ? null : play, item })
  const hasNoEvent = report.failed || report.event === 'ping'
  const event = hasNoEvent ? null : trackerEvent(met, now)
  const isPlayed = stops && counted
  const { durationMs } = now
  const heard = { positionMs: positionMs ?? now.positionMs, durationMs, played: isPlayed }
  return {
    state: next,
    change,
    isMoment: change !== null && (report.event !== 'progress' || change.plays > 0),
    play,
    playBefore: met.play,
    endedPlay: begins && !stops ? state.play : null,
    unreported: begins && !stops ? watchedUntil(state.play, state.now, at) : null,
    isOver: stops && !isFailed && !(met.isReplaced && met.play !== null),
    isEndPublished: state.isEndPublished === true,
    isFailed,
    events: event === null ? [] : [watchEventOf(item, event, heard)],
    // A finished play without a stop has stopped when something else begins.
    overdueStop: begins && !stops ? state.pendingStop : null,
    isShown:
      begins || stops || version !== null || !isSameBesidePlace(same, now) || hasJumped(same, now),
    isPlaceAlone:
      report.event === 'progress' &&
      isSameBesidePlace(same, now) &&
      !hasJumped(same, now) &&
      next.counted === state.counted &&
      version === null &&
      // The state must say that the play goes on.
      !state.isEndPublished,
  }
}

/** Whether the place is another than the clock has made of the one before. */
function hasJumped(same: NowPlaying | null, now: NowPlaying): boolean {
  if (same === null || same.positionMs === null || now.positionMs === null) return false
  const passed = same.paused ? 0 : now.reportedAt - same.reportedAt
  return Math.abs(now.positionMs - same.positionMs - passed) > jumpMs
}

/** Null for a report that comes too late, and for a ping of what does not play. */
function meet(state: SessionState, itemId: string, report: PlayReport, at: number): Meeting | null {
  if (isLate(state, itemId, report, at)) return null
  const same = state.now?.itemId === itemId ? state.now : null
  // A ping says that something continues, not that it begins.
  if (report.event === 'ping' && same === null) return null
  const isRepeated = isRepeatedStart(state, itemId, report, at)
  const begins = same === null || (report.event === 'start' && !isRepeated)
  const stops = report.event === 'stop'
  const isReplaced = stops && state.now !== null && same === null
  const replaced = isReplaced && state.replaced?.itemId === itemId ? state.replaced : null
  return {
    state,
    same,
    begins,
    stops,
    isSilent: report.failed || report.event === 'ping' || isRepeated,
    isReplaced,
    counted: replaced ? replaced.counted : !begins && state.counted,
    play: replaced ? replaced.play : begins ? null : state.play,
  }
}

type Next = {
  readonly now: NowPlaying
  readonly counted: boolean
  readonly play: OpenPlay | null
  readonly item: LibraryItem
}

function stateAfter(
  { state, begins, stops, isReplaced }: Meeting,
  { playSessionId }: PlayReport,
  { now, counted, play, item }: Next,
): SessionState {
  const { companions } = state
  if (stops) {
    const last = { itemId: now.itemId, playSessionId, at: now.reportedAt }
    // The stop of an earlier item says nothing about the current one.
    return isReplaced ? { ...state, last, replaced: null } : { ...idle, last, companions }
  }
  return {
    now,
    counted,
    last: state.last,
    pendingStop: counted ? pendingStop(begins ? null : state.pendingStop, item, now) : null,
    play,
    replaced:
      begins && state.now
        ? { itemId: state.now.itemId, counted: state.counted, play: state.play }
        : state.replaced,
    companions,
  }
}

function pendingStop(
  before: NewWatchEvent | null,
  item: LibraryItem,
  now: NowPlaying,
): NewWatchEvent {
  const { positionMs, durationMs } = now
  return before ?? watchEventOf(item, 'stop', { positionMs, durationMs, played: true })
}

/** Begin, pause, resume and stop, but not each place. */
function trackerEvent(
  { same, begins, stops, isReplaced, counted }: Meeting,
  now: NowPlaying,
): 'start' | 'pause' | 'stop' | null {
  // The stop of a finished play was sent when another one replaced it.
  if (stops) return isReplaced && counted ? null : 'stop'
  const isPaused = now.paused === true
  if (!begins && (same?.paused === true) === isPaused) return null
  return isPaused ? 'pause' : 'start'
}

/** Null: the version and tracks are the same as before. */
export function namedVersion(
  state: SessionState,
  { itemId, report }: Pick<Reported, 'itemId' | 'report'>,
): VersionIds | null {
  if (report.failed || report.event === 'ping') return null
  const before = report.event !== 'start' && state.now?.itemId === itemId ? state.now : null
  const ids = {
    mediaSourceId: report.mediaSourceId ?? before?.mediaSourceId ?? null,
    playSessionId: report.playSessionId ?? before?.playSessionId ?? null,
    audioIndex: report.audioIndex ?? before?.audioIndex ?? null,
    subtitleIndex: report.subtitleIndex ?? before?.subtitleIndex ?? null,
  }
  const isSame =
    before !== null &&
    ids.mediaSourceId === before.mediaSourceId &&
    ids.playSessionId === before.playSessionId &&
    ids.audioIndex === before.audioIndex &&
    ids.subtitleIndex === before.subtitleIndex
  return isSame ? null : ids
}

/** Apps may report the start before they open the stream. */
export function isFirstProgress(
  { now, play }: SessionState,
  { itemId, report }: Pick<Reported, 'itemId' | 'report'>,
): boolean {
  const isFirst = play !== null && play.endedAt === play.startedAt
  return isFirst && report.event === 'progress' && now?.itemId === itemId
}

/** For callers without a device, such as API keys. Earlier reports are unknown, so only a stop counts as a play. */
export function onReportWithoutDevice(reported: Reported, at: number): ReportEffects | null {
  const { item, report, version } = reported
  const effects = onReport(idle, reported, at)
  if (effects === null || report.event === 'stop') return effects
  const change = { ...changeOf(item, report, false, at), version: version?.played ?? null }
  return { ...effects, change, isMoment: report.event !== 'progress', play: null, events: [] }
}
