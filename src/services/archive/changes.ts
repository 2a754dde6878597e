import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'

/** Changes that come together are told together. */
const leastMs = 1_000

/** Dashboards that listen to one configuration. */
const maxListeners = 100

/** Counts who listens, by configuration; throws RATE_LIMIT_EXCEEDED where too many do. */
export function createListeners() {
  const counts = new Map<number, number>()
  return function enter(configuration: number): () => void {
    const count = counts.get(configuration) ?? 0
    if (count >= maxListeners) {
      throw new AppError('RATE_LIMIT_EXCEEDED', 'Too many dashboards listen; close some of them.')
    }
    counts.set(configuration, count + 1)
    return () => {
      const left = counts.get(configuration)! - 1
      if (left > 0) counts.set(configuration, left)
      else counts.delete(configuration)
    }
  }
}

/** One value at once, then one after each change, at most one a second. Ends with the signal. */
export async function* tellChanges(
  events: LiveEvents,
  configuration: number,
  concerns: (event: LiveEvent) => boolean,
  signal: AbortSignal,
  enter: ReturnType<typeof createListeners>,
): AsyncGenerator<void> {
  const leave = enter(configuration)
  let changed = Promise.withResolvers<void>()
  const stop = events.subscribe(configuration, (event) => {
    if (concerns(event)) changed.resolve()
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
    leave()
  }
}
