import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createRedisLock } from '../../src/cache/lock.ts'
import { closeRedis, openRedis } from '../../src/cache/open-redis.ts'
import { ownRedisServer, redisMissing, testRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

it.skipIf(redisMissing)('a lock in Redis is free a lifetime after its holder died', async () => {
  const { redis, prefix } = await testRedis()
  await redis.set(`${prefix}job`, 'a holder that died', 'PX', 100)
  const lock = createRedisLock(redis, prefix)
  expect(await lock.withLock('job', 1_000, async () => {})).toBe(false)
  const ran = await until('the lock', () => lock.withLock('job', 1_000, async () => {}))
  expect(ran).toBe(true)
})

it.skipIf(redisMissing)(
  'who lost a lock hears so, and does not free it for its new holder',
  async () => {
    const { redis, prefix } = await testRedis()
    const lock = createRedisLock(redis, prefix)
    const ran = await lock.withLock('job', 300, async (signal) => {
      await redis.set(`${prefix}job`, 'another holder', 'PX', 60_000)
      await once(signal, 'abort')
    })
    expect(ran).toBe(true)
    expect(await redis.get(`${prefix}job`)).toBe('another holder')
  },
)

it.skipIf(redisMissing)('without Redis nobody gets a lock, and who has one loses it', async () => {
  const server = await ownRedisServer()
  const redis = await openRedis(server.url, { warn() {} })
  onTestFinished(() => closeRedis(redis))
  const lock = createRedisLock(redis, 'p:')
  const ran = await lock.withLock('job', 300, async (signal) => {
    await server.stop()
    await once(signal, 'abort')
    expect(await lock.withLock('other', 300, async () => {})).toBe(false)
  })
  expect(ran).toBe(true)
})
