import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { keepEnded } from '../../src/compose/keep-ended.ts'
import type { Logger } from '../../src/core/logger.ts'
import type { SessionService } from '../../src/services/sessions/service.ts'

const fiveMinutes = 300_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends silent plays soon after the start and once in a while, on one node, and logs what failed', async () => {
  const lock = createMemoryLock()
  const warn = vi.fn<Logger['warn']>()
  const signals: AbortSignal[] = []
  let finish = (): void => {}
  const endAllSilent = vi.fn<SessionService['endAllSilent']>(async (signal, onFailure) => {
    signals.push(signal)
    onFailure(new Error('away'))
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const jobs = [0, 1].map(() => keepEnded({ endAllSilent }, { lock, log: { warn } }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(endAllSilent).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('away') }, 'plays of silent devices could not be ended'],
  ])
  finish()
  await vi.advanceTimersByTimeAsync(fiveMinutes)
  expect(endAllSilent).toHaveBeenCalledTimes(2)
  const stopped = Promise.all(jobs.map(({ stop }) => stop()))
  expect(signals[1]!.aborted).toBe(true)
  finish()
  await stopped
  await vi.advanceTimersByTimeAsync(2 * fiveMinutes)
  expect(endAllSilent).toHaveBeenCalledTimes(2)
})
