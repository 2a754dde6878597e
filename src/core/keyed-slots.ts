import { AppError } from './errors.ts'

/** Takes a slot until what it returns is called. Throws RATE_LIMIT_EXCEEDED where none is free. */
export type TakeSlot<Key> = (key: Key) => () => void

type Full = { readonly message: string; readonly retryAfter?: number }

/** At most so many per key at once. */
export function createKeyedSlots<Key>(most: number, { message, retryAfter }: Full): TakeSlot<Key> {
  const taken = new Map<Key, number>()

  return function take(key) {
    const count = taken.get(key) ?? 0
    if (count >= most) throw new AppError('RATE_LIMIT_EXCEEDED', message, { retryAfter })
    taken.set(key, count + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = taken.get(key)! - 1
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }
}
