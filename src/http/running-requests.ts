/** Knows how many requests have no answer yet, so that a stop can wait for them. */
export function createRunningRequests() {
  let running = 0
  let stopping = false
  let wake = (): void => {}

  function leave(): void {
    running -= 1
    if (running === 0) wake()
  }

  return {
    /** Whether no more requests should begin. */
    get stopping(): boolean {
      return stopping
    },
    /** Counts a request until the answered function is called: when its answer is sent or its client is gone. */
    enter(): () => void {
      running += 1
      return leave
    },
    /** From now on no more should begin; resolves once none runs. */
    async stop(): Promise<void> {
      stopping = true
      if (running === 0) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
  }
}
