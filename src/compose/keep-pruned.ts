import type { Lock } from '../core/lock.ts'
import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'

type Pruned = { prune(now: number, signal: AbortSignal): Promise<unknown> }

const name = 'expired-rows'
const lockMs = 60_000

/** Runs work that would be in the way of `keepPruned`, on this node or another one. */
export function notWhilePruned(lock: Lock) {
  return (work: (lost: AbortSignal) => Promise<void>) => lock.withLock(name, lockMs, work, true)
}

/** Deletes the rows whose time is over. */
export function keepPruned(stores: readonly Pruned[], { lock, log }: PeriodicDeps) {
  return everyOnOneNode({
    name,
    everyMs: 3_600_000,
    harmless: true,
    lock,
    log,
    failure: 'rows whose time is over could not be deleted',
    async work(signal) {
      for (const store of stores) {
        signal.throwIfAborted()
        await store.prune(Date.now(), signal)
      }
    },
  })
}
