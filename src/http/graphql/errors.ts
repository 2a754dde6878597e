import { GraphQLError } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { toAppError } from '../failures.ts'
import { notFoundCode } from './documents.ts'
import { extensionsOf } from './extensions.ts'

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

type Extensions = {
  code?: unknown
  http?: { status: number; spec?: boolean; headers?: Record<string, string> }
  originalError?: unknown
}

/** Puts the envelope's code in `extensions`; the message is safe to show. */
export function codedError(error: unknown, log: Logger): GraphQLError {
  if (error instanceof GraphQLError && isFaultOfRequest(error)) return refusal(error)
  const { nodes, path, originalError } = error instanceof GraphQLError ? error : {}
  const failure = toAppError(originalError ?? error, log)
  return new GraphQLError(failure.message, { nodes, path, extensions: extensionsOf(failure) })
}

/** Errors of syntax, validation, limits and variables have no path; invalid arguments name their position. */
function isFaultOfRequest({ message, originalError, path }: GraphQLError): boolean {
  if (path === undefined) return !(originalError instanceof AppError)
  // Compiled queries mark invalid arguments only by the message.
  if (originalError === undefined) return message.startsWith('Argument "')
  return originalError instanceof GraphQLError && originalError.nodes !== undefined
}

function refusal({ message, nodes, source, positions, path, extensions }: GraphQLError) {
  // Compiled queries drop the extensions.
  const { code: given, http, originalError } = (extensions ?? {}) as Extensions
  const ofHttp = http !== undefined && nodes === undefined
  const status = ofHttp ? http.status : 400
  const code = given === notFoundCode ? notFoundCode : (codeOfStatus[status] ?? 'BAD_REQUEST')
  // `spec`: GraphQL over HTTP wants status 200 for clients that accept only application/json.
  const spec = ofHttp ? http.spec === true && originalError === undefined : true
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: { code, http: { status, spec, headers: ofHttp ? http.headers : undefined } },
  })
}
