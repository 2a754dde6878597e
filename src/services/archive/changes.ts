import { setTimeout } from 'node:timers/promises'
import type { LiveEvents } from '../../model/live-event.ts'

/** Changes that come together are told together. */
const leastMs = 1_000

/** One value at once, then one after each change, at most one a second. Ends with the signal. */
export async function* tellChanges(
  events: LiveEvents,
  configuration: number,
  kinds: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<void> {
  let changed = Promise.withResolvers<void>()
  const stop = events.subscribe(configuration, ({ kind }) => {
    if (kinds.includes(kind)) changed.resolve()
  })
  const onAbort = (): void => changed.resolve()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      yield
      await setTimeout(leastMs, undefined, { signal }).catch(() => {})
      await changed.promise
      changed = Promise.withResolvers()
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop()
  }
}
