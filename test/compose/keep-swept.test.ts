import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { keepSwept } from '../../src/compose/keep-swept.ts'
import type { Logger } from '../../src/core/logger.ts'
import type { HistoryStore } from '../../src/model/history-store.ts'
import type { PlayStore } from '../../src/model/play-store.ts'
import type { WatchedTimeStore } from '../../src/model/watched-time.ts'

const [hour, day] = [3_600_000, 86_400_000]
const now = Date.UTC(2024, 5, 1)
const namedUsers = async () => []

function stores() {
  return {
    plays: { sweep: vi.fn<PlayStore['sweep']>(async () => 0) },
    history: {
      forgetRemovedUsers: vi.fn<HistoryStore['forgetRemovedUsers']>(async () => {}),
      forgetEmptied: vi.fn<HistoryStore['forgetEmptied']>(async () => {}),
    },
    watchedTime: { sweep: vi.fn<WatchedTimeStore['sweep']>(async () => {}) },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  { kept: 30 * day, before: now - 30 * day },
  { kept: null, before: null },
])('sweeps at start and hourly: plays kept for $kept', async ({ kept, before }) => {
  const { plays, history, watchedTime } = stores()
  const warn = vi.fn<Logger['warn']>()
  const { stop } = keepSwept(
    { plays, history, watchedTime },
    { lock: createMemoryLock(), log: { warn }, playsKeptMs: kept, namedUsers },
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(plays.sweep).toHaveBeenCalledWith(before, expect.any(AbortSignal))
  expect(watchedTime.sweep).toHaveBeenCalledWith(now - 3 * day, expect.any(AbortSignal))
  const options = {
    namedUsers,
    onFailure: expect.any(Function),
    signal: expect.any(AbortSignal),
  }
  expect(history.forgetRemovedUsers).toHaveBeenCalledWith(now - 7 * day, options)
  expect(history.forgetEmptied).toHaveBeenCalledWith(now - day, options)
  plays.sweep.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(plays.sweep).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenCalledTimes(1)
  await stop()
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(plays.sweep).toHaveBeenCalledTimes(3)
})

it('tells of users whose history could not be deleted, and sweeps plays all the same', async () => {
  const { plays, history, watchedTime } = stores()
  const warn = vi.fn<Logger['warn']>()
  const away = new Error('away')
  history.forgetRemovedUsers.mockImplementation(async (_before, { onFailure }) => onFailure(away))
  const lock = createMemoryLock()
  const { stop } = keepSwept(
    { plays, history, watchedTime },
    { lock, log: { warn }, playsKeptMs: day, namedUsers },
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(warn.mock.calls).toEqual([
    [{ err: away }, 'what a removed user watched could not be deleted'],
  ])
  expect(plays.sweep).toHaveBeenCalledTimes(1)
  await stop()
})

it('leaves it to the node that holds the lock', async () => {
  const { plays, history, watchedTime } = stores()
  const lock = { withLock: async () => false }
  const { stop } = keepSwept(
    { plays, history, watchedTime },
    { lock, log: { warn: vi.fn<Logger['warn']>() }, playsKeptMs: day, namedUsers },
  )
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(plays.sweep).not.toHaveBeenCalled()
  await stop()
})
