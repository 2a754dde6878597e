export type Deadline = {
  readonly signal: AbortSignal
  end(reason: unknown): void
  clear(): void
}

/** Aborted after `ms` milliseconds with the given reason, or earlier with `outer`'s reason. */
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

export function spellTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}
