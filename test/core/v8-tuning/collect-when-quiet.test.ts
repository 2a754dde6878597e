import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createBusyShare } from '../../../src/core/busy-share.ts'
import { createLook } from '../../../src/core/v8-tuning/collect-when-quiet.ts'

const mb = 2 ** 20

type Seen = { readonly busy: number; readonly memory: number }

const collections = (looks: readonly Seen[]) => watch(looks).collected

/** Looks at a process that is as busy, and as large, as told; the looks at which it collected and gave back. */
function watch(looks: readonly Seen[]) {
  const collected: number[] = []
  const gaveBack: number[] = []
  let now = 0
  const look = createLook({
    busyShare: () => looks[now]!.busy,
    memory: () => looks[now]!.memory * mb,
    collect: () => collected.push(now),
    giveBack: () => gaveBack.push(now),
  })
  for (; now < looks.length; now += 1) look()
  return { collected, gaveBack }
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

  it('happens after a load however recent the last one is', () => {
    const looks = [...many(10, 0, 115), ...many(20, 0.9, 270), ...many(40, 0, 270)]
    expect(collections(looks)).toEqual([3, 33])
  })

  it('is followed by giving back, once what it found is freed', () => {
    const looks = [...many(10, 0, 115), ...many(80, 0.9, 270), ...many(200, 0, 270)]
    expect(watch(looks)).toEqual({ collected: [3, 93], gaveBack: [5, 95] })
  })

  it('gives back later where a load has begun meanwhile', () => {
    const looks = [...many(4, 0, 115), ...many(20, 0.9, 120), ...many(10, 0, 120)]
    expect(watch(looks)).toEqual({ collected: [3], gaveBack: [24] })
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

it('Work of other threads is no quiet, however little the event loop has to do', async () => {
  const busyShare = createBusyShare()
  await promisify(pbkdf2)('password', 'salt', 1_500_000, 32, 'sha256')
  expect(busyShare()).toBeGreaterThan(0.05)
})
