import type { Lock } from '../../cache/lock.ts'
import type { Logger } from '../../core/logger.ts'

/** `users`: ids of those whom it named, where that is known. */
export type Forget = (configuration: number, users?: readonly string[]) => Promise<void>

type Options = {
  readonly find: () => Promise<readonly number[]>
  readonly forget: Forget
  readonly lock: Lock
  readonly log: Pick<Logger, 'warn'>
}

const sweepEveryMs = 3_600_000

/** Deletes everything that belonged to a deleted configuration. */
export function createForget(
  stores: readonly { forget(configuration: number, users: readonly string[]): Promise<void> }[],
): Forget {
  return async (configuration, users = []) => {
    for (const store of stores) await store.forget(configuration, users)
  }
}

/** Runs at start and hourly: a process may die while deleting, and a running request may write later. Returns a stop function. */
export function sweepLeftovers({ find, forget, lock, log }: Options): () => Promise<void> {
  let isStopped = false

  async function sweep(): Promise<void> {
    for (const configuration of await find()) {
      if (isStopped) return
      await forget(configuration)
    }
  }

  function start(): void {
    lock.withLock('leftovers', 60_000, sweep).catch((error: unknown) => {
      if (!isStopped)
        log.warn({ err: error }, 'data of deleted configurations could not be deleted')
    })
  }

  start()
  const sweeping = setInterval(start, sweepEveryMs)
  return async () => {
    isStopped = true
    clearInterval(sweeping)
  }
}
