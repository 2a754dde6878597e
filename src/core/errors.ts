import type { RefusalText } from './refusal-texts.ts'

/** Every code of `error.code` (REST) and `extensions.code` (GraphQL). */
export const statusOf = {
  BAD_REQUEST: 400,
  INVALID_CONFIG: 400,
  PARENT_CONFIG_UNAVAILABLE: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statusOf

export const errorCodes = Object.keys(statusOf) as readonly ErrorCode[]

export type AppErrorOptions = ErrorOptions & {
  /** Seconds; becomes `Retry-After`. */
  retryAfter?: number
  headers?: Readonly<Record<string, string>>
}

/** A failure whose message is safe to show and says what to do. Any other error is a bug: logged in full, answered as a bare 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** For translating the message; null where no page shows it. */
  readonly reason: RefusalText | null
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, said: string | RefusalText, options: AppErrorOptions = {}) {
    super(typeof said === 'string' ? said : said.message, options)
    this.code = code
    this.reason = typeof said === 'string' ? null : said
    this.headers =
      options.retryAfter === undefined
        ? (options.headers ?? {})
        : { 'retry-after': String(Math.max(1, Math.ceil(options.retryAfter))), ...options.headers }
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** What may go well a moment later, such as a question to a database that is away. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
}
