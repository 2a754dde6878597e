import type { WatchEntry } from '../../model/watch.ts'

/** As played, or else as its source says. */
export function durationOf({ durationMs, item }: WatchEntry): number | null {
  return durationMs ?? item.runtimeMs
}
