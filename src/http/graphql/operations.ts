import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { ExecutionArgs, ExecutionResult } from 'graphql'
import type { Logger } from '../../core/logger.ts'
import type { Caller } from '../caller.ts'
import type { FindDocument } from './documents.ts'
import { clientLeft } from '../disconnect-signal.ts'
import { codedError } from './errors.ts'
import { isResults } from './results.ts'
import type { Results } from './results.ts'
import type { createGraphqlServer } from './server.ts'

/** Parsed and validated: what remains is to run it. */
export type PreparedOperation = ExecutionArgs & {
  /** Never rejects. What a subscription answers ends with `return`, even while the next value is awaited. */
  readonly run: () => Promise<ExecutionResult | Results>
  readonly cancel: () => void
}

type OperationsOptions = {
  readonly yoga: ReturnType<typeof createGraphqlServer>
  readonly find: FindDocument
  readonly log: Logger
}

export type Operations = ReturnType<typeof createOperations>

/** Runs operations that do not come as a request of their own, under the same limits as those that do. */
export function createOperations({ yoga, find, log }: OperationsOptions) {
  const coded = (error: unknown): GraphQLError => codedError(error, log)

  async function prepare(
    params: unknown,
    open: (signal: AbortSignal) => Caller,
  ): Promise<PreparedOperation> {
    const { query, operationName, variables } = find(params)
    const ends = new AbortController()
    const caller = open(ends.signal)
    const { schema, parse, validate, contextFactory, execute, subscribe } = yoga.getEnveloped(
      caller as never,
    )
    const document = parse(query)
    const errors = validate(schema, document)
    if (errors.length > 0) throw new AggregateError(errors)
    const operation = getOperationAST(document, operationName)
    if (!operation) {
      throw new GraphQLError('operationName must name one of the operations of the document.')
    }
    const args = {
      schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: await contextFactory(),
    }
    const start = operation.operation === OperationTypeNode.SUBSCRIPTION ? subscribe : execute
    const cancel = (): void => ends.abort(clientLeft())
    return {
      ...args,
      cancel,
      async run() {
        try {
          const result: ExecutionResult | Results = await start(args)
          return isResults(result) ? endable(result, { cancel, coded }) : result
        } catch (error) {
          return { errors: [coded(error)] }
        }
      },
    }
  }

  return {
    /** Answers why it cannot run instead, if it cannot. */
    async prepare(
      params: unknown,
      open: (signal: AbortSignal) => Caller,
    ): Promise<PreparedOperation | readonly GraphQLError[]> {
      try {
        return await prepare(params, open)
      } catch (error) {
        const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
        return errors.map(coded)
      }
    },
    coded,
  }
}

/** A generator takes `return` only once its current value is there, so the wait for it is aborted first. */
function endable(
  results: Results,
  { cancel, coded }: { cancel: () => void; coded: (error: unknown) => GraphQLError },
): AsyncGenerator<ExecutionResult> {
  const source = results[Symbol.asyncIterator]()
  let isOver = false
  const over = { done: true as const, value: undefined }

  async function end() {
    isOver = true
    cancel()
    await source.return?.()
    return over
  }

  return {
    async next() {
      if (isOver) return over
      try {
        return await source.next()
      } catch (error) {
        if (isOver) return over
        isOver = true
        cancel()
        return { done: false, value: { errors: [coded(error)] } }
      }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: async () => void (await end()),
  }
}
