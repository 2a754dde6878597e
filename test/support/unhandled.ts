import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Collects rejections that nobody handles, each of which would end the service. Returns them after everything ready has run. */
export function watchUnhandled(): () => Promise<readonly unknown[]> {
  const found: unknown[] = []
  const note = (reason: unknown): void => void found.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return async () => {
    await setImmediate()
    await setImmediate()
    return found
  }
}
