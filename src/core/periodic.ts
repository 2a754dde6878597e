import type { Lock } from './lock.ts'
import type { Logger } from './logger.ts'

export type PeriodicDeps = { readonly lock: Lock; readonly log: Pick<Logger, 'warn'> }

type Job = PeriodicDeps & {
  /** Also the name of its lock. */
  readonly name: string
  readonly everyMs: number
  /** Null: like every other time. */
  readonly firstAfterMs?: number | null
  /** On several nodes at once, which do no more than one would: then it also runs while nobody can be asked for the lock, and again soon after another node had it. */
  readonly harmless?: boolean
  /** What the log says where it fails. */
  readonly failure: string
  /** The signal aborts when the lock is lost or the service stops. */
  readonly work: (signal: AbortSignal) => Promise<unknown>
}

const lockMs = 60_000

/** Work that one node does for all, time and again. What failed is tried the next time. `stop` waits for what runs. */
export function everyOnOneNode({
  name,
  everyMs,
  firstAfterMs = null,
  harmless = false,
  ...job
}: Job) {
  const { lock, log, failure, work } = job
  const closing = new AbortController()
  let running: Promise<unknown> | null = null

  let again: NodeJS.Timeout | undefined

  async function runOnce(): Promise<void> {
    const unlessLost = async (lost: AbortSignal): Promise<void> => {
      await work(AbortSignal.any([lost, closing.signal]))
    }
    try {
      const hasRun = await lock.withLock(name, lockMs, unlessLost, harmless)
      if (!hasRun && harmless && !closing.signal.aborted) again = setTimeout(run, lockMs)
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, failure)
    }
  }

  /** Now, unless it runs already. */
  function run(): void {
    if (closing.signal.aborted) return
    clearTimeout(again)
    running ??= runOnce().finally(() => {
      running = null
    })
  }

  const first = firstAfterMs === null ? undefined : setTimeout(run, firstAfterMs)
  const later = setInterval(run, everyMs)
  return {
    run,
    stop: async (): Promise<void> => {
      clearTimeout(first)
      clearTimeout(again)
      clearInterval(later)
      closing.abort()
      await running
    },
  }
}
