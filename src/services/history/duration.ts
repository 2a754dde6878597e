import type { WatchEntry } from '../../model/watch.ts'

/** As it was played, or else as its source says; null: unknown. */
export function durationOf({ durationMs, item }: WatchEntry): number | null {
  return durationMs ?? item.runtimeMs
}
