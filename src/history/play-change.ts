import type { PlayChange } from '../model/history-store.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { PlayReport } from '../model/watch.ts'

/** Shares of the running time. */
const resumableFrom = 0.05
const playedFrom = 0.9
/** Shorter titles are never resumed. */
const leastResumableMs = 300_000

/** Played from 90 % on, resumable from 5 % on. `isUncounted`: this play is not counted yet. */
export function changeOf(
  item: Pick<LibraryItem, 'runtimeMs'>,
  report: Pick<PlayReport, 'event' | 'positionMs' | 'durationMs'>,
  isUncounted: boolean,
  at: number,
): Omit<PlayChange, 'version'> {
  const { event, positionMs } = report
  const durationMs = report.durationMs ?? item.runtimeMs
  // A start says where the app begins, which is not progress.
  if (event === 'start' || positionMs === null) {
    return { positionMs: null, durationMs, resumable: null, played: null, plays: 0, at }
  }
  const share = durationMs ? positionMs / durationMs : 0
  if (share >= playedFrom) {
    const plays = isUncounted ? 1 : 0
    return { positionMs: 0, durationMs, resumable: false, played: true, plays, at }
  }
  const isLong = durationMs === null || durationMs >= leastResumableMs
  const resumable = isLong && (durationMs === null ? positionMs > 0 : share >= resumableFrom)
  return {
    positionMs: resumable ? positionMs : 0,
    durationMs,
    resumable,
    played: null,
    plays: 0,
    at,
  }
}
