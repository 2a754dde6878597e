import { complexityFromQuery } from '@pothos/plugin-complexity'
import { getOperationAST, GraphQLError, Kind } from 'graphql'
import type { DocumentNode, ExecutionArgs } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Fits 1,000 titles with every field, as nodes and as edges (450,000), not 2,000. Grows with the fields of titles. */
export const maxCost = 550_000

/** About how many values the answer may hold; null if the variables are invalid, which execution reports. */
export function costOf(args: ExecutionArgs): number | null {
  const { schema, document, operationName, variableValues } = args
  const operation = getOperationAST(document, operationName)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const asked: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    return complexityFromQuery(asked, { schema, variables: variableValues ?? {} }).complexity
  } catch (error) {
    if (error instanceof GraphQLError) return null
    throw error
  }
}

function refusalOf(args: ExecutionArgs): GraphQLError | null {
  const cost = costOf(args)
  if (cost === null || cost <= maxCost) return null
  return new GraphQLError(
    `The query may answer about ${cost} values; the cost limit is ${maxCost}. Ask for fewer fields, smaller pages or fewer aliases.`,
    { extensions: { code: 'BAD_REQUEST', http: { status: 400, spec: true } } },
  )
}

export function costLimit(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const error = refusalOf(args)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const error = refusalOf(args)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
  }
}
