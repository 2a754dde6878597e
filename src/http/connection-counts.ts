import { AppError } from '../core/errors.ts'

export function createConnectionCounts(most: number) {
  const counts = new Map<string, number>()

  return {
    /** Throws RATE_LIMIT_EXCEEDED above the limit; returns a function to call once at the end. */
    enter(key: string): () => void {
      const count = counts.get(key) ?? 0
      if (count >= most) {
        throw new AppError(
          'RATE_LIMIT_EXCEEDED',
          `Your address has ${most} connections open; close some of them.`,
        )
      }
      counts.set(key, count + 1)
      return () => {
        const left = counts.get(key)! - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
