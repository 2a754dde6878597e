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
import { closedBreaker } from '../model/breaker.ts'
import type { Breaker, BreakerState } from '../model/breaker.ts'

export type Line = {
  readonly key: string
  readonly host: string
  /** What it is asked for. */
  readonly area: string
}

export type Breakers = {
  /** Throws `paused` while this line is paused. */
  run<T>(line: Line, request: () => Promise<T>): Promise<T>
  stateOf(key: string): Breaker
  /** Those that were asked and are not forgotten. */
  list(): (Line & Breaker)[]
}

type Outcome<T> = { value: T } | { error: UpstreamError }

const failuresInARow = 5
/** Rests after the first trip, the second and so on; the last repeats. */
const restsMs = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000]

/** After several failures in a row a server rests. Beyond `max` the least recently asked are forgotten. */
export function createBreakers({ max = 2_000 }: { max?: number } = {}): Breakers {
  const breakers = new LRUCache<string, ReturnType<typeof createBreaker>>(atMost(max))
  return {
    run(line, request) {
      let breaker = breakers.get(line.key)
      if (!breaker) breakers.set(line.key, (breaker = createBreaker(line)))
      return breaker.run(request)
    },

    stateOf: (key) => breakers.peek(key)?.state() ?? closedBreaker,
    list: () => [...breakers.values()].map(({ line, state }) => ({ ...line, ...state() })),
  }
}

function createBreaker(line: Line) {
  // The one request after a rest must prove that the server is back; a cancelled one does not.
  const counts = (error: unknown) => isDown(error) || policy.state === CircuitState.HalfOpen
  const policy: CircuitBreakerPolicy = circuitBreaker(handleWhen(counts), {
    breaker: new ConsecutiveBreaker(failuresInARow),
    halfOpenAfter: backoffFrom(0),
  })
  let failures = 0
  let failedFirst = 0
  let trips = 0
  let openUntil = 0
  let since: number | null = null
  policy.onFailure(({ reason }) => {
    if (!saysDown(reason)) return
    if (failures === 0) failedFirst = Date.now()
    failures += 1
  })
  policy.onSuccess(() => {
    failures = 0
  })
  policy.onBreak((reason) => {
    if (!saysDown(reason)) return
    if (trips === 0) since = failedFirst
    openUntil = Date.now() + backoffAfter(trips)
    trips += 1
  })
  policy.onReset(() => {
    trips = 0
    since = Date.now()
  })

  async function run<T>(request: () => Promise<T>): Promise<T> {
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
        `${line.host} did not answer ${failures} times in a row; it is asked again in ${seconds} s`,
      )
    }
  }

  function state(): Breaker {
    const isOpen = policy.state !== CircuitState.Closed && openUntil > Date.now()
    return {
      state: isOpen ? 'open' : stateNames[policy.state],
      since,
      until: isOpen ? openUntil : null,
    }
  }
  return { line, run, state }
}

const stateNames: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Isolated]: 'open',
  // Its rest is over, though nobody has asked yet.
  [CircuitState.Open]: 'half-open',
  [CircuitState.HalfOpen]: 'half-open',
}

function backoffAfter(trips: number): number {
  return restsMs[Math.min(trips, restsMs.length - 1)]!
}

/** Each failed try lengthens the rest; an inconclusive one is retried at once. */
function backoffFrom(trips: number): Pick<IBackoff<IHalfOpenAfterBackoffContext>, 'next'> {
  return {
    next: ({ result }) =>
      saysDown(result)
        ? { duration: backoffAfter(trips), ...backoffFrom(trips + 1) }
        : { duration: 0, ...backoffFrom(trips) },
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
