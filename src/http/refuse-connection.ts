import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '../core/errors.ts'
import { jsonType, failureBody } from './envelope.ts'
import { answerHeaders } from './headers.ts'
import { everyMethod } from './route-paths.ts'

// An import would read every export of the module; one of them loads Node's own fetch, 50 ms of each start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const closeWithinMs = 2_000

/** Writes an answer to a socket without a request object, then closes it. */
export function refuseConnection(
  socket: Duplex,
  { status, code, message, headers }: AppError,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = failureBody({ code, message })
  const lines = Object.entries({
    ...answerHeaders,
    ...headers,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  // Read on for a moment: a client that is still sending would see a reset instead of the answer.
  socket.on('error', () => {})
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeWithinMs).unref()
}

/** For bytes that never became a request. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  else refuseConnection(socket, bytesFailure(error.code))
}

function bytesFailure(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The headers are larger than 256 KiB; send less.')
  }
  const late = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  return new AppError(
    'BAD_REQUEST',
    late
      ? 'The request did not arrive in time; send it faster, or in parts.'
      : 'This is not a valid HTTP request.',
  )
}

/** For requests that Node would answer itself without our headers, or not at all. */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    refuseConnection(
      socket,
      new AppError('METHOD_NOT_ALLOWED', 'This server is no proxy.', {
        headers: { allow: everyMethod },
      }),
    ),
  )
  // Expectations other than 100-continue may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
