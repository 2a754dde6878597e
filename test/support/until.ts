import { setTimeout as pause } from 'node:timers/promises'

export type UntilOptions = { readonly timeoutMs?: number; readonly everyMs?: number }

/**
 * Asks again and again until the answer is one of those that are waited for, and returns it. `what` completes the
 * sentence "waited for". Throws an error that says what was seen last.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  isDone: (seen: T) => boolean = Boolean,
  { timeoutMs = 10_000, everyMs = 20 }: UntilOptions = {},
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const seen = await ask()
    if (isDone(seen)) return seen
    if (performance.now() >= end) {
      throw new Error(`waited ${timeoutMs} ms for ${what}; seen last: ${shown(seen)}`)
    }
    await pause(everyMs)
  }
}

/** Waits until the answer has stayed the same for so long, and returns it. `what` completes the sentence "waited for". */
export async function untilSteady<T>(
  what: string,
  ask: () => T | Promise<T>,
  forMs = 250,
): Promise<T> {
  let last = await ask()
  let since = performance.now()
  const steadyMs = async (): Promise<number> => {
    const seen = await ask()
    if (seen !== last) since = performance.now()
    last = seen
    return performance.now() - since
  }
  await until(what, steadyMs, (ms) => ms >= forMs)
  return last
}

function shown(value: unknown): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value)
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text
}
