import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import type { Lock } from '../../src/core/lock.ts'
import { keepFolded } from '../../src/compose/keep-folded.ts'
import type { createQuiet } from '../../src/core/quiet.ts'
import type { Logger } from '../../src/core/logger.ts'
import type { FoldOptions, PlayStore } from '../../src/model/play-store.ts'

const tenMinutes = 600_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts once each time, however much changes meanwhile, and logs what failed', async () => {
  const fold = vi.fn<PlayStore['fold']>(async ({ onFailure }: FoldOptions = {}) => {
    onFailure?.(new Error('damaged'), 7)
    return true
  })
  const warn = vi.fn<Logger['warn']>()
  const folding = keepFolded({ fold }, { lock: createMemoryLock(), log: { warn } })
  await vi.advanceTimersByTimeAsync(tenMinutes)
  expect(fold).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('damaged'), historyId: 7 }, 'the plays of a month could not be counted'],
  ])
  fold.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(tenMinutes)
  expect(warn).toHaveBeenLastCalledWith({ err: new Error('away') }, 'plays could not be counted')
  await vi.advanceTimersByTimeAsync(tenMinutes)
  expect(fold).toHaveBeenCalledTimes(3)
  await folding.stop()
})

it('ends when it loses its lock or is stopped', async () => {
  const lost = new AbortController()
  const lock: Lock = {
    async withLock(_name, _ttlMs, work) {
      await work(lost.signal)
      return true
    },
  }
  let ended = 0
  const fold = ({ signal }: FoldOptions = {}) =>
    new Promise<boolean>((resolve) => {
      signal?.addEventListener('abort', () => {
        ended++
        resolve(true)
      })
    })
  const first = keepFolded({ fold }, { lock, log: { warn: vi.fn<Logger['warn']>() } })
  await vi.advanceTimersByTimeAsync(tenMinutes)
  lost.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toBe(1)
  await first.stop()

  const second = keepFolded(
    { fold },
    { lock: createMemoryLock(), log: { warn: vi.fn<Logger['warn']>() } },
  )
  await vi.advanceTimersByTimeAsync(tenMinutes)
  await second.stop()
  expect(ended).toBe(2)
})

it('counts as soon as the service has started and is quiet, and rests after each step as long as it took', async () => {
  const rests: number[][] = []
  const quiet = vi.fn<ReturnType<typeof createQuiet>>(async ({ quietMs, mostMs }) => {
    rests.push([quietMs, mostMs])
  })
  let time = 0
  const fold = vi.fn<PlayStore['fold']>(async ({ rest } = {}) => {
    for (const tookMs of [2, 80, 300, 3_000]) {
      time += tookMs
      await rest?.()
    }
    return true
  })
  const log = { warn: vi.fn<Logger['warn']>() }
  const options = { lock: createMemoryLock(), log, quiet, now: () => time }
  const folding = keepFolded({ fold }, options)
  await vi.advanceTimersByTimeAsync(tenMinutes / 2)
  expect(fold).not.toHaveBeenCalled()
  await folding.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(fold).toHaveBeenCalledTimes(1)
  expect(rests).toEqual([
    [2_000, 20_000],
    [2, 2],
    [80, 80],
    [300, 300],
    [500, 500],
  ])
  await folding.stop()
  await folding.start()
  expect(fold).toHaveBeenCalledTimes(1)
})
