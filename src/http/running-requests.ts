/** Counts unanswered requests, so that a shutdown can wait for them. */
export function createRunningRequests() {
  let running = 0
  let stopping = false
  let wake = (): void => {}

  function release(): void {
    running -= 1
    if (running === 0) wake()
  }

  return {
    get stopping(): boolean {
      return stopping
    },
    /** Counts a request until the returned function is called. */
    admit(): () => void {
      running += 1
      return release
    },
    async stop(): Promise<void> {
      stopping = true
      if (running === 0) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
  }
}
