import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../core/metrics.ts'
import { isOneOf } from '../security/constant-time.ts'
import { jsonType } from './envelope.ts'
import { isFromSameMachine } from './same-machine.ts'
import type { App } from './server.ts'

/** Reasons why the service cannot serve now; none if it can. */
export type Readiness = {
  readonly problems: readonly string[]
  readonly details: Readonly<Record<string, string>>
}

export type SystemOptions = {
  readonly metrics: Pick<Metrics, 'contentType' | 'print'>
  readonly metricsToken: string | null
  readonly readiness: () => Promise<Readiness>
}

/** Without a token, only programs on this machine may read metrics. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isFromSameMachine(request)
  return isOneOf(request.headers.authorization ?? '', [`Bearer ${token}`])
}

export function mountSystem(app: App, { metrics, metricsToken, readiness }: SystemOptions): void {
  app.get('/healthz', (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'))

  app.get('/readyz', async (_request, reply) => {
    const { problems, details } = await readiness()
    const ready = problems.length === 0
    if (!ready) reply.code(503).header('retry-after', '5')
    return reply
      .type(jsonType)
      .send(JSON.stringify({ status: ready ? 'ready' : 'unavailable', problems, ...details }))
  })

  app.get('/metrics', async (request, reply) => {
    // Pages of other sites must not read what only this machine may.
    reply.removeHeader('access-control-allow-origin')
    if (!mayReadMetrics(request, metricsToken)) {
      const message =
        'Ask at localhost on the same machine, or set METRICS_TOKEN and send it as a bearer token.\n'
      return reply.code(403).type('text/plain; charset=utf-8').send(message)
    }
    return reply.type(metrics.contentType).send(await metrics.print())
  })
}
