import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'
import { dayMs } from '../model/time-slots.ts'

type Forget = (now: number, signal: AbortSignal) => Promise<unknown>

/** Deletes numbers of titles and names that nobody uses any more. */
export function keepNumbers(unused: readonly Forget[], { lock, log }: PeriodicDeps) {
  return everyOnOneNode({
    name: 'unused-numbers',
    everyMs: dayMs,
    firstAfterMs: 900_000,
    lock,
    log,
    failure: 'numbers that are no longer used could not be deleted',
    async work(signal) {
      for (const forget of unused) {
        signal.throwIfAborted()
        await forget(Date.now(), signal)
      }
    },
  })
}
