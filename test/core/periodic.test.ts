import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../src/cache/lock.ts'
import type { Logger } from '../../src/core/logger.ts'
import { everyOnOneNode } from '../../src/core/periodic.ts'

const everyMs = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(work: (signal: AbortSignal) => Promise<unknown>, firstAfterMs?: number) {
  const warn = vi.fn<Logger['warn']>()
  const lock = createMemoryLock()
  const job = () =>
    everyOnOneNode({
      name: 'rounds',
      everyMs,
      firstAfterMs: firstAfterMs ?? null,
      lock,
      log: { warn },
      failure: 'the round failed',
      work,
    })
  return { warn, job }
}

describe('A periodic job', () => {
  it('runs on one node at a time, and not again while it still runs', async () => {
    const ends: (() => void)[] = []
    const { job } = start(() => new Promise<void>((resolve) => ends.push(resolve)))
    const jobs = [job(), job()]
    await vi.advanceTimersByTimeAsync(everyMs - 1)
    expect(ends).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(3 * everyMs)
    expect(ends).toHaveLength(1)
    ends[0]!()
    await vi.advanceTimersByTimeAsync(everyMs)
    expect(ends).toHaveLength(2)
    ends[1]!()
    await Promise.all(jobs.map(({ stop }) => stop()))
  })

  it('runs for the first time when it is told to, and when it is asked', async () => {
    const work = vi.fn<() => Promise<void>>(async () => {})
    const { job } = start(work, 0)
    const { run, stop } = job()
    await vi.advanceTimersByTimeAsync(0)
    run()
    await vi.advanceTimersByTimeAsync(0)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('logs a failure once, and is tried again the next time', async () => {
    const work = vi.fn<() => Promise<void>>(async () => {})
    work.mockRejectedValueOnce(new Error('away'))
    const { job, warn } = start(work)
    const { stop } = job()
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    expect(warn.mock.calls).toEqual([[{ err: new Error('away') }, 'the round failed']])
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('is asked to end when it is stopped, is waited for, and does not run again', async () => {
    const order: string[] = []
    const end = Promise.withResolvers<void>()
    const { job, warn } = start(async (signal) => {
      await end.promise
      order.push('ended')
      signal.throwIfAborted()
    })
    const { run, stop } = job()
    run()
    const stopped = stop().then(() => order.push('stopped'))
    end.resolve()
    await stopped
    run()
    await vi.advanceTimersByTimeAsync(2 * everyMs)
    expect(order).toEqual(['ended', 'stopped'])
    expect(warn).not.toHaveBeenCalled()
  })
})
