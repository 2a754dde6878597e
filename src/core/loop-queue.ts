import { untilAborted } from './until-aborted.ts'

const usualPerPass = 4

/** Admits a few callers with each pass of the event loop: many who come at once would hold it up together. Rejects on abort. */
export function createLoopQueue(
  perPass = usualPerPass,
): (signal: AbortSignal | undefined) => Promise<void> {
  const waiting = new Set<() => void>()
  let admitted = 0

  function admitNext(): void {
    admitted = 0
    for (const admit of waiting) {
      if (admitted === perPass) break
      admitted += 1
      waiting.delete(admit)
      admit()
    }
    if (admitted > 0) setImmediate(admitNext)
  }

  return async (signal) => {
    if (admitted === 0) setImmediate(admitNext)
    if (admitted < perPass) {
      admitted += 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add(resolve)
    try {
      await (signal ? untilAborted(promise, signal) : promise)
    } finally {
      waiting.delete(resolve)
    }
  }
}
