import { setTimeout } from 'node:timers/promises'
import { createBusyShare, quietShare } from './busy-share.ts'

type QuietDeps = {
  readonly busyShare: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

/** For work that can wait: lets a process do first what others wait for. */
export function createQuiet({ busyShare, wait }: QuietDeps = realDeps()) {
  /** Until a time of this length has passed in which little happened, at most for `mostMs`. */
  return async (
    { quietMs, mostMs }: { readonly quietMs: number; readonly mostMs: number },
    signal: AbortSignal,
  ): Promise<void> => {
    busyShare()
    for (let waited = 0; waited < mostMs && !signal.aborted; waited += quietMs) {
      await wait(quietMs)
      if (busyShare() <= quietShare) return
    }
  }
}

function realDeps(): QuietDeps {
  return { busyShare: createBusyShare(), wait: (ms) => setTimeout(ms, undefined, { ref: false }) }
}
