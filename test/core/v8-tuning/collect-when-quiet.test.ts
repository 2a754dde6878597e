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
  const compacted: number[] = []
  const gaveBack: number[] = []
  const stored: number[] = []
  let now = 0
  const look = createLook({
    busyShare: () => looks[now]!.busy,
    memory: () => looks[now]!.memory * mb,
    collect(compacts) {
      collected.push(now)
      if (compacts) compacted.push(now)
    },
    giveBack: () => gaveBack.push(now),
    store: () => stored.push(now),
  })
  for (; now < looks.length; now += 1) look()
  return { collected, compacted, gaveBack, stored }
}

const many = (count: number, busy: number, memory: number) =>
  Array.from({ length: count }, () => ({ busy, memory }))

describe('collecting when it grows quiet', () => {
  it('happens soon after the start, once', () => {
    expect(collections([...many(3, 1, 160), ...many(200, 0, 115)])).toEqual([6])
  })

  it('stores compiled code at the first quiet look, and each time before it happens', () => {
    const looks = [...many(3, 1, 160), ...many(10, 0, 115), ...many(80, 0.9, 270)]
    expect(watch([...looks, ...many(10, 0, 270)])).toMatchObject({
      collected: [6, 96],
      stored: [3, 6, 96],
    })
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
    const { collected, gaveBack } = watch(looks)
    expect(collected).toEqual([3, 93])
    expect(gaveBack.filter((at) => at < 10 || at >= 90)).toEqual([5, 95])
  })

  it('stores compiled code two seconds after the start, however busy it is', () => {
    expect(watch(many(20, 0.9, 160)).stored).toEqual([3])
  })

  it('does not happen under load, where what is free goes back at each look', () => {
    const grows = Array.from({ length: 20 }, (_, at) => ({ busy: 0.9, memory: 200 + 4 * at }))
    const looks = [...many(10, 0, 115), ...grows, ...many(6, 0.9, 150)]
    expect(watch(looks)).toMatchObject({
      collected: [3],
      gaveBack: [5, ...Array.from({ length: 20 }, (_, at) => 10 + at)],
    })
  })

  it('gives back also under a load that begins with the start', () => {
    const looks = [...many(2, 0.9, 160), ...many(6, 0.9, 270), ...many(6, 0.9, 200)]
    expect(watch(looks)).toMatchObject({ collected: [], gaveBack: [2, 3, 4, 5, 6, 7] })
  })

  it('gives nothing back while little is taken', () => {
    expect(watch(many(40, 0.9, 270))).toMatchObject({ collected: [], gaveBack: [] })
    const looks = [...many(20, 0.9, 270), ...many(10, 0, 270)]
    expect(watch(looks)).toMatchObject({ collected: [23], gaveBack: [25] })
  })

  it('gives back later where a load has begun meanwhile', () => {
    const looks = [...many(4, 0, 115), ...many(20, 0.9, 120), ...many(10, 0, 120)]
    expect(watch(looks)).toMatchObject({ collected: [3], gaveBack: [24] })
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

  it('comes at longer and longer intervals where light traffic brings back what it took', () => {
    const light = Array.from({ length: 3_000 }, (_, at) => ({
      busy: 0.03,
      memory: 115 + (at % 30),
    }))
    const [first = 0, ...later] = collections(light)
    expect(later.map((at, place) => at - (later[place - 1] ?? first))).toEqual([
      60, 120, 240, 480, 480, 480, 480, 480,
    ])
  })

  it('comes soon after a load, whatever the interval has grown to', () => {
    const light = Array.from({ length: 1_000 }, (_, at) => ({
      busy: 0.03,
      memory: 115 + (at % 30),
    }))
    const loads = [...many(20, 0.9, 270), ...many(10, 0, 270), ...many(100, 0, 115)]
    const again = [...many(20, 0.9, 130), ...many(100, 0, 130)]
    expect(collections([...light, ...loads, ...again]).filter((at) => at >= 1_000)).toEqual([
      1_023, 1_153,
    ])
  })

  it('waits longer while somebody asks for a little', () => {
    expect(collections([...many(20, 0.9, 270), ...many(60, 0.03, 270)])).toEqual([35])
    expect(collections([...many(20, 0.9, 270), ...many(60, 0.005, 270)])).toEqual([23])
  })

  it('compacts only where nobody waits for it', () => {
    const looks = [...many(20, 0.03, 115), ...many(80, 0.9, 270), ...many(10, 0.004, 270)]
    expect(watch(looks)).toMatchObject({ collected: [15, 103], compacted: [103] })
    const now = [...many(18, 0.03, 115), ...many(20, 0.9, 270), ...many(15, 0.03, 270)]
    const onceIdle = [...now, ...many(10, 0.004, 270)]
    expect(watch(onceIdle)).toMatchObject({ collected: [15, 56], compacted: [56] })
  })

  it('compacts though somebody looks at it now and then', () => {
    const watched = Array.from({ length: 40 }, (_, at) => ({
      busy: at % 6 === 3 ? 0.03 : 0,
      memory: 115,
    }))
    expect(watch(watched)).toMatchObject({ collected: [7], compacted: [7] })
    const always = Array.from({ length: 40 }, (_, at) => ({ busy: at % 3 ? 0 : 0.03, memory: 115 }))
    expect(watch(always)).toMatchObject({ collected: [6], compacted: [] })
  })

  it('waits no longer than usual once nobody asks, whatever the interval has grown to', () => {
    const light = Array.from({ length: 1_000 }, (_, at) => ({
      busy: 0.03,
      memory: 115 + (at % 30),
    }))
    const last = collections(light).at(-1)!
    const looks = [...light, ...many(5, 0.9, 150), ...many(100, 0, 150)]
    expect(last).toBeGreaterThan(900)
    expect(collections(looks).at(-1)).toBe(1_064)
  })
})

it('Work of other threads is no quiet, however little the event loop has to do', async () => {
  const busyShare = createBusyShare()
  await promisify(pbkdf2)('password', 'salt', 1_500_000, 32, 'sha256')
  expect(busyShare()).toBeGreaterThan(0.05)
})
