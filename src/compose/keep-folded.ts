import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'
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

  // What could not be counted is tried again the next time.
  async function fold(signal: AbortSignal): Promise<void> {
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

  const folding = everyOnOneNode({
    name: 'play-sums',
    everyMs: foldEveryMs,
    lock,
    log,
    failure: 'plays could not be counted',
    work: fold,
  })
  return {
    async start(): Promise<void> {
      await quiet(afterStart, closing.signal)
      folding.run()
    },
    async stop(): Promise<void> {
      closing.abort()
      await folding.stop()
    },
  }
}

type FoldedOptions = PeriodicDeps & {
  readonly quiet?: ReturnType<typeof createQuiet>
  readonly now?: () => number
}
