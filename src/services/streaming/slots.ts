import { AppError } from '../../core/errors.ts'

/** Limits how many streams of one configuration this process proxies at once. */
export function createSlots(most: number) {
  const taken = new Map<number, number>()

  return {
    /** Takes a slot until the returned function is called. Throws RATE_LIMIT_EXCEEDED if none is free. */
    take(configuration: number): () => void {
      const count = taken.get(configuration) ?? 0
      if (count >= most) {
        throw new AppError(
          'RATE_LIMIT_EXCEEDED',
          `${most} streams of this configuration are running through the server already; stop one of them.`,
          { retryAfter: 10 },
        )
      }
      taken.set(configuration, count + 1)
      let given = true
      return () => {
        if (!given) return
        given = false
        const left = taken.get(configuration)! - 1
        if (left === 0) taken.delete(configuration)
        else taken.set(configuration, left)
      }
    },
  }
}
