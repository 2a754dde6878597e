import { afterAll, vi } from 'vitest'

// Files of tests share a process: the clock and the environment are put back even where a test forgot to.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

// They share modules, too, of which some register themselves with libraries: loaded once more, they fail every file after.
vi.resetModules = () => {
  throw new Error('Files of tests share modules. Pass in what differs, or set it and put it back.')
}
