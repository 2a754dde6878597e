export type Deadline = {
  readonly signal: AbortSignal
  /** Ends it now, with this reason. */
  end(reason: unknown): void
  /** Stops waiting; the signal stays as it is. */
  clear(): void
}

/** A signal that is aborted after `ms` milliseconds with the given reason, or with `outer`'s reason as soon as that one is. */
export function startDeadline(ms: number, reason: () => unknown, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(reason()), ms)
  const onOuter = () => controller.abort(outer?.reason)
  if (outer?.aborted) onOuter()
  else outer?.addEventListener('abort', onOuter, { once: true })
  return {
    signal: controller.signal,
    end: (why) => controller.abort(why),
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onOuter)
    },
  }
}

/** A span of time for people: `250 ms`, `1.5 s`. */
export function spellTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}
