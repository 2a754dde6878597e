import { afterAll, vi } from 'vitest'

// Files of tests share a process: the clock and the environment are put back even where a test forgot to.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
