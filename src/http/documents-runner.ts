import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { validate } from 'graphql'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { RequestContext } from '../graphql/context.ts'

/** Runs one document for one request, at once where no resolver waits; throws what its resolver threw. */
export type RunDocument<Result, Variables> = (
  context: RequestContext,
  variables: Variables,
) => Result | Promise<Result>

type Data = Record<string, unknown>

/** Validates and compiles a document once, at start, so that a wrong one never waits for its first caller. */
export function compileDocument<Result, Variables extends Record<string, unknown>>(
  schema: GraphQLSchema,
  document: TypedDocumentNode<Result, Variables>,
): RunDocument<Result, Variables> {
  const [problem] = validate(schema, document)
  if (problem) throw problem
  const compiled = compileQuery<Data, Data>(schema, document as DocumentNode)
  if (!isCompiledQuery(compiled)) throw new Error('a document did not compile', { cause: compiled })
  function dataOf({ data, errors }: ExecutionResult): Result {
    if (errors && errors.length > 0) throw errors[0]!.originalError ?? errors[0]!
    return data as Result
  }
  return (context, variables) => {
    const result = compiled.query({}, context, variables)
    return result instanceof Promise ? result.then(dataOf) : dataOf(result)
  }
}
