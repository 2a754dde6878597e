import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'

type Pruned = { prune(now: number): Promise<unknown> }

/** Deletes the rows whose time is over. */
export function keepPruned(stores: readonly Pruned[], { lock, log }: PeriodicDeps) {
  return everyOnOneNode({
    name: 'expired-rows',
    everyMs: 3_600_000,
    lock,
    log,
    failure: 'rows whose time is over could not be deleted',
    async work(signal) {
      for (const store of stores) {
        signal.throwIfAborted()
        await store.prune(Date.now())
      }
    },
  })
}
