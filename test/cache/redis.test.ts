import { expect, it, onTestFinished } from 'vitest'
import type { Redis } from 'ioredis'
import { closeRedis, openRedis } from '../../src/cache/open-redis.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { freePort } from '../support/free-port.ts'
import { ownRedisServer, redisMissing, testRedis } from '../support/redis.ts'

const value = new Uint8Array([1, 2, 3])

async function openForTest(url: string) {
  const warnings: string[] = []
  const redis = await openRedis(url, { warn: (message) => warnings.push(message) })
  onTestFinished(() => closeRedis(redis))
  const cache = createRedisCache(redis, 'p:', { warn: (message) => warnings.push(message) })
  return { redis, cache, warnings }
}

const ready = async (redis: Redis) => {
  await expect.poll(() => redis.status).toBe('ready')
}

it('a Redis that is away makes an empty cache, and is reported once', async () => {
  const { cache, warnings } = await openForTest(`redis://:hush@127.0.0.1:${await freePort()}`)
  for (let i = 0; i < 50; i++) {
    await cache.set('key', value, 60_000)
    expect(await cache.get('key')).toBeNull()
    await cache.delete('key')
  }
  expect(warnings).toEqual([expect.stringMatching(/^Redis cannot be reached \(.*ECONNREFUSED/)])
  expect(warnings.join()).not.toContain('hush')
})

it.skipIf(redisMissing)(
  'a wrong password is reported without it, and makes an empty cache',
  async () => {
    const server = await ownRedisServer('--requirepass', 'right')
    const { cache, warnings } = await openForTest(server.url.replace('//', '//:wrong-hush@'))
    expect(await cache.get('key')).toBeNull()
    expect(warnings).toEqual([expect.stringMatching(/WRONGPASS|NOAUTH/)])
    expect(warnings.join()).not.toContain('hush')
  },
)

it.skipIf(redisMissing)(
  'a Redis that comes back is used again, each change reported once',
  async () => {
    const server = await ownRedisServer()
    const { redis, cache, warnings } = await openForTest(server.url)
    await cache.set('key', value, 60_000)
    await server.stop()
    for (let i = 0; i < 20; i++) expect(await cache.get('key')).toBeNull()
    await expect.poll(() => warnings).toHaveLength(1)
    await server.start()
    await ready(redis)
    await cache.set('key', value, 60_000)
    expect(Buffer.from((await cache.get('key'))!)).toEqual(Buffer.from(value))
    expect(warnings).toEqual([
      expect.stringMatching(/cannot be reached/),
      expect.stringMatching(/answers again/),
    ])
  },
)

it.skipIf(redisMissing)(
  'commands that were under way when Redis died fail, and are not sent again',
  async () => {
    const server = await ownRedisServer()
    const { redis, cache } = await openForTest(server.url)
    server.freeze()
    const lost = redis.incr('counter').catch(() => 'failed')
    await server.stop()
    expect(await lost).toBe('failed')
    await server.start()
    await ready(redis)
    expect(await cache.get('counter')).toBeNull()
    expect(await redis.get('counter')).toBeNull()
  },
)

it.skipIf(redisMissing)('a Redis that hangs is a miss, and used again when it moves', async () => {
  const server = await ownRedisServer()
  const { redis, cache } = await openForTest(server.url)
  await cache.set('key', value, 600_000)
  server.freeze()
  expect(await Promise.all([cache.get('key'), cache.get('key')])).toEqual([null, null])
  server.thaw()
  await ready(redis)
  await expect.poll(async () => cache.get('key')).not.toBeNull()
})

it.skipIf(redisMissing)(
  'a Redis without room is reported once per spell, and makes an empty cache',
  async () => {
    const server = await ownRedisServer('--maxmemory', '1', '--maxmemory-policy', 'noeviction')
    const { redis, cache, warnings } = await openForTest(server.url)
    await cache.set('key', value, 60_000)
    await cache.set('key', value, 60_000)
    expect(warnings).toEqual([expect.stringMatching(/refuses.*OOM/)])
    await redis.config('SET', 'maxmemory', '0')
    await cache.set('key', value, 60_000)
    await redis.config('SET', 'maxmemory', '1')
    await cache.set('key', value, 60_000)
    expect(warnings).toHaveLength(2)
  },
)

it.skipIf(redisMissing)('two caches with different prefixes do not see each other', async () => {
  const { redis, prefix } = await testRedis()
  const one = createRedisCache(redis, `${prefix}1:`, { warn() {} })
  const two = createRedisCache(redis, `${prefix}2:`, { warn() {} })
  await one.set('key', value, 60_000)
  expect(await two.get('key')).toBeNull()
  await one.close()
  expect(redis.status).toBe('ready')
})
