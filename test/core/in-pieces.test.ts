import { describe, expect, it } from 'vitest'
import { inPieces } from '../../src/core/in-pieces.ts'

/** The turns of the event loop that ran meanwhile, and what had been worked on by then. */
async function passesOf(items: readonly number[]) {
  const done: number[] = []
  const seen: number[] = []
  let isOver = false
  const look = (): void => {
    if (isOver) return
    seen.push(done.length)
    setImmediate(look)
  }
  setImmediate(look)
  await inPieces(items, (bytes) => {
    done.push(bytes)
    return bytes
  })
  isOver = true
  return { done, seen }
}

describe('Work on many pieces', () => {
  it('lets others run after each large one, in its order', async () => {
    const items = [70_000, 80_000, 90_000]
    const { done, seen } = await passesOf(items)
    expect(done).toEqual(items)
    expect(seen).toEqual([1, 2, 3])
  })

  it('lets others run after many small ones, not after each', async () => {
    const { done, seen } = await passesOf(Array.from({ length: 200 }, () => 1_000))
    expect(done).toHaveLength(200)
    expect(seen).toEqual([66, 132, 198])
  })

  it('ends at once without any', async () => {
    expect(await passesOf([])).toEqual({ done: [], seen: [] })
  })
})
