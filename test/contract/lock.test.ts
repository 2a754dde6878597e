import { describe, expect, it } from 'vitest'
import { createMemoryLock, createRedisLock } from '../../src/cache/lock.ts'
import type { Lock } from '../../src/core/lock.ts'
import { redisMissing, testRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const locks = [
  {
    name: 'memory',
    skip: false,
    /** Two views of the same lock, as two nodes have. */
    open: async (): Promise<[Lock, Lock]> => {
      const lock = createMemoryLock()
      return [lock, lock]
    },
  },
  {
    name: 'Redis',
    skip: redisMissing,
    open: async (): Promise<[Lock, Lock]> => {
      const { redis, prefix } = await testRedis()
      return [createRedisLock(redis, prefix), createRedisLock(redis, prefix)]
    },
  },
]

describe.each(locks)('a lock in $name', ({ skip, open }) => {
  it.skipIf(skip)('lets one of many at work under a name', async () => {
    const [here, there] = await open()
    let begun = 0
    let refused = 0
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const ran = await (i % 2 === 0 ? here : there).withLock('job', 10_000, async () => {
          begun++
          await until('each of the others to be at work or refused', () => begun + refused === 20)
        })
        if (!ran) refused++
      }),
    )
    expect({ begun, refused }).toEqual({ begun: 1, refused: 19 })
  })

  it.skipIf(skip)('is free again after the work', async () => {
    const [here, there] = await open()
    expect(await here.withLock('job', 10_000, async () => {})).toBe(true)
    expect(await there.withLock('job', 10_000, async () => {})).toBe(true)
  })

  it.skipIf(skip)('is free again after work that failed, whose error is thrown on', async () => {
    const [here, there] = await open()
    const failing = here.withLock('job', 10_000, () => Promise.reject(new Error('went wrong')))
    await expect(failing).rejects.toThrow('went wrong')
    expect(await there.withLock('job', 10_000, async () => {})).toBe(true)
  })

  it.skipIf(skip)('keeps different names apart', async () => {
    const [here, there] = await open()
    await here.withLock('one', 10_000, async () => {
      expect(await there.withLock('two', 10_000, async () => {})).toBe(true)
    })
  })

  it.skipIf(skip)('holds for work that takes longer than its lifetime', async () => {
    const [here, there] = await open()
    const lifetimeMs = 150
    await here.withLock('job', lifetimeMs, async (signal) => {
      const end = performance.now() + 3 * lifetimeMs
      const tryElsewhere = () => there.withLock('job', lifetimeMs, async () => {})
      const ran = await until(
        'three lifetimes to pass, or the lock to be lost',
        tryElsewhere,
        (taken) => taken || performance.now() > end,
      )
      expect(ran).toBe(false)
      expect(signal.aborted).toBe(false)
    })
  })
})
