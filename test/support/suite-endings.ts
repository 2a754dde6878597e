import { afterAll } from 'vitest'
import type { Ending } from './ending.ts'

/** Takes endings from within `beforeAll`, and runs them after the suite that calls this, the newest first. */
export function suiteEndings(): Ending {
  const endings: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
  return (end) => void endings.push(end)
}
