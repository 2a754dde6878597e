import { randomBytes } from 'node:crypto'
import { AppError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'

/** What the web framework refuses by itself, in our words. */
const frameworkFailures: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as JSON with Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'BAD_REQUEST',
    message: 'The body is not as long as its Content-Length says.',
  },
  FST_ERR_BAD_URL: {
    code: 'BAD_REQUEST',
    message: 'The address is not valid percent-encoded text.',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'BAD_REQUEST', message: 'A part of the address is too long.' },
  FST_ERR_ASYNC_CONSTRAINT: { code: 'BAD_REQUEST', message: 'The request is not valid.' },
}

/** Any thrown value as an error that is safe to show. A bug is logged whole under the id, which the answer repeats. */
export function toAppError(
  error: unknown,
  log: Logger,
  id: string = randomBytes(6).toString('hex'),
): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = frameworkFailures[code]
  if (known) return new AppError(known.code, known.message, { cause: error })
  log.error({ err: error, requestId: id }, 'unexpected failure')
  return new AppError(
    'INTERNAL_SERVER_ERROR',
    `Something went wrong on the server. Its log has the details under ${id}.`,
    { cause: error },
  )
}
