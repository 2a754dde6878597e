import { AppError } from '../core/errors.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { SessionState } from '../model/session-store.ts'
import type { NowPlaying, PlayReport } from '../model/watch.ts'

/** How long after a stop reports of the same play may still arrive. */
const lateMs = 30_000
/** How long after a start the same one, sent again by an app that got no answer, may still arrive. */
const repeatedMs = 30_000
/** After this long without a report, a device counts as stopped. */
export const silentMs = 300_000
const shownAtOnce = [
  'paused',
  'muted',
  'volume',
  'audioIndex',
  'subtitleIndex',
  'repeatMode',
  'playbackOrder',
] as const
/** GraphQL omits what was not given. */
export type GivenReport = Pick<PlayReport, 'event'> & {
  readonly [Name in keyof PlayReport]?: PlayReport[Name] | undefined
}

/** Drops empty ids. Throws BAD_REQUEST for a negative place. */
export function readReport(given: GivenReport): PlayReport {
  if ((given.positionMs ?? 0) < 0) {
    throw new AppError('BAD_REQUEST', 'positionMs must not be negative.')
  }
  return {
    event: given.event,
    positionMs: given.positionMs ?? null,
    durationMs: given.durationMs ?? null,
    paused: given.paused ?? null,
    muted: given.muted ?? null,
    volume: given.volume ?? null,
    mediaSourceId: given.mediaSourceId || null,
    playSessionId: given.playSessionId || null,
    audioIndex: given.audioIndex ?? null,
    subtitleIndex: given.subtitleIndex ?? null,
    playMethod: given.playMethod ?? null,
    canSeek: given.canSeek ?? null,
    repeatMode: given.repeatMode ?? null,
    playbackOrder: given.playbackOrder ?? null,
    failed: given.failed ?? false,
  }
}

export function isLate(
  { now, last }: SessionState,
  itemId: string,
  report: PlayReport,
  time: number,
): boolean {
  if (report.event === 'start' || last?.itemId !== itemId) return false
  const { playSessionId } = report
  // Some reports of a play name it and others do not.
  const isOfLast =
    playSessionId === null || last.playSessionId === null || playSessionId === last.playSessionId
  if (now?.itemId === itemId) {
    // The same title again: only a report that names the earlier play is late.
    return playSessionId !== null && isOfLast && now.playSessionId !== playSessionId
  }
  return isOfLast && time - last.at < lateMs
}

/** Whether a report is a start of what the device plays already. */
export function isRepeatedStart(
  { now, counted }: SessionState,
  itemId: string,
  { event, playSessionId, mediaSourceId }: PlayReport,
  time: number,
): boolean {
  if (event !== 'start' || now?.itemId !== itemId) return false
  const isOther = mediaSourceId !== null && mediaSourceId !== now.mediaSourceId
  if (isOther && now.mediaSourceId !== null) return false
  const isNamed = playSessionId !== null && now.playSessionId !== null
  if (isNamed && playSessionId !== now.playSessionId) return false
  if (time - now.startedAt < repeatedMs) return true
  return isNamed && !counted && time - now.reportedAt < silentMs
}

export function isSameBesidePlace(before: NowPlaying | null, now: NowPlaying): boolean {
  return before !== null && shownAtOnce.every((name) => before[name] === now[name])
}

/** What the report leaves out stays as before. */
export function nowPlaying(
  before: NowPlaying | null,
  item: LibraryItem,
  itemId: string,
  report: PlayReport,
  reportedAt: number,
): NowPlaying {
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
    repeatMode: report.repeatMode ?? before?.repeatMode ?? null,
    playbackOrder: report.playbackOrder ?? before?.playbackOrder ?? null,
  }
}
