import { describe, expect, it } from 'vitest'
import { createLoopQueue } from '../../src/core/loop-queue.ts'

const nextPass = () => new Promise((resolve) => setImmediate(resolve))

/** Callers that come together, and which of them have been admitted. */
function callers(
  admitted: ReturnType<typeof createLoopQueue>,
  count: number,
  signal?: AbortSignal,
) {
  const begun: number[] = []
  const all = Array.from({ length: count }, async (_, number) => {
    await admitted(signal)
    begun.push(number)
  })
  return { begun, all: Promise.allSettled(all) }
}

describe('A queue at the event loop', () => {
  it.each([1, 4])('admits %i with each pass, in the order they came', async (perPass) => {
    const { begun, all } = callers(createLoopQueue(perPass), 5 * perPass)
    const seen = [0]
    while (begun.length < 5 * perPass) {
      await nextPass()
      seen.push(begun.length)
    }
    await all
    expect(begun).toEqual(Array.from({ length: 5 * perPass }, (_, number) => number))
    const admitted = seen.slice(1).map((count, pass) => count - seen[pass]!)
    expect(Math.max(...admitted)).toBeLessThanOrEqual(2 * perPass)
    expect(admitted.length).toBeGreaterThan(2)
  })

  it('admits whoever comes alone at once', async () => {
    const admitted = createLoopQueue(1)
    for (const round of [1, 2, 3]) {
      const { begun } = callers(admitted, 1)
      await Promise.resolve()
      await Promise.resolve()
      expect(begun, `round ${round}`).toEqual([0])
      await nextPass()
      await nextPass()
    }
  })

  it('has no place for those who have left', async () => {
    const admitted = createLoopQueue(1)
    const first = callers(admitted, 1)
    const left = new AbortController()
    const gone = callers(admitted, 1_000, left.signal)
    const last = callers(admitted, 1)
    left.abort()
    await nextPass()
    await nextPass()
    expect([first.begun, gone.begun, last.begun]).toEqual([[0], [], [0]])
    expect((await gone.all).every(({ status }) => status === 'rejected')).toBe(true)
  })
})
