import type { FailureKind } from '../../model/source-health.ts'
import type { PullOutcome, PushOutcome } from '../../model/tracker.ts'
import { failureOf } from '../health/observed-client.ts'
import type { HealthRecorder } from '../health/recorder.ts'
import type { Connection, NoConnection } from './connections.ts'

export function observeConnection(
  connection: Connection | NoConnection,
  { record }: Pick<HealthRecorder, 'record'>,
): Connection | NoConnection {
  if (typeof connection === 'string') return connection
  const { household, name, pull } = connection
  const subject = {
    configuration: household.configuration,
    area: 'tracker',
    subject: name,
  } as const

  async function observed<T extends PullOutcome | PushOutcome>(asking: Promise<T>): Promise<T> {
    const started = performance.now()
    const end = (failure: FailureKind | null): void =>
      record({
        ...subject,
        failure,
        fromCache: false,
        tookMs: performance.now() - started,
        results: 0,
      })
    try {
      const outcome = await asking
      end(failures[outcome.kind] ?? null)
      return outcome
    } catch (error) {
      const failure = failureOf(error)
      if (failure !== null) end(failure)
      throw error
    }
  }

  return {
    ...connection,
    push: (...asked) => observed(connection.push(...asked)),
    pull: pull && ((version, signal) => observed(pull(version, signal))),
  }
}

const failures: Readonly<Partial<Record<(PullOutcome | PushOutcome)['kind'], FailureKind>>> = {
  unauthorized: 'unauthorized',
  retry: 'unavailable',
}
