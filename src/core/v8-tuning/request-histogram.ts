import type { Metric, Registry } from 'prom-client'

const name = 'http_request_duration_seconds'

type Labels = { readonly route: string; readonly method: string; readonly status: number }

type Series = {
  readonly labels: Labels
  readonly counts: number[]
  sum: number
}

/** Printed like the registry's own histograms, whose way to count one request takes as long as serving a small answer. */
export function createRequestHistogram(registry: Registry, bounds: readonly number[]) {
  // Nested maps: joining the labels into one key would cost more than all the rest.
  const routes = new Map<string, Map<string, Map<number, Series>>>()

  function seriesOf({ route, method, status }: Labels): Series {
    const methods = child(routes, route, () => new Map())
    const statuses = child(methods, method, () => new Map())
    return child(statuses, status, () => ({
      labels: { route, method, status },
      counts: [...bounds, Infinity].map(() => 0),
      sum: 0,
    }))
  }

  function observe(labels: Labels, seconds: number): void {
    const series = seriesOf(labels)
    let place = 0
    while (place < bounds.length && seconds > bounds[place]!) place += 1
    series.counts[place]! += 1
    series.sum += seconds
  }

  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Answers by route, method and status',
      type: 'histogram',
      aggregator: 'sum',
      values: [...routes.values()]
        .flatMap((methods) => [...methods.values()])
        .flatMap((statuses) => [...statuses.values()])
        .flatMap((series) => printed(series, bounds)),
    }),
  }
  registry.registerMetric(metric as unknown as Metric)
  return { observe }
}

function child<K, V>(parent: Map<K, V>, key: K, make: () => V): V {
  const known = parent.get(key)
  if (known !== undefined) return known
  const made = make()
  parent.set(key, made)
  return made
}

function printed({ labels, counts, sum }: Series, bounds: readonly number[]) {
  let count = 0
  const buckets = [...bounds, '+Inf'].map((le, place) => {
    count += counts[place]!
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
