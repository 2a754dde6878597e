import { within } from '../core/within.ts'

export type Closer = () => Promise<unknown>

/** Running requests have ten seconds. */
const longestMs = 15_000

/**
 * Closes the parts in the reverse order in which they were opened, each within a time. One that fails or hangs keeps none
 * of the others open; its error is thrown at the end.
 */
export async function closeAll(closers: readonly Closer[], patienceMs = longestMs): Promise<void> {
  const errors: unknown[] = []
  for (const close of closers.toReversed()) {
    try {
      await within(patienceMs, close(), () => new Error('a part took too long to close'))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'several parts did not close')
}
