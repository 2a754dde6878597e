import type { ExecutionResult } from 'graphql'

export type Results = AsyncIterable<ExecutionResult>

/** Whether there are many, one after the other: those of a subscription. */
export function isResults(result: object): result is Results {
  return Symbol.asyncIterator in result
}
