import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { keepPruned } from '../../src/compose/keep-pruned.ts'
import type { Logger } from '../../src/core/logger.ts'

const hour = 3_600_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('deletes hourly what has expired, logs what failed, and is waited for when the service stops', async () => {
  const warn = vi.fn<Logger['warn']>()
  let finish = (): void => {}
  const first = vi.fn<(now: number) => Promise<void>>(async () => {})
  const second = vi.fn<(now: number) => Promise<void>>(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  first.mockRejectedValueOnce(new Error('away'))
  const stores = [{ prune: first }, { prune: second }]
  const { stop } = keepPruned(stores, { lock: createMemoryLock(), log: { warn } })
  await vi.advanceTimersByTimeAsync(hour)
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('away') }, 'rows whose time is over could not be deleted'],
  ])
  await vi.advanceTimersByTimeAsync(hour)
  expect(second.mock.calls).toEqual([[2 * hour, expect.any(AbortSignal)]])
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(isStopped).toBe(false)
  finish()
  await stopped
})
