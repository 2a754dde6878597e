import { GraphQLError } from 'graphql'
import { AppError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { toAppError } from './failures.ts'

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/** A GraphQL error with the envelope's code in `extensions` and a message that is safe to show. */
export function codedError(error: unknown, log: Logger): GraphQLError {
  if (error instanceof GraphQLError && isFaultOfRequest(error)) return refusal(error)
  const { nodes, path, originalError } = error instanceof GraphQLError ? error : {}
  const failure = toAppError(originalError ?? error, log)
  return new GraphQLError(failure.message, { nodes, path, extensions: { code: failure.code } })
}

/** Syntax, validation, bounds and variables: whatever went wrong before a field was asked for, or without a cause. */
function isFaultOfRequest({ originalError, path }: GraphQLError): boolean {
  return !originalError || (path === undefined && !(originalError instanceof AppError))
}

function refusal({ message, nodes, source, positions, path, extensions }: GraphQLError) {
  const http = extensions['http'] as { status?: number } | undefined
  const code = codeOfStatus[http?.status ?? 0] ?? 'BAD_REQUEST'
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: { ...(http && { http }), code },
  })
}
