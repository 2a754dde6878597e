import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'
import type { ForgetRemovedOptions, HistoryStore } from '../model/history-store.ts'
import type { PlayStore } from '../model/play-store.ts'
import type { WatchedTimeStore } from '../model/watched-time.ts'

/** Until then, a removed user who is added again with the same id gets everything back. */
const removedKeptMs = 7 * 86_400_000
const emptiedKeptMs = 86_400_000
/** Longer than any day of any time zone. */
const watchedKeptMs = 3 * 86_400_000

type Stores = {
  readonly plays: Pick<PlayStore, 'sweep'>
  readonly history: Pick<HistoryStore, 'forgetRemovedUsers' | 'forgetEmptied'>
  readonly watchedTime: Pick<WatchedTimeStore, 'sweep'>
}

type SweepOptions = PeriodicDeps & {
  /** Null for ever. */
  readonly playsKeptMs: number | null
  readonly namedUsers: ForgetRemovedOptions['namedUsers']
}

/** Deletes what is no longer to be kept of plays and of removed users. */
export function keepSwept(
  { plays, history, watchedTime }: Stores,
  { lock, log, playsKeptMs, namedUsers }: SweepOptions,
) {
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'what a removed user watched could not be deleted')

  return everyOnOneNode({
    name: 'plays-kept',
    everyMs: 3_600_000,
    firstAfterMs: 0,
    lock,
    log,
    failure: 'plays that are no longer kept could not be deleted',
    async work(signal) {
      const now = Date.now()
      await watchedTime.sweep(now - watchedKeptMs, signal)
      const options = { namedUsers, onFailure, signal }
      await history.forgetRemovedUsers(now - removedKeptMs, options)
      await history.forgetEmptied(now - emptiedKeptMs, options)
      await plays.sweep(playsKeptMs === null ? null : now - playsKeptMs, signal)
    },
  })
}
