import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import files from '@fastify/static'
import { fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { MemoryPressure } from '../core/memory-pressure.ts'
import type { Metrics } from '../core/metrics.ts'
import { keepNextTickFast } from '../core/v8-tuning/next-tick.ts'
import { failureBody, jsonType } from './envelope.ts'
import { toAppError } from './failures.ts'
import { maxBodyBytes, readBody, readJsonBody } from './body.ts'
import { createClientAddresses } from './client-address.ts'
import { answerPreflight, isPreflight } from './cors.ts'
import { answerHeaders } from './headers.ts'
import { createRoutePaths, everyMethod } from './route-paths.ts'
import { choosePage, sendNotFoundPage } from './pages/not-found.ts'
import { refusalOfPath, unknownPath } from './path-refusals.ts'
import { answerOddRequests, refuseBytes } from './refuse-connection.ts'
import { releaseOnce } from './open-ended.ts'
import { routeNameOf } from './route-name.ts'
import { createRunningRequests } from './running-requests.ts'

/** A user-data header is a whole configuration in base64. */
const maxHeaderBytes = 256 * 1024
const headersTimeoutMs = 60_000
/** Long enough for uploads on a slow line; other bodies have a shorter limit of their own. */
const requestTimeoutMs = 1_800_000
const stopWithinMs = 10_000
/** For idle connections at shutdown, such as a half-sent request. */
const lastWordsMs = 500
/** Status in logs and metrics for a client that left before its answer. */
const clientLeft = 499
const everyPath = '/*'

/** Served even when memory is short, so that a supervisor does not kill the service for being busy. */
const forSupervisors: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export type ServerOptions = {
  readonly trustedProxies: readonly string[]
  readonly log: Logger
  readonly metrics: Metrics
  readonly memory: MemoryPressure
}

/** Twelve hexadecimal digits; the first six identify the process. */
function createRequestIds(): () => string {
  const prefix = randomBytes(3).toString('hex')
  let count = 0
  return () => {
    count = (count + 1) % 0x1000000
    return prefix + count.toString(16).padStart(6, '0')
  }
}

function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const failure = toAppError(error, log, request.id)
  // A header set by the handler may be the fault itself, and none describes this answer.
  if (failure.code === 'INTERNAL_SERVER_ERROR') dropHeaders(reply)
  return reply
    .code(failure.status)
    .headers(answerHeaders)
    .headers(failure.headers)
    .type(jsonType)
    .send(failureBody(failure))
}

function dropHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
}

function stoppingFailure(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The server is stopping; try again in a moment.', {
    retryAfter: 5,
    headers: { connection: 'close' },
  })
}

function overloadFailure(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The server is short of memory; try again in a moment.',
    { retryAfter: 2 },
  )
}

function hostMissing(): AppError {
  return new AppError('BAD_REQUEST', 'The request has no Host header.')
}

/** Clients send a content type with DELETE; a body is read and ignored. */
async function parseBody({ method }: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  if (method !== 'DELETE') return readJsonBody(payload)
  await readBody(payload)
  return undefined
}

function withoutOrigin(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || url === '*' ? path : `/${path}`
}

function unused(): never {
  throw new Error('no route has a schema of the framework')
}

/** The web server without routes: limits, errors, CORS, metrics and graceful shutdown. */
export async function createServer({ trustedProxies, log, metrics, memory }: ServerOptions) {
  const addresses = createClientAddresses(trustedProxies)
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    // A missing Host is rejected below, with the envelope.
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requireHostHeader: false,
      // Ignore requests for another protocol.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    // Proxies may send an absolute URL.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/') ? url : withoutOrigin(url)),
    genReqId: createRequestIds(),
    trustProxy: addresses.trusts,
    // Routes validate their own input, so the framework's validator is never loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBytes,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void answerFailure(error, request, reply, log)
    },
  })
  const running = createRunningRequests()
  keepNextTickFast()
  answerOddRequests(app.server)
  // Pages name each file; no directory is served.
  void app.register(files, { serve: false })

  // Not WeakMaps, which would keep every request alive until the next full garbage collection.
  app.decorateRequest('release', null)
  app.decorateRequest('routeName', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', parseBody)
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log))
  const paths = createRoutePaths()
  app.addHook('onRoute', ({ method, url }) => {
    if (url === everyPath) return
    for (const each of [method].flat()) if (each !== 'HEAD') paths.add(each, url)
  })
  app.setNotFoundHandler((request, reply) => {
    const refusal = refusalOfPath(paths.allowed(request.url))
    if (refusal.code === 'NOT_FOUND' && choosePage(request, reply)) {
      return sendNotFoundPage(request, reply)
    }
    return answerFailure(refusal, request, reply, log)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now()
    if (!running.stopping) request.release = running.admit()
    // It closes once; `once` would allocate two more objects per request.
    reply.raw.on('close', () => {
      releaseOnce(request)
      record(request, reply, performance.now() - started)
    })
    reply.headers(answerHeaders)
    const refusal = refusalOf(request.raw)
    if (refusal) done(refusal)
    else if (request.method !== 'OPTIONS') done()
    else if (isPreflight(request)) answerPreflight(request, reply)
    else answerOptions(request, reply, done)
  })

  function refusalOf({ headers, httpVersion, url }: IncomingMessage): AppError | null {
    if (running.stopping) return stoppingFailure()
    if (memory.isTight() && !forSupervisors.has(url ?? '')) return overloadFailure()
    return headers.host === undefined && httpVersion === '1.1' ? hostMissing() : null
  }

  function answerOptions(
    { url }: FastifyRequest,
    reply: FastifyReply,
    done: (error: Error) => void,
  ): void {
    const allow = url === '*' ? everyMethod : paths.options(url)
    if (allow === null) done(unknownPath())
    else void reply.code(204).header('allow', allow).send()
  }

  function record(request: FastifyRequest, reply: FastifyReply, ms: number): void {
    const { id, method } = request
    const route = routeNameOf(request)
    const status = reply.raw.writableFinished ? reply.statusCode : clientLeft
    metrics.requests.observe({ route, method, status }, ms / 1_000)
    log.debug({ requestId: id, route, method, status, ms: Math.round(ms) }, 'request')
  }

  return {
    app,
    paths,
    addresses,
    /** Rejects new requests, waits at most ten seconds for running ones, then closes them. */
    async close(): Promise<void> {
      const cut = (): void => app.server.closeAllConnections()
      const cutOff = setTimeout(cut, stopWithinMs)
      await running.stop()
      clearTimeout(cutOff)
      const rest = setTimeout(cut, lastWordsMs)
      await app.close()
      clearTimeout(rest)
    },
  }
}

export type App = FastifyInstance
