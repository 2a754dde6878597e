import { expect, it } from 'vitest'
import { KeptCache } from '../../src/storage/repositories/plays/kept-cache.ts'

const megabyte = 2 ** 20

/** Megabytes of counts that are still held after many more were read. */
function heldOf(memoryShare: number): number {
  const { months } = new KeptCache(memoryShare)
  const count = 400
  for (let index = 0; index < count; index++) months.set(`${index}`, 1, [], megabyte / 8)
  const held = Array.from({ length: count }, (_, index) => months.get(`${index}`, 1))
  return held.filter((view) => view !== null).length / 8
}

it.each([
  [1, 24],
  [0.14, 3.36],
])('Kept counts in memory keep to the share of the process: %s', (memoryShare, most) => {
  expect(heldOf(memoryShare)).toBeLessThanOrEqual(most)
  expect(heldOf(memoryShare)).toBeGreaterThan(most / 2)
})
