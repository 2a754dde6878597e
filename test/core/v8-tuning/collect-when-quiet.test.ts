import { describe, expect, it } from 'vitest'
import { createLook } from '../../../src/core/v8-tuning/collect-when-quiet.ts'

const mb = 2 ** 20

/** Looks at a process that is as busy, and as large, as told; the looks at which it collected. */
function collections(looks: readonly { busy: number; memory: number }[]): number[] {
  const collected: number[] = []
  let now = 0
  const look = createLook({
    busyShare: () => looks[now]!.busy,
    memory: () => looks[now]!.memory * mb,
    collect: () => collected.push(now),
  })
  for (; now < looks.length; now += 1) look()
  return collected
}

const many = (count: number, busy: number, memory: number) =>
  Array.from({ length: count }, () => ({ busy, memory }))

describe('collecting when it grows quiet', () => {
  it('happens soon after the start, once', () => {
    expect(collections([...many(3, 1, 160), ...many(200, 0, 115)])).toEqual([6])
  })

  it('happens once after each load', () => {
    const looks = [
      ...many(10, 0, 115),
      ...many(80, 0.9, 270),
      ...many(10, 0, 270),
      ...many(200, 0, 160),
      ...many(80, 0.9, 280),
      ...many(10, 0, 280),
      ...many(200, 0, 170),
    ]
    expect(collections(looks)).toEqual([3, 93, 383])
  })

  it('waits while there is something to do', () => {
    expect(collections(many(500, 0.1, 400))).toEqual([])
    const interrupted = Array.from({ length: 500 }, (_, at) => ({
      busy: at % 3 === 0 ? 0.5 : 0,
      memory: 400,
    }))
    expect(collections(interrupted)).toEqual([])
  })

  it('does not repeat for what is needed', () => {
    expect(collections(many(1_000, 0, 300))).toEqual([3])
  })

  it('does not happen for a little, nor for light traffic all the time', () => {
    expect(
      collections([...many(100, 0, 115), ...many(10, 0.5, 120), ...many(100, 0, 120)]),
    ).toEqual([3])
    const light = Array.from({ length: 600 }, (_, at) => ({ busy: 0.01, memory: 115 + at }))
    expect(collections(light).length).toBeLessThanOrEqual(10)
  })
})
