import type { UseMutationResult } from '@tanstack/react-query'

/** For one notice of a list and of what changes it: whichever failed is tried again. */
export function retryOf<Data, Variables>(
  change: UseMutationResult<Data, Error, Variables>,
  refetch: () => unknown,
): () => void {
  return () => {
    if (change.isError) change.mutate(change.variables)
    else refetch()
  }
}
