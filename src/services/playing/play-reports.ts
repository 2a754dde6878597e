import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayingState } from '../../model/playing-store.ts'
import type { NowPlaying, PlayReport } from '../../model/watch.ts'

/** After a stop, reports of the same play that were on their way. */
const lateMs = 30_000
const shownAtOnce = [
  'paused',
  'muted',
  'volume',
  'audioIndex',
  'subtitleIndex',
  'repeatMode',
  'playbackOrder',
] as const
const repeatModes = ['RepeatNone', 'RepeatAll', 'RepeatOne']
const playbackOrders = ['Default', 'Shuffle']

/** A report without empty ids, and without words that the standard does not have. */
export function readReport(given: PlayReport): PlayReport {
  return {
    ...given,
    playSessionId: given.playSessionId || null,
    mediaSourceId: given.mediaSourceId || null,
    repeatMode: knownWord(given.repeatMode, repeatModes),
    playbackOrder: knownWord(given.playbackOrder, playbackOrders),
  }
}

/** Null for a word that the standard does not have. */
function knownWord(text: string | null, words: readonly string[]): string | null {
  return words.find((word) => word.toLowerCase() === text?.toLowerCase()) ?? null
}

/** Whether a report belongs to a play that has ended already. */
export function isLate({ now, last }: PlayingState, itemId: string, report: PlayReport): boolean {
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
export function newsEvent(
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

/** Whether nothing but the place has changed, which others may hear of a little later. */
export function isSameBesidePlace(before: NowPlaying | null, now: NowPlaying): boolean {
  return before !== null && shownAtOnce.every((name) => before[name] === now[name])
}

export function nowPlaying(
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
    repeatMode: report.repeatMode ?? before?.repeatMode ?? null,
    playbackOrder: report.playbackOrder ?? before?.playbackOrder ?? null,
  }
}

/** What is kept of a device after a report. `isOther`: it stopped what it played before what it plays now. */
export function stateAfter(
  state: PlayingState,
  { event, playSessionId }: PlayReport,
  now: NowPlaying,
  { counted, isOther }: { counted: boolean; isOther: boolean },
): PlayingState {
  const stops = event === 'stop'
  return {
    now: stops ? (isOther ? state.now : null) : now,
    counted: isOther ? state.counted : counted,
    last: stops ? { itemId: now.itemId, playSessionId, at: now.reportedAt } : state.last,
    unsaid: state.unsaid ?? null,
    companions: state.companions,
  }
}
