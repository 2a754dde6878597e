import type { Lock } from '../../cache/lock.ts'
import type { Logger } from '../../core/logger.ts'

type Options = {
  /** Numbers of removed configurations of which something is left. */
  readonly find: () => Promise<readonly number[]>
  /** Removes all that is left of one. */
  readonly forget: (configuration: number) => Promise<void>
  readonly lock: Lock
  readonly log: Pick<Logger, 'warn'>
}

const sweepEveryMs = 3_600_000

/**
 * Removes what removed configurations left behind, at once and every hour: a process may die while it removes one, and a
 * request that was running may write afterwards. Answers how to end it.
 */
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
        log.warn({ err: error }, 'what removed configurations left could not be removed')
    })
  }

  start()
  const sweeping = setInterval(start, sweepEveryMs)
  return async () => {
    isStopped = true
    clearInterval(sweeping)
  }
}
