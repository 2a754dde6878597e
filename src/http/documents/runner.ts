import type { TypedDocumentString } from './documents.ts'
import { parse, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { Caller } from '../caller.ts'
import type { CompiledQuery } from '../compile-query.ts'

export type RunDocument<Result, Variables> = (
  caller: Caller,
  variables: Variables,
) => Result | Promise<Result>

type Data = Record<string, unknown>
type Compiled = CompiledQuery<Data, Data>['query']

/** Compiles on the first run: compiling all documents at start would take longer than the rest of it. */
export function compileDocument<Result, Variables extends Record<string, unknown>>(
  schema: GraphQLSchema,
  document: TypedDocumentString<Result, Variables>,
): RunDocument<Result, Variables> {
  let query: Compiled | null = null

  function run(compiled: Compiled, caller: Caller, variables: Variables) {
    const result = compiled({}, caller, variables)
    const data = result instanceof Promise ? result.then(dataOf) : dataOf(result)
    return data as Result | Promise<Result>
  }

  async function runFirst(caller: Caller, variables: Variables): Promise<Result> {
    const { compileQuery, isCompiledQuery } = await import('../compile-query.ts')
    if (query === null) {
      const compiled = compileQuery<Data, Data>(schema, parse(document.toString()))
      if (!isCompiledQuery(compiled)) {
        throw new Error('a document did not compile', { cause: compiled })
      }
      query = compiled.query
    }
    return run(query, caller, variables)
  }

  return (caller, variables) =>
    query === null ? runFirst(caller, variables) : run(query, caller, variables)
}

function dataOf({ data, errors }: ExecutionResult): unknown {
  if (errors && errors.length > 0) throw failureOf(errors[0]!)
  return data
}

/** An error without a path comes from the variables, since no resolver has run. */
function failureOf(error: GraphQLError): Error {
  const { message, path, originalError } = error
  if (path === undefined && !(originalError instanceof AppError)) {
    return new AppError('BAD_REQUEST', message, { cause: error })
  }
  return originalError ?? error
}
