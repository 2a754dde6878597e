import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '../core/errors.ts'
import { jsonType, failureBody } from './envelope.ts'
import { answerHeaders } from './headers.ts'

const closeWithinMs = 2_000

/** Answers on a socket that no request object stands for, then closes it. */
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
  // The client is often still sending: reading on for a moment lets it see the answer instead of a reset.
  socket.on('error', () => {})
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeWithinMs).unref()
}
