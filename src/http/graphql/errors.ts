import { GraphQLError } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { toAppError } from '../failures.ts'

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

type Extensions = {
  http?: { status: number; spec?: boolean; headers?: Record<string, string> }
  originalError?: unknown
}

/** A GraphQL error with the envelope's code in `extensions` and a message that is safe to show. */
export function codedError(error: unknown, log: Logger): GraphQLError {
  if (error instanceof GraphQLError && isFaultOfRequest(error)) return refusal(error)
  const { nodes, path, originalError } = error instanceof GraphQLError ? error : {}
  const failure = toAppError(originalError ?? error, log)
  return new GraphQLError(failure.message, { nodes, path, extensions: { code: failure.code } })
}

/** Syntax, validation, bounds and variables come without a path, since no field was asked for yet; wrong arguments name their place. */
function isFaultOfRequest({ message, originalError, path }: GraphQLError): boolean {
  if (path === undefined) return !(originalError instanceof AppError)
  // Compiled queries tell wrong arguments by the text alone.
  if (originalError === undefined) return message.startsWith('Argument "')
  return originalError instanceof GraphQLError && originalError.nodes !== undefined
}

function refusal({ message, nodes, source, positions, path, extensions }: GraphQLError) {
  // Compiled queries leave the extensions out.
  const { http, originalError } = (extensions ?? {}) as Extensions
  const ofHttp = http !== undefined && nodes === undefined
  const status = ofHttp ? http.status : 400
  const code = codeOfStatus[status] ?? 'BAD_REQUEST'
  // `spec`: 200 for clients who accept application/json alone, as GraphQL over HTTP has it.
  const spec = ofHttp ? http.spec === true && originalError === undefined : true
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: { code, http: { status, spec, headers: ofHttp ? http.headers : undefined } },
  })
}
