import { detached } from '../core/cut-text.ts'

export type Usage = {
  readonly taken: number
  readonly leftMs: number
}

type Window = { taken: number; endsAt: number }

/**
 * A window opens with the key's first turn. Beyond `maxKeys` the oldest windows are forgotten, a generation at a time: the
 * older one is dropped once all in it have ended, or when the younger one is full.
 */
export function createWindowCounter(windowMs: number, maxKeys: number) {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let changedAt = performance.now()

  function running(key: string, now: number): Window | undefined {
    const window = young.get(key) ?? old.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  /** The sum of two fractions may be a little more than its parts: a window never lasts longer than it is long. */
  const leftOf = (window: Window, now: number): number => Math.min(windowMs, window.endsAt - now)

  function open(key: string, now: number): Window {
    if (now - changedAt >= windowMs || young.size >= maxKeys / 2) {
      old = young
      young = new Map()
      changedAt = now
    }
    const window = { taken: 0, endsAt: now + windowMs }
    young.set(detached(key), window)
    return window
  }

  return {
    take(key: string): Usage {
      const now = performance.now()
      const window = running(key, now) ?? open(key, now)
      window.taken++
      return { taken: window.taken, leftMs: leftOf(window, now) }
    },

    peek(key: string): Usage {
      const now = performance.now()
      const window = running(key, now)
      return window ? { taken: window.taken, leftMs: leftOf(window, now) } : { taken: 0, leftMs: 0 }
    },

    restart(key: string): void {
      const now = performance.now()
      const window = running(key, now)
      if (window === undefined) return
      // The younger generation is not dropped before it ends.
      const { taken } = window
      open(key, now).taken = taken
    },

    reset(key: string): void {
      young.delete(key)
      old.delete(key)
    },
  }
}
