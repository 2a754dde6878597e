import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
  type FailureReason,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { Pause } from '../model/source-client.ts'

export type Breakers = {
  /** Throws `paused` while this key is paused. */
  run<T>(key: string, host: string, request: () => Promise<T>): Promise<T>
  /** Null: it is asked. */
  pauseOf(key: string): Pause | null
}

type Outcome<T> = { value: T } | { error: UpstreamError }

const failuresInARow = 5
/** Rests after the first trip, the second and so on; the last repeats. */
const restsMs = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000]

/**
 * After several failures in a row a server is not asked until a rest is over. Beyond `max` the least recently asked are
 * forgotten.
 */
export function createBreakers({ max = 2_000 }: { max?: number } = {}): Breakers {
  const breakers = new LRUCache<string, ReturnType<typeof createBreaker>>(atMost(max))
  return {
    run(key, host, request) {
      let breaker = breakers.get(key)
      if (!breaker) breakers.set(key, (breaker = createBreaker()))
      return breaker.run(host, request)
    },

    pauseOf: (key) => breakers.peek(key)?.pause() ?? null,
  }
}

function createBreaker() {
  // The one request after a rest must prove that the server is back; a cancelled one does not.
  const counts = (error: unknown) => isDown(error) || policy.state === CircuitState.HalfOpen
  const policy: CircuitBreakerPolicy = circuitBreaker(handleWhen(counts), {
    breaker: new ConsecutiveBreaker(failuresInARow),
    halfOpenAfter: restsFrom(0),
  })
  let failures = 0
  let trips = 0
  let openUntil = 0
  let downSince = 0
  policy.onFailure(({ reason }) => {
    if (saysDown(reason)) failures += 1
  })
  policy.onSuccess(() => {
    failures = 0
  })
  policy.onBreak((reason) => {
    if (!saysDown(reason)) return
    if (trips === 0) downSince = Date.now()
    openUntil = Date.now() + restAfter(trips)
    trips += 1
  })
  policy.onReset(() => {
    trips = 0
  })

  async function run<T>(host: string, request: () => Promise<T>): Promise<T> {
    try {
      const outcome = await policy.execute(async (): Promise<Outcome<T>> => {
        try {
          return { value: await request() }
        } catch (error) {
          if (error instanceof UpstreamError && showsLife(error)) return { error }
          throw error
        }
      })
      if ('error' in outcome) throw outcome.error
      return outcome.value
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error
      const seconds = Math.max(1, Math.ceil((openUntil - Date.now()) / 1_000))
      throw new UpstreamError(
        'paused',
        `${host} did not answer ${failures} times in a row; it is asked again in ${seconds} s`,
      )
    }
  }

  const pause = (): Pause | null =>
    policy.state === CircuitState.Closed || openUntil <= Date.now()
      ? null
      : { since: downSince, until: openUntil }
  return { run, pause }
}

function restAfter(trips: number): number {
  return restsMs[Math.min(trips, restsMs.length - 1)]!
}

/** Each failed try lengthens the rest; an inconclusive one is retried at once. */
function restsFrom(trips: number): Pick<IBackoff<IHalfOpenAfterBackoffContext>, 'next'> {
  return {
    next: ({ result }) =>
      saysDown(result)
        ? { duration: restAfter(trips), ...restsFrom(trips + 1) }
        : { duration: 0, ...restsFrom(trips) },
  }
}

function saysDown(reason: FailureReason<unknown> | { isolated: true }): boolean {
  return 'error' in reason && isDown(reason.error)
}

/** Failures that the next request would meet too. A fault over one id (status 500) must not block the source for everyone. */
function isDown(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind !== 'status') return /^(timeout|connect|reset)$/.test(error.kind)
  const { status } = error
  return status !== null && (status === 429 || (status >= 502 && status <= 504) || status >= 520)
}

/** Failures that still prove that the server answers. */
function showsLife(error: UpstreamError): boolean {
  return !isDown(error) && /^(status|invalid|too-large|redirects)$/.test(error.kind)
}
