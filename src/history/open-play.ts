import type { OpenPlay, ReportedVersion } from '../model/play.ts'
import type { NowPlaying } from '../model/watch.ts'
import type { WatchedStretch } from '../model/watched-time.ts'
import { silentMs } from './now-playing.ts'

/** Longest time between reports that counts as watched when no place says how much was. */
const longestUnmeasuredMs = 60_000

type Report = {
  readonly positionMs: number | null
  readonly durationMs: number | null
  readonly at: number
  readonly version: ReportedVersion | null
  readonly finished: boolean
}

/** `before`: what the device played until now, if it is the same play. */
export function playAfter(
  play: OpenPlay | null,
  before: Pick<NowPlaying, 'paused' | 'positionMs'> | null,
  { positionMs, durationMs, at, version, finished }: Report,
): OpenPlay {
  return {
    startedAt: play?.startedAt ?? at,
    endedAt: at,
    watchedMs:
      (play?.watchedMs ?? 0) +
      (play && before ? watchedSince(before, positionMs, at - play.endedAt) : 0),
    firstPositionMs: play?.firstPositionMs ?? positionMs,
    lastPositionMs: positionMs ?? play?.lastPositionMs ?? null,
    durationMs,
    finished: finished || (play?.finished ?? false),
    version: version ?? play?.version ?? null,
    rows: play?.rows ?? {},
    joined: play?.joined,
  }
}

/** From the last report of a play until another begins; null: nothing, or nobody knows after a silence. */
export function watchedUntil(
  play: OpenPlay | null,
  now: NowPlaying | null,
  at: number,
): WatchedStretch | null {
  const elapsedMs = play ? at - play.endedAt : 0
  if (!play || !now || elapsedMs >= silentMs) return null
  const ms = watchedSince(now, null, elapsedMs)
  return ms > 0 ? { ms, until: play.endedAt + ms } : null
}

/** Excludes pauses and what a seek skipped. */
function watchedSince(
  before: Pick<NowPlaying, 'paused' | 'positionMs'>,
  positionMs: number | null,
  elapsedMs: number,
): number {
  if (before.paused === true || elapsedMs < 0) return 0
  const moved =
    positionMs === null || before.positionMs === null ? null : positionMs - before.positionMs
  const isMeasured = moved !== null && moved >= 0
  return Math.min(elapsedMs, isMeasured ? moved : longestUnmeasuredMs)
}
