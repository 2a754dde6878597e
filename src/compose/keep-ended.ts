import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'
import type { SessionService } from '../services/sessions/service.ts'

/** By then, dashboards have reconnected after a restart of the service. */
const firstAfterMs = 15_000
const failure = 'plays of silent devices could not be ended'

export function keepEnded(
  sessions: Pick<SessionService, 'endAllSilent'>,
  { lock, log }: PeriodicDeps,
) {
  return everyOnOneNode({
    name: 'silent-plays',
    everyMs: 300_000,
    firstAfterMs,
    lock,
    log,
    failure,
    work: (signal) => sessions.endAllSilent(signal, (error) => log.warn({ err: error }, failure)),
  })
}
