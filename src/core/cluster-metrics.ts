import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'

type Question = { readonly askMetrics: number }
type Answer = { readonly metricsFor: number; readonly text: string | null }

export function answerMetricsQuestions(): void {
  const workers = new AggregatorRegistry()
  cluster.on('message', (worker, { askMetrics }: Question) => {
    if (askMetrics === undefined) return
    const answer = (text: string | null): void => {
      if (worker.isConnected()) worker.send({ metricsFor: askMetrics, text } satisfies Answer)
    }
    workers.clusterMetrics().then(answer, () => answer(null))
  })
}

export function createMetricsPrinter(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  const waiting = new Map<number, (text: string | null) => void>()
  let asked = 0
  // The constructor makes this worker answer the supervisor.
  void new AggregatorRegistry()
  process.on('message', ({ metricsFor, text }: Answer) => {
    waiting.get(metricsFor)?.(text)
    waiting.delete(metricsFor)
  })
  return async () => {
    const together = await new Promise<string | null>((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      process.send!({ askMetrics: asked } satisfies Question)
    })
    // Another worker is just starting or ending.
    return together ?? registry.metrics()
  }
}
