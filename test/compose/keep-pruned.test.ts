import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryLock, createRedisLock } from '../../src/cache/lock.ts'
import { closeRedis, openRedis } from '../../src/cache/open-redis.ts'
import { keepPruned, notWhilePruned } from '../../src/compose/keep-pruned.ts'
import type { Logger } from '../../src/core/logger.ts'
import { freePort } from '../support/free-port.ts'

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

it('tries again after the lifetime of the lock where another node had it, which may be dead', async () => {
  const prune = vi.fn<(now: number) => Promise<void>>(async () => {})
  const lock = createMemoryLock()
  const dead = Promise.withResolvers<void>()
  const held = lock.withLock('expired-rows', hour, () => dead.promise)
  const { stop } = keepPruned([{ prune }], { lock, log: { warn: vi.fn<Logger['warn']>() } })
  await vi.advanceTimersByTimeAsync(hour)
  dead.resolve()
  await held
  await vi.advanceTimersByTimeAsync(50_000)
  expect(prune).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(prune).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(hour - 60_000)
  expect(prune).toHaveBeenCalledTimes(2)
  await stop()
  await vi.advanceTimersByTimeAsync(hour)
  expect(prune).toHaveBeenCalledTimes(2)
})

it('deletes and makes room while Redis is away', async () => {
  vi.useRealTimers()
  const redis = await openRedis(`redis://127.0.0.1:${await freePort()}`, { warn() {} })
  onTestFinished(() => closeRedis(redis))
  const lock = createRedisLock(redis, 'lock:')
  const makeRoom = vi.fn<(lost: AbortSignal) => Promise<void>>(async () => {})
  await notWhilePruned(lock)(makeRoom)
  expect(makeRoom).toHaveBeenCalledTimes(1)
  const prune = vi.fn<(now: number) => Promise<void>>(async () => {})
  const { run, stop } = keepPruned([{ prune }], { lock, log: { warn: vi.fn<Logger['warn']>() } })
  run()
  await expect.poll(() => prune.mock.calls.length).toBe(1)
  await stop()
  expect(await lock.withLock('other', 1_000, makeRoom)).toBe(false)
  expect(makeRoom).toHaveBeenCalledTimes(1)
})
