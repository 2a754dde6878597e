import type { WatchEntry } from '../../model/watch.ts'

export function durationOf({ durationMs, item }: WatchEntry): number | null {
  return durationMs ?? item.runtimeMs
}
