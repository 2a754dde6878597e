import type { PlayReport } from '../../src/model/watch.ts'

/** A report that says nothing but what it is told to say. */
export function playReport(values: Partial<PlayReport> = {}): PlayReport {
  return {
    event: 'progress',
    positionMs: null,
    durationMs: null,
    paused: null,
    muted: null,
    volume: null,
    mediaSourceId: null,
    playSessionId: null,
    audioIndex: null,
    subtitleIndex: null,
    playMethod: null,
    canSeek: null,
    repeatMode: null,
    playbackOrder: null,
    failed: false,
    ...values,
  }
}
