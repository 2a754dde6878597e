import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { createMetricsPrinter } from './cluster-metrics.ts'
import { createRequestHistogram } from './v8-tuning/request-histogram.ts'

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

export type Metrics = ReturnType<typeof createMetrics>

/** Once per process; event-loop delay and resident memory are among the default metrics. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 })
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
  const searches = new Gauge({
    name: 'searches_in_progress',
    help: 'Searches that run now',
    registers: [registry],
  })
  return {
    contentType: registry.contentType,
    print: createMetricsPrinter(registry),
    requests,
    sources,
    sourceResults,
    caches,
    searches,
    sourceLabel: createSourceLabel(),
  }
}
