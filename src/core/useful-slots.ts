const mostSlots = 8
const newestShare = 1 / 8

export type UsefulSlotsOptions = {
  /** Milliseconds of processor time since the start, of all work. */
  readonly workedMs: () => number
  /** Milliseconds that one waits for answers before it makes room. */
  readonly patienceMs: number
  /** Milliseconds of processor time that may wait as answers of those who made room. */
  readonly backlogMs: number
}

/**
 * How many at once keep the processor busy while others wait for answers: one search of thousands of streams, which is worked
 * on for longer than that, or several small ones. More would only hold memory.
 */
export function createUsefulSlots({ workedMs, patienceMs, backlogMs }: UsefulSlotsOptions) {
  let usualMs = patienceMs
  // Memory is kept for large ones until it is known how large they are.
  let largeMs = 2 * patienceMs
  let before = workedMs()

  return {
    count: (): number => Math.min(mostSlots, Math.floor(1 + patienceMs / usualMs)),
    backlog: (): number => Math.round(backlogMs / largeMs),
    ended: (): void => {
      const now = workedMs()
      // Other work between two searches is not theirs.
      const tookMs = Math.min(now - before, 2 * patienceMs)
      usualMs += (tookMs - usualMs) * newestShare
      largeMs += (tookMs - largeMs) * newestShare
      before = now
    },
  }
}
