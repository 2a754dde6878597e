import type { Lock } from '../cache/lock.ts'
import type { Logger } from '../core/logger.ts'
import type { ForgetRemovedOptions, HistoryStore } from '../model/history-store.ts'
import type { PlayStore } from '../model/play-store.ts'
import type { WatchedTimeStore } from '../model/watched-time.ts'

const sweepEveryMs = 3_600_000
/** Until then, a removed user who is added again with the same id gets everything back. */
const removedKeptMs = 7 * 86_400_000
/** Longer than any day of any time zone. */
const watchedKeptMs = 3 * 86_400_000

type Stores = {
  readonly plays: Pick<PlayStore, 'sweep'>
  readonly history: Pick<HistoryStore, 'forgetRemovedUsers'>
  readonly watchedTime: Pick<WatchedTimeStore, 'sweep'>
}

type SweepOptions = {
  readonly lock: Lock
  readonly log: Pick<Logger, 'warn'>
  /** Null for ever. */
  readonly playsKeptMs: number | null
  readonly namedUsers: ForgetRemovedOptions['namedUsers']
}

/** At start and hourly, on one node: deletes what is no longer to be kept of plays and of removed users. Returns a function that stops it. */
export function keepSwept(
  { plays, history, watchedTime }: Stores,
  { lock, log, playsKeptMs, namedUsers }: SweepOptions,
): () => Promise<void> {
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'what a removed user watched could not be deleted')

  async function sweep(lost: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([lost, closing.signal])
    const now = Date.now()
    await watchedTime.sweep(now - watchedKeptMs, signal)
    await history.forgetRemovedUsers(now - removedKeptMs, { namedUsers, onFailure, signal })
    await plays.sweep(playsKeptMs === null ? null : now - playsKeptMs, signal)
  }

  async function run(): Promise<void> {
    try {
      await lock.withLock('plays-kept', 60_000, sweep)
    } catch (error) {
      if (!closing.signal.aborted) {
        log.warn({ err: error }, 'plays that are no longer kept could not be deleted')
      }
    }
  }

  const start = (): void => {
    running ??= run().finally(() => {
      running = null
    })
  }

  start()
  const sweeping = setInterval(start, sweepEveryMs)
  return async () => {
    clearInterval(sweeping)
    closing.abort()
    await running
  }
}
