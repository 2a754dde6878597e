import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWaitBudget } from '../../../src/services/streaming/wait-budget.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const nobody = new AbortController().signal

/** Work that ends after so many milliseconds, or as soon as it is late; says how long it took. */
const lasting = (ms: number) => (late: AbortSignal) =>
  new Promise<number>((resolve) => {
    const begun = performance.now()
    const end = () => resolve(performance.now() - begun)
    if (late.aborted) return end()
    setTimeout(end, ms)
    late.addEventListener('abort', end)
  })

describe('One time for pieces of work', () => {
  it('is what the pieces before have left', async () => {
    const inTime = createWaitBudget(1_000)
    const pieces = [300, 500, 500, 500].map((ms) => () => inTime(nobody, lasting(ms)))
    const took: number[] = []
    const all = pieces.reduce(
      (before, piece) => before.then(async () => void took.push(await piece())),
      Promise.resolve(),
    )
    await vi.advanceTimersByTimeAsync(999)
    expect(took).toEqual([300, 500])
    await vi.advanceTimersByTimeAsync(1)
    await all
    expect(took).toEqual([300, 500, 200, 0])
  })

  it('goes on only while work is waited for', async () => {
    const inTime = createWaitBudget(1_000)
    await Promise.all([inTime(nobody, lasting(600)), vi.advanceTimersByTimeAsync(600)])
    await vi.advanceTimersByTimeAsync(5_000)
    const rest = inTime(nobody, lasting(9_000))
    await vi.advanceTimersByTimeAsync(400)
    expect(await rest).toBe(400)
  })

  it('counts what fails, and ends with whoever waits', async () => {
    const inTime = createWaitBudget(1_000)
    const failing = inTime(nobody, async (late) => {
      await lasting(700)(late)
      throw new Error('it failed')
    })
    const refused = failing.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(700)
    expect(await refused).toEqual(new Error('it failed'))
    const leaving = new AbortController()
    const left = inTime(leaving.signal, lasting(9_000))
    await vi.advanceTimersByTimeAsync(100)
    leaving.abort()
    expect(await left).toBe(100)
    const last = inTime(nobody, lasting(9_000))
    await vi.advanceTimersByTimeAsync(200)
    expect(await last).toBe(200)
  })
})
