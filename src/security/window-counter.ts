export type Usage = {
  /** Turns taken within the running window. */
  readonly taken: number
  /** Milliseconds until the window ends. */
  readonly leftMs: number
}

type Window = { taken: number; endsAt: number }

/**
 * Counts per key, in a window that opens with the key's first turn. Bounded: past `maxKeys` the windows opened
 * first are forgotten.
 *
 * Windows live in two generations. The older one is dropped whole, when a window's length has passed since the
 * last change, so everything in it has ended; or early, when the younger one is full.
 */
export function createWindowCounter(windowMs: number, maxKeys: number) {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let changedAt = performance.now()

  function running(key: string, now: number): Window | undefined {
    const window = young.get(key) ?? old.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

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
      return { taken: window.taken, leftMs: window.endsAt - now }
    },

    peek(key: string): Usage {
      const now = performance.now()
      const window = running(key, now)
      return window ? { taken: window.taken, leftMs: window.endsAt - now } : { taken: 0, leftMs: 0 }
    },

    /** Lets the running window of a key last for its whole length from now on. */
    restart(key: string): void {
      const now = performance.now()
      const window = running(key, now)
      if (window === undefined) return
      // Among the younger ones, which are not dropped before it ends.
      const { taken } = window
      open(key, now).taken = taken
    },

    reset(key: string): void {
      young.delete(key)
      old.delete(key)
    },
  }
}

/** A piece of a longer text, such as a header, keeps that text alive; a copy does not. */
function detached(key: string): string {
  return Buffer.from(key).toString()
}
