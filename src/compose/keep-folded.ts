import type { Lock } from '../cache/lock.ts'
import type { Logger } from '../core/logger.ts'
import type { PlayStore } from '../model/play-store.ts'

const foldEveryMs = 600_000

/**
 * Counts anew what was played since, once in a while: until then it is counted at each question. Returns a function that
 * stops it, and waits for the month that is being counted.
 */
export function keepFolded(
  plays: Pick<PlayStore, 'fold'>,
  { lock, log }: { lock: Lock; log: Pick<Logger, 'warn'> },
): () => Promise<void> {
  const closing = new AbortController()
  let running = Promise.resolve()

  // What could not be counted is tried again the next time.
  const fold = async (lost: AbortSignal): Promise<void> => {
    await plays.fold({
      signal: AbortSignal.any([lost, closing.signal]),
      onFailure: (error, historyId) =>
        log.warn({ err: error, historyId }, 'the plays of a month could not be counted'),
    })
  }
  const run = async (): Promise<void> => {
    try {
      await lock.withLock('play-sums', 60_000, fold)
    } catch (error) {
      log.warn({ err: error }, 'plays could not be counted')
    }
  }

  let isRunning = false
  const folding = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = run().finally(() => {
      isRunning = false
    })
  }, foldEveryMs)

  return async () => {
    clearInterval(folding)
    closing.abort()
    await running
  }
}
