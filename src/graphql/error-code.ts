import { errorCodes } from '../core/errors.ts'
import { enumOf } from './enum-of.ts'

export const ErrorCodeRef = enumOf('ErrorCode', errorCodes, 'What kind of failure it is.', {
  BAD_REQUEST: 'The request is wrong; the message says how.',
  INVALID_CONFIG: 'The configuration is wrong; the message names the keys.',
  PARENT_CONFIG_UNAVAILABLE: 'A configuration that this one builds on cannot be read.',
  UNAUTHORIZED: 'Credentials are missing or wrong.',
  FORBIDDEN: 'The caller may not do this.',
  NOT_FOUND: 'There is no such thing, or the caller may not see it.',
  USER_NOT_FOUND: 'There is no such configuration.',
  METHOD_NOT_ALLOWED: 'The path does not take this method.',
  CONFLICT: 'Someone else has changed it in the meantime.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body has a type that the path does not take.',
  RATE_LIMIT_EXCEEDED: 'Too many requests; try again later.',
  HEADERS_TOO_LARGE: 'The headers are too large.',
  INTERNAL_SERVER_ERROR: 'A bug of the service, logged in full.',
  SERVICE_UNAVAILABLE: 'The service cannot answer now; try again later.',
})
