import { setTimeout } from 'node:timers/promises'

/** How far ahead of the pace something may be. */
const leastWaitMs = 20

/** Waits so that no more than this goes on in a second, whoever asks. */
export function createPace(perSecond: number) {
  let due = 0
  return async function keep(amount: number): Promise<void> {
    const now = performance.now()
    due = Math.max(due, now) + (amount / perSecond) * 1_000
    if (due - now > leastWaitMs) await setTimeout(due - now)
  }
}
