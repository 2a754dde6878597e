import type { Lock } from '../cache/lock.ts'
import type { Logger } from '../core/logger.ts'
import { createQuiet } from '../core/quiet.ts'
import type { PlayStore } from '../model/play-store.ts'

const foldEveryMs = 600_000
/** An upgrade may have left months to count, for which statistics read plays until then. */
const afterStart = { quietMs: 2_000, mostMs: 20_000 }
const longestRestMs = 500

/**
 * Counts anew what was played since, once in a while and, once `start` was called, as soon as the service has little to do:
 * until then it is counted at each question. `stop` waits for the month that is being counted.
 */
export function keepFolded(
  plays: Pick<PlayStore, 'fold'>,
  { lock, log, quiet = createQuiet(), now = () => performance.now() }: FoldedOptions,
) {
  const closing = new AbortController()
  let running: Promise<void> | null = null

  // What could not be counted is tried again the next time.
  const fold = async (lost: AbortSignal): Promise<void> => {
    const signal = AbortSignal.any([lost, closing.signal])
    let workingSince = now()
    // As long as it worked: with a fixed rest, many small steps would take hours.
    const rest = async (): Promise<void> => {
      const restMs = Math.min(now() - workingSince, longestRestMs)
      await quiet({ quietMs: restMs, mostMs: restMs }, signal)
      workingSince = now()
    }
    await plays.fold({
      signal,
      onFailure: (error, historyId) =>
        log.warn({ err: error, historyId }, 'the plays of a month could not be counted'),
      rest,
    })
  }
  const run = async (): Promise<void> => {
    try {
      await lock.withLock('play-sums', 60_000, fold)
    } catch (error) {
      log.warn({ err: error }, 'plays could not be counted')
    }
  }
  const runOnce = (): void => {
    if (closing.signal.aborted) return
    running ??= run().finally(() => {
      running = null
    })
  }

  const folding = setInterval(runOnce, foldEveryMs)
  return {
    async start(): Promise<void> {
      await quiet(afterStart, closing.signal)
      runOnce()
    },
    async stop(): Promise<void> {
      clearInterval(folding)
      closing.abort()
      await running
    },
  }
}

type FoldedOptions = {
  readonly lock: Lock
  readonly log: Pick<Logger, 'warn'>
  readonly quiet?: ReturnType<typeof createQuiet>
  readonly now?: () => number
}
