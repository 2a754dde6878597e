import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Metric } from 'prom-client'
import { createMetricsPrinter } from './cluster-metrics.ts'
import { createRequestHistogram } from './v8-tuning/request-histogram.ts'
import { within } from './within.ts'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const maxSources = 200

/** Users choose the hosts: beyond a bound they share one label, so that nobody can fill the memory. */
function createSourceLabel(): (host: string) => string {
  const known = new Set<string>()
  return (host) => {
    if (known.size < maxSources) known.add(host)
    return known.has(host) ? host : 'other'
  }
}

type WatchedBreaker = {
  readonly area: string
  readonly host: string
  readonly state: string
  readonly since: number | null
}
type WatchedLinks = {
  readonly tracker: string
  readonly state: string
  readonly count: number
  readonly since: number | null
}

/** Counted when somebody reads them. */
function watchBreakers(registry: Registry, sourceLabel: (host: string) => string) {
  let list: () => readonly WatchedBreaker[] = () => []
  const registers = [registry]
  const states = new Gauge({
    name: 'upstream_breakers',
    help: 'Breakers of what was asked lately by state: closed, open, half-open',
    labelNames: ['area', 'source', 'state'],
    registers,
    collect() {
      states.reset()
      for (const { area, host, state } of list())
        states.labels(area, sourceLabel(host), state).inc()
    },
  })
  const times = new Gauge({
    name: 'upstream_breaker_failing_since_timestamp_seconds',
    help: 'When the first of the breakers that are not closed began to fail',
    labelNames: ['area', 'source'],
    aggregator: 'min',
    registers,
    collect() {
      times.reset()
      const failing = list().flatMap(({ since, state, ...line }) =>
        state === 'closed' || since === null ? [] : { ...line, since },
      )
      // The first one comes last, and stays.
      for (const { area, host, since } of failing.toSorted((a, b) => b.since - a.since)) {
        times.labels(area, sourceLabel(host)).set(since / 1_000)
      }
    },
  })
  return (next: typeof list): void => {
    list = next
  }
}

const linksMs = 1_000

/** All workers read the same database, so one of them counts; when it is away or slow, none. */
function watchLinks(registry: Registry) {
  let read: () => Promise<readonly WatchedLinks[]> = async () => []
  let patienceMs = linksMs
  let reading: Promise<readonly WatchedLinks[]> | undefined
  function readOnce(): Promise<readonly WatchedLinks[]> {
    reading ??= within(patienceMs, read(), () => new Error('the database is slow'))
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const shared = { registers: [registry], aggregator: 'first' as const }
  const states = new Gauge({
    ...shared,
    name: 'tracker_links',
    help: 'Connections of users to trackers by state: closed (works), open (paused or refused), half-open (tried next)',
    labelNames: ['tracker', 'state'],
    async collect() {
      const found = await readOnce()
      states.reset()
      for (const { tracker, state, count } of found) states.labels(tracker, state).set(count)
    },
  })
  const times = new Gauge({
    ...shared,
    name: 'tracker_links_failing_since_timestamp_seconds',
    help: 'When the first of the connections that fail began to fail',
    labelNames: ['tracker'],
    async collect() {
      const found = await readOnce()
      times.reset()
      for (const [tracker, links] of Map.groupBy(found, (one) => one.tracker)) {
        const since = links.flatMap((one) => one.since ?? [])
        if (since.length > 0) times.labels(tracker).set(Math.min(...since) / 1_000)
      }
    },
  })
  return (next: typeof read, nextMs = linksMs): void => {
    read = next
    patienceMs = nextMs
  }
}

function upstreamMetrics(registry: Registry) {
  const registers = [registry]
  const upstreamAnswers = new Counter({
    name: 'upstream_answers_total',
    help: 'Answers of sources, trackers and services for marks by area and outcome, which names the kind of a failure',
    labelNames: ['area', 'outcome'],
    registers,
  })
  const upstreamUnasked = new Counter({
    name: 'upstream_unasked_total',
    help: 'Times that nothing was sent to sources, trackers and services for marks, by area and reason',
    labelNames: ['area', 'reason'],
    registers,
  })
  const upstreamSeconds = new Histogram({
    name: 'upstream_answer_duration_seconds',
    help: 'How long answers over the network took, by area',
    labelNames: ['area'],
    buckets: seconds,
    registers,
  })
  const upstreamResults = new Counter({
    name: 'upstream_results_total',
    help: 'Results of sources of stored configurations by area',
    labelNames: ['area'],
    registers,
  })
  const upstreamKept = new Counter({
    name: 'upstream_kept_total',
    help: 'Results that searches kept, by area',
    labelNames: ['area'],
    registers,
  })
  return { upstreamAnswers, upstreamUnasked, upstreamSeconds, upstreamResults, upstreamKept }
}

let ofProcess: Registry | undefined

/** They watch the process until it ends: made once, they keep nothing of a service that was closed. */
function processMetrics(): Metric[] {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 10 })
  }
  return ofProcess.getMetricsAsArray() as unknown as Metric[]
}

export type Metrics = ReturnType<typeof createMetrics>

/** Event-loop delay and resident memory are among the default metrics. */
export function createMetrics() {
  const registry = new Registry()
  for (const metric of processMetrics()) registry.registerMetric(metric)
  const requests = createRequestHistogram(registry, seconds)
  const sources = new Histogram({
    name: 'source_request_duration_seconds',
    help: 'Answers of sources by host and outcome',
    labelNames: ['source', 'outcome'],
    buckets: seconds,
    registers: [registry],
  })
  const sourceResults = new Counter({
    name: 'source_results_total',
    help: 'Streams that sources answered',
    labelNames: ['source'],
    registers: [registry],
  })
  const caches = new Counter({
    name: 'cache_requests_total',
    help: 'Look-ups in caches by outcome',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests and sign-ins that a limit refused',
    labelNames: ['limit'],
    registers: [registry],
  })
  const searches = new Gauge({
    name: 'searches_in_progress',
    help: 'Searches that run now',
    registers: [registry],
  })
  const sourceLabel = createSourceLabel()
  return {
    watchBreakers: watchBreakers(registry, sourceLabel),
    watchLinks: watchLinks(registry),
    contentType: registry.contentType,
    print: createMetricsPrinter(registry),
    requests,
    sources,
    sourceResults,
    ...upstreamMetrics(registry),
    caches,
    refusals,
    searches,
    sourceLabel,
  }
}
