import type { Lock } from '../cache/lock.ts'
import type { Logger } from '../core/logger.ts'
import type { SessionService } from '../services/sessions/service.ts'

/** By then, dashboards have reconnected after a restart of the service. */
const firstAfterMs = 15_000
const everyMs = 300_000

/** Soon after the start and once in a while, on one node. Returns a function that stops it. */
export function keepEnded(
  sessions: Pick<SessionService, 'endAllSilent'>,
  { lock, log }: { readonly lock: Lock; readonly log: Pick<Logger, 'warn'> },
): () => Promise<void> {
  const closing = new AbortController()
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'plays of silent devices could not be ended')
  let running: Promise<unknown> | null = null

  const end = (lost: AbortSignal): Promise<void> =>
    sessions.endAllSilent(AbortSignal.any([lost, closing.signal]), onFailure)
  const run = (): void => {
    running ??= lock
      .withLock('silent-plays', 60_000, end)
      .catch(onFailure)
      .finally(() => {
        running = null
      })
  }

  const first = setTimeout(run, firstAfterMs)
  const later = setInterval(run, everyMs)
  return async () => {
    clearTimeout(first)
    clearInterval(later)
    closing.abort()
    await running
  }
}
