import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, statusOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Metrics } from '../core/metrics.ts'
import { keepTicksSteady } from '../core/steady-ticks.ts'
import { failureBody, jsonType } from './envelope.ts'
import { toAppError } from './failures.ts'
import { maxBodyBytes, readBody, readJsonBody } from './body.ts'
import { answerPreflight, corsHeaders } from './cors.ts'
import { unknownRestPath } from './rest/mount.ts'
import { onOpenEnded } from './open-ended.ts'
import { routeNameOf } from './route-name.ts'
import { createRunningRequests } from './running-requests.ts'

/** A user-data header is a whole configuration in base64. */
const maxHeaderBytes = 256 * 1024
const requestTimeoutMs = 60_000
const stopWithinMs = 10_000
/** For connections that are left when nothing runs any more, such as a half-sent request. */
const lastWordsMs = 500
/** The status that logs and measurements show for a client that left before its answer. */
const clientLeft = 499

export type ServerOptions = {
  readonly trustedProxies: readonly string[]
  readonly log: Logger
  readonly metrics: Metrics
}

/** Ids of twelve hexadecimal digits, of which the first six tell this process from others. */
function createRequestIds(): () => string {
  const prefix = randomBytes(3).toString('hex')
  let count = 0
  return () => {
    count = (count + 1) % 0x1000000
    return prefix + count.toString(16).padStart(6, '0')
  }
}

/** By the code of what went wrong with a connection. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The headers are larger than 256 KiB; send less.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'BAD_REQUEST',
    'The request took longer than a minute to arrive; send it faster, or in parts.',
  ],
}

/** What a socket is told whose bytes never became a request. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = refusals[error.code ?? ''] ?? [
    'BAD_REQUEST',
    'This is not a valid HTTP request.',
  ]
  const body = failureBody({ code, message })
  const status = statusOf[code]
  // The client is often still sending: reading on for a moment lets it see the answer instead of a reset.
  socket.resume()
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\ncontent-type: ${jsonType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), 2_000).unref()
}

function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const failure = toAppError(error, log, request.id)
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .type(jsonType)
    .send(failureBody(failure))
}

function stoppingFailure(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The server is stopping; try again in a moment.', {
    retryAfter: 5,
    headers: { connection: 'close' },
  })
}

function hostMissing(): AppError {
  return new AppError('BAD_REQUEST', 'The request has no Host header.')
}

/** Clients send the type of a body along with DELETE, which has none: what may come with it is read and forgotten. */
async function parseBody({ method }: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  if (method !== 'DELETE') return readJsonBody(payload)
  await readBody(payload)
  return undefined
}

/** The web server without its paths: limits, failures, CORS, measurements and a graceful end. */
export async function createServer({ trustedProxies, log, metrics }: ServerOptions) {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    // A missing Host is refused below, in the envelope.
    http: {
      maxHeaderSize: maxHeaderBytes,
      requireHostHeader: false,
      // Whoever asks for another protocol is answered in this one.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    genReqId: createRequestIds(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    // Refusing while stopping is done below, in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void answerFailure(error, request, reply, log)
    },
  })
  const running = createRunningRequests()
  keepTicksSteady()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', parseBody)
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(unknownRestPath(request.url), request, reply, log),
  )
  app.addHook('onRequest', (request, reply, done) => {
    let leave = running.stopping ? null : running.enter()
    const started = performance.now()
    const leaveOnce = (): void => {
      leave?.()
      leave = null
    }
    onOpenEnded(request, leaveOnce)
    reply.raw.once('close', () => {
      leaveOnce()
      record(request, reply, performance.now() - started)
    })
    reply.headers(corsHeaders)
    const refusal = refusalOf(request.raw)
    if (refusal) done(refusal)
    else if (request.method === 'OPTIONS') answerPreflight(request, reply)
    else done()
  })

  function refusalOf({ headers, httpVersion }: IncomingMessage): AppError | null {
    if (running.stopping) return stoppingFailure()
    return headers.host === undefined && httpVersion === '1.1' ? hostMissing() : null
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
    /** Refuses what is new, lets what runs finish for at most ten seconds, then cuts it off. */
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
