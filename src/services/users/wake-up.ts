export const longestTimerMs = 2 ** 31 - 1

/** Acts when a time is over. `usualMs`: what is waited at most for a time that does not pass, as of who has paused. */
export function createWakeUp(act: () => void, usualMs: number) {
  const waitOf = createWaits(usualMs)
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    in(ms: number | null): void {
      clearTimeout(waiting)
      if (ms === null || isStopped) return
      waiting = setTimeout(act, Math.min(waitOf(ms) + 1, longestTimerMs)).unref()
    },
    stop(): void {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}

/** How long to wait for what is left: twice as long each time while that stays the same. */
export function createWaits(usualMs: number): (leftMs: number) => number {
  let last: number | null = null
  let waitMs = 0
  return (leftMs) => {
    waitMs = leftMs === last ? Math.max(leftMs, Math.min(waitMs * 2, usualMs)) : leftMs
    last = leftMs
    return waitMs
  }
}
