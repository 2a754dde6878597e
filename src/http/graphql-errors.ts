import { GraphQLError } from 'graphql'
import type { Logger } from '../core/logger.ts'
import { toAppError } from './failures.ts'

/** A GraphQL error with the envelope's code in `extensions` and a message that is safe to show. */
export function codedError(error: unknown, log: Logger): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error
  const positions = error instanceof GraphQLError ? error : undefined
  // An error without an original is the request's own fault: syntax, validation, variables, bounds.
  if (positions && !original) {
    return new GraphQLError(positions.message, {
      nodes: positions.nodes,
      source: positions.source,
      positions: positions.positions,
      path: positions.path,
      extensions: { ...positions.extensions, code: 'BAD_REQUEST' },
    })
  }
  const failure = toAppError(original, log)
  return new GraphQLError(failure.message, {
    nodes: positions?.nodes,
    path: positions?.path,
    extensions: { code: failure.code },
  })
}
