import type { Readable } from 'node:stream'
import { AppError } from '../../core/errors.ts'
import type { UpstreamError } from '../../core/upstream-error.ts'
import type { OpenedAnswer } from '../../security/guarded-stream.ts'

export type ProxiedStream = {
  readonly status: number
  /** Only those that players need, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  /** Whether its parts have addresses of their own. Missing: no. */
  readonly isPlaylist?: boolean
}

const busyMs = 5_000
const passedHeaders = [
  'content-length',
  'content-range',
  'content-encoding',
  'etag',
  'last-modified',
] as const

export function headersOf(
  { status, headers }: Pick<OpenedAnswer, 'status' | 'headers'>,
  type: string,
): Record<string, string> {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const ranges = status === 206 || headers['accept-ranges'] === 'bytes' ? 'bytes' : 'none'
  return {
    ...Object.fromEntries(passed),
    'content-type': type,
    'accept-ranges': headers['accept-ranges'] ?? ranges,
  }
}

export function unavailable(cause: UpstreamError): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `This version cannot be played: ${cause.message}. Choose another one.`,
    { cause, ...(cause.kind === 'busy' && { retryAfter: (cause.afterMs ?? busyMs) / 1_000 }) },
  )
}
