import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import { fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, statusOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Metrics } from '../core/metrics.ts'
import { failureBody, jsonType } from './envelope.ts'
import { toAppError } from './failures.ts'
import { maxBodyBytes, readJsonBody } from './body.ts'
import { unknownRestPath } from './rest/mount.ts'

/** A user-data header is a whole configuration in base64. */
const maxHeaderBytes = 256 * 1024
const requestTimeoutMs = 60_000
const stopWithinMs = 10_000

export type ServerOptions = {
  readonly trustedProxies: readonly string[]
  readonly log: Logger
  readonly metrics: Metrics
}

/** What a socket is told whose bytes never became a request. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, message]: [ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['HEADERS_TOO_LARGE', 'The headers are larger than 256 KiB; send less.']
      : ['BAD_REQUEST', 'This is not a valid HTTP request.']
  const body = failureBody({ code, message })
  const status = statusOf[code]
  // The client is often still sending: reading on for a moment lets it see the answer instead of a reset.
  socket.resume()
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\ncontent-type: ${jsonType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), 2_000).unref()
}

function answerFailure(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const failure = toAppError(error, log)
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

/** The web server without its paths: limits, failures, CORS, measurements and a graceful end. */
export async function createServer({ trustedProxies, log, metrics }: ServerOptions) {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    http: { maxHeaderSize: maxHeaderBytes },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    // Refusing while stopping is done below, in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      void answerFailure(error, reply, log)
    },
  })
  let stopping = false

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    (_request: FastifyRequest, payload: IncomingMessage) => readJsonBody(payload),
  )
  app.setErrorHandler((error, _request, reply) => answerFailure(error, reply, log))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(unknownRestPath(pathOf(request)), reply, log),
  )
  app.addHook('onRequest', (_request, _reply, done) => {
    done(stopping ? stoppingFailure() : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    metrics.requests
      .labels(route, request.method, String(status))
      .observe(reply.elapsedTime / 1_000)
    log.debug(
      { route, method: request.method, status, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: [
      'ETag',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'RateLimit-Policy',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  })

  return {
    app,
    /** Stops accepting, lets what runs finish for at most ten seconds, then cuts it off. */
    async close(): Promise<void> {
      stopping = true
      const cutOff = setTimeout(() => app.server.closeAllConnections(), stopWithinMs)
      await app.close()
      clearTimeout(cutOff)
    },
  }
}

export type Server = Awaited<ReturnType<typeof createServer>>
export type App = FastifyInstance

function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1)
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}
