import { startDeadline } from '../../core/deadline.ts'

export type WaitBudget = ReturnType<typeof createWaitBudget>

/** Work that is waited for piece by piece, in one time for all of it. The signal says that the time is over. */
export function createWaitBudget(ms: number) {
  let left = ms
  return async <T>(outer: AbortSignal, work: (late: AbortSignal) => Promise<T>): Promise<T> => {
    if (left <= 0) return work(AbortSignal.abort())
    const begun = performance.now()
    const late = startDeadline(left, () => new Error('the wait is over'), outer)
    try {
      return await work(late.signal)
    } finally {
      late.clear()
      left -= performance.now() - begun
    }
  }
}
