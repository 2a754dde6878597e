import type { OpenPlay } from './play.ts'
import { quarterMs } from './time-slots.ts'

/** A user and a time in epoch milliseconds, whose ends are those of quarters of an hour. */
export type WatchedSpan = {
  readonly profileId: string
  readonly from: number
  readonly to: number
}

export type WatchedTimeStore = {
  /** Milliseconds that each has watched in its time, in this order, by what devices have reported. */
  in(configuration: number, spans: readonly WatchedSpan[]): Promise<readonly number[]>
  /** Deletes what was watched before this time, a quarter of an hour after the other. */
  sweep(before: number, signal?: AbortSignal): Promise<void>
  forget(configuration: number): Promise<void>
}

/** What somebody has watched without a break, at most, up to a moment. */
export type WatchedPart = {
  readonly profileId: string
  readonly ms: number
  readonly until: number
}

export type WatchedStretch = Pick<WatchedPart, 'ms' | 'until'>

export type WatchedTime = {
  readonly configuration: number
  readonly parts: readonly WatchedPart[]
}

const longestMs = 86_400_000

/** The time watched since the play was last stored and counted; null for none. */
export function watchedBeyond(
  stored: readonly (OpenPlay | null | undefined)[],
  play: OpenPlay,
): WatchedStretch | null {
  const known = stored.find((one) => one?.startedAt === play.startedAt)
  const ms = Math.min(play.watchedMs - (known?.watchedMs ?? 0), longestMs)
  return ms > 0 ? { ms, until: play.endedAt } : null
}

/** By quarters of an hour since 1970. */
export function byQuarter({ ms, until }: WatchedStretch): readonly {
  readonly quarter: number
  readonly ms: number
}[] {
  const first = Math.floor((until - ms) / quarterMs)
  const last = Math.floor((until - 1) / quarterMs)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const quarter = first + index
    const from = Math.max(until - ms, quarter * quarterMs)
    return { quarter, ms: Math.min(until, (quarter + 1) * quarterMs) - from }
  })
}
