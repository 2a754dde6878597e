import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { keepNumbers } from '../../src/compose/keep-numbers.ts'
import type { Logger } from '../../src/core/logger.ts'

const quarter = 900_000
const day = 86_400_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('Numbers that nobody uses are deleted soon after a start and then daily, on one node', async () => {
  const forget = vi.fn<(now: number) => Promise<void>>(async () => {})
  const lock = createMemoryLock()
  const warn = vi.fn<Logger['warn']>()
  const nodes = [1, 2].map(() => keepNumbers([forget], { lock, log: { warn } }))
  const held = Promise.withResolvers<void>()
  forget.mockReturnValueOnce(held.promise)
  await vi.advanceTimersByTimeAsync(quarter)
  expect(forget).toHaveBeenCalledTimes(1)
  held.resolve()
  await nodes[1]!.stop()
  forget.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(day)
  expect(forget.mock.calls.map(([now]) => now)).toEqual([quarter, day])
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('away') }, 'numbers that are no longer used could not be deleted'],
  ])
  await nodes[0]!.stop()
})
