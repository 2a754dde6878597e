import { randomBytes } from 'node:crypto'
import { AppError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import { refusal } from '../core/refusal-texts.ts'
import type { RefusalText } from '../core/refusal-texts.ts'
import type { Logger } from '../core/logger.ts'

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
}
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  412: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Node reports this when a client leaves during its own request; no other connection fails like this. */
const cutOff = {
  code: 'BAD_REQUEST',
  message: 'The request ended before it was complete.',
} as const

function refusalOf(error: unknown) {
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  const known = frameworkFailures[String(code)]
  if (known) return known
  if (code === 'ECONNRESET' && error.message === 'aborted') return cutOff
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null
  return { code: codesByStatus[statusCode] ?? 'BAD_REQUEST', message: 'The request is not valid.' }
}

/** Turns any thrown value into an error that is safe to show. A bug is logged in full under the id that the answer repeats. */
export function toAppError(
  error: unknown,
  log: Logger,
  id: string = randomBytes(6).toString('hex'),
): AppError {
  if (error instanceof AppError) return error
  const known = refusalOf(error)
  if (known) return new AppError(known.code, known.message, { cause: error })
  log.error({ err: error, requestId: id }, 'unexpected failure')
  return new AppError('INTERNAL_SERVER_ERROR', refusal('INTERNAL', { id }), { cause: error })
}

/** For whoever translates the message: its code, and texts for the names in its sentence. */
export function shownReason({ code, values }: RefusalText) {
  return { code, values: namedTexts(values) }
}

export function namedTexts(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, text]) => ({ name, text }))
}
