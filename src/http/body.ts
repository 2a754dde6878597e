import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { releaseBytes } from '../core/v8-tuning/release-bytes.ts'

export const maxBodyBytes = 1024 * 1024
/** How much of a refused body is still read, so that a client that is busy sending gets to see the answer. */
const maxDrainBytes = 32 * maxBodyBytes
const maxDrainMs = 5_000
/** Enough for the largest body on a slow line. */
const maxArrivalMs = 60_000

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB; send less.', {
    headers: { connection: 'close' },
  })
}

function tooLate(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The body took longer than a minute to arrive; send it faster.',
    {
      headers: { connection: 'close' },
    },
  )
}

/** Discards the rest of the body within limits, then closes the connection. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0
    const timer = setTimeout(stop, maxDrainMs)
    function stop(): void {
      clearTimeout(timer)
      request.off('data', count).off('end', stop).off('close', stop)
      resolve()
    }
    function count(chunk: Buffer): void {
      seen += chunk.length
      releaseBytes(chunk)
      if (seen > maxDrainBytes) stop()
    }
    request.on('data', count).once('end', stop).once('close', stop)
    request.resume()
  })
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const late = setTimeout(() => finish(() => reject(tooLate())), maxArrivalMs)
    function finish(work: () => void): void {
      clearTimeout(late)
      request.off('data', collect).off('end', done).off('error', gone).off('close', gone)
      work()
    }
    function collect(chunk: Buffer): void {
      size += chunk.length
      if (size > maxBodyBytes) finish(() => void drain(request).then(() => reject(tooLarge())))
      else chunks.push(chunk)
    }
    const done = (): void => finish(() => resolve(Buffer.concat(chunks, size)))
    const gone = (): void =>
      finish(() => reject(new AppError('BAD_REQUEST', 'The body ended before it was complete.')))
    request.on('data', collect).once('end', done).once('error', gone).once('close', gone)
  })
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a compressed body. */
export function requirePlain({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.')
  }
}

/** Throws PAYLOAD_TOO_LARGE above `maxBodyBytes`. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  requirePlain(request)
  if (Number(request.headers['content-length']) > maxBodyBytes) {
    await drain(request)
    throw tooLarge()
  }
  return readBytes(request)
}

/** The keys are untrusted and may include `__proto__`. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request)
  if (bytes.length === 0)
    throw new AppError('BAD_REQUEST', 'The body is empty; send a JSON object.')
  if (!isUtf8(bytes)) throw new AppError('BAD_REQUEST', 'The body is not UTF-8.')
  const json = parseJson(bytes.toString('utf8'))
  if (json === undefined) throw new AppError('BAD_REQUEST', 'The body is not valid JSON.')
  return json
}
