import { everyOnOneNode } from '../../core/periodic.ts'
import type { PeriodicDeps } from '../../core/periodic.ts'

/** `users`: ids of those whom it named, where that is known. */
export type Forget = (configuration: number, users?: readonly string[]) => Promise<void>

type Options = PeriodicDeps & {
  readonly find: () => Promise<readonly number[]>
  readonly forget: Forget
}

/** Deletes everything that belonged to a deleted configuration. */
export function createForget(
  stores: readonly { forget(configuration: number, users: readonly string[]): Promise<void> }[],
): Forget {
  return async (configuration, users = []) => {
    for (const store of stores) await store.forget(configuration, users)
  }
}

/** At start and hourly: a process may die while deleting, and a running request may write later. */
export function sweepLeftovers({ find, forget, lock, log }: Options) {
  return everyOnOneNode({
    name: 'leftovers',
    everyMs: 3_600_000,
    firstAfterMs: 0,
    lock,
    log,
    failure: 'data of deleted configurations could not be deleted',
    async work(signal) {
      for (const configuration of await find()) {
        if (signal.aborted) return
        await forget(configuration)
      }
    },
  })
}
