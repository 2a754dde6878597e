import { setTimeout } from 'node:timers/promises'

const leastWaitMs = 20

export function createPace(perSecond: number) {
  let due = 0
  return async function keep(amount: number): Promise<void> {
    const now = performance.now()
    due = Math.max(due, now) + (amount / perSecond) * 1_000
    if (due - now > leastWaitMs) await setTimeout(due - now)
  }
}
