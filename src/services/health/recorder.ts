import type { Logger } from '../../core/logger.ts'
import type { Metrics } from '../../core/metrics.ts'
import { isUnsent, spanMs } from '../../model/source-health.ts'
import type {
  FailureKind,
  HealthDelta,
  HealthStore,
  HealthSubject,
} from '../../model/source-health.ts'

export type HealthSample = HealthSubject & {
  /** Null: it answered. */
  readonly failure: FailureKind | null
  readonly fromCache: boolean
  readonly tookMs: number
  readonly results: number
}

/** Of the whole instance, so without the names of anybody's sources. */
type UpstreamMetrics = Pick<
  Metrics,
  'upstreamAnswers' | 'upstreamUnasked' | 'upstreamSeconds' | 'upstreamResults' | 'upstreamKept'
>

export type HealthRecorder = ReturnType<typeof createHealthRecorder>

type Counting = {
  -readonly [Key in keyof HealthDelta]: HealthDelta[Key] extends readonly number[]
    ? number[]
    : HealthDelta[Key] extends object
      ? Partial<Record<FailureKind, number>>
      : HealthDelta[Key]
}

const flushEveryMs = 30_000
/** Samples that are held before they are written ahead of time. */
const maxHeld = 20_000

/** Counts in memory what sources and trackers answer, and writes it every half minute. A crash loses that half minute. */
export function createHealthRecorder({
  store,
  log,
  metrics,
  now = Date.now,
}: {
  store: Pick<HealthStore, 'add'>
  log: Logger
  metrics: UpstreamMetrics
  now?: () => number
}) {
  let counting = new Map<string, Counting>()
  let held = 0
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()

  function countingOf({ configuration, area, subject }: HealthSubject): Counting {
    const time = now()
    const hour = time - (time % spanMs.hour)
    const key = `${configuration} ${hour} ${area} ${subject}`
    let found = counting.get(key)
    if (!found) {
      found = {
        configuration,
        area,
        subject,
        hour,
        answered: 0,
        remembered: 0,
        results: 0,
        kept: 0,
        failures: {},
        latencies: [],
      }
      counting.set(key, found)
    }
    held += 1
    if (held >= maxHeld) flush().catch(() => {})
    return found
  }

  function count(area: string, failure: FailureKind | null, outcome: string): void {
    if (isUnsent(failure)) metrics.upstreamUnasked.labels(area, failure!).inc()
    else metrics.upstreamAnswers.labels(area, failure ?? outcome).inc()
  }

  /** One write at a time. */
  function flush(): Promise<void> {
    const deltas = [...counting.values()]
    counting = new Map()
    held = 0
    if (deltas.length === 0) return writing
    writing = writing
      .then(() => store.add(deltas))
      .catch((error: unknown) => log.warn({ err: error }, 'the health of sources was not stored'))
    return writing
  }

  return {
    record({ failure, fromCache, tookMs, results, ...subject }: HealthSample): void {
      const found = countingOf(subject)
      if (failure !== null) found.failures[failure] = (found.failures[failure] ?? 0) + 1
      else if (fromCache) found.remembered += 1
      else {
        found.answered += 1
        found.latencies.push(tookMs)
        metrics.upstreamSeconds.labels(subject.area).observe(tookMs / 1_000)
      }
      found.results += results
      count(subject.area, failure, fromCache ? 'remembered' : 'answered')
      metrics.upstreamResults.labels(subject.area).inc(results)
    },

    /** Of a service that the whole instance asks, such as one for intros. */
    recordService(area: string, failure: FailureKind | null, tookMs: number): void {
      count(area, failure, 'answered')
      if (failure === null) metrics.upstreamSeconds.labels(area).observe(tookMs / 1_000)
    },

    /** Results of a source that a search kept. */
    recordKept(subject: HealthSubject, kept: number): void {
      countingOf(subject).kept += kept
      metrics.upstreamKept.labels(subject.area).inc(kept)
    },

    flush,

    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
