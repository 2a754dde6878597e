import { expect, it } from 'vitest'
import { createWaits } from '../../../src/services/users/wake-up.ts'

it('Time that does not pass is asked for less and less often, up to the usual interval', () => {
  const waitOf = createWaits(30_000)
  const waits = Array.from({ length: 7 }, () => waitOf(1_000))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect([waitOf(800), waitOf(800)]).toEqual([800, 1_600])
  expect([waitOf(90_000), waitOf(90_000)]).toEqual([90_000, 90_000])
})
