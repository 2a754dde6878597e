import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../core/errors.ts'
import type { Upload } from '../../../services/history-files/spool.ts'
import { drain, requirePlain } from '../../body.ts'

/** Streams a body of any length with backpressure. A rejected client gets to see the answer. */
export async function withUpload<T>(
  request: IncomingMessage,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  try {
    requirePlain(request)
    const length = request.headers['content-length']
    const declaredBytes = length === undefined ? null : Number(length)
    return await work({ file: piecesOf(request), declaredBytes })
  } catch (error) {
    if (request.complete || request.destroyed) throw error
    await drain(request)
    if (request.complete || !(error instanceof AppError)) throw error
    const { code, message, headers } = error
    throw new AppError(code, message, { headers: { ...headers, connection: 'close' } })
  }
}

async function* piecesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch {
    throw new AppError('BAD_REQUEST', 'The file ended before it was complete; send it again.')
  }
}
