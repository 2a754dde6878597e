import { AppError } from '../../core/errors.ts'

export type Slots = {
  /** Takes a place until the returned function is called; throws RATE_LIMIT_EXCEEDED where none is left. */
  take(configuration: number): () => void
}

/** So many streams of one configuration are proxied by this process at once. */
export function createSlots(most: number): Slots {
  const taken = new Map<number, number>()

  return {
    take(configuration) {
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
