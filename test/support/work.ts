import type { Work } from '../../src/core/scheduler.ts'

/** What the work returns, done without a pause. */
export function finished<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
