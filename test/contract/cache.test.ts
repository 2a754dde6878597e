import { describe, expect, it } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createStoredCache } from '../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../support/dialects.ts'
import { redisMissing, testRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

/** No test here lets its database fail. */
function failTest(message: string): never {
  throw new Error(message)
}

const caches = [
  {
    name: 'memory',
    skip: false,
    open: async (): Promise<Cache> => createMemoryCache({ maxBytes: 8_000_000 }),
  },
  {
    name: 'Redis',
    skip: redisMissing,
    open: async (): Promise<Cache> => {
      const { redis, prefix } = await testRedis()
      return createRedisCache(redis, prefix, { maxValueBytes: 1_000_000, warn() {} })
    },
  },
  ...dialects.map(({ name, skip, openMigrated }) => ({
    name,
    skip,
    open: async (): Promise<Cache> =>
      createStoredCache(await openMigrated(), {
        sealer: createSealer(new Uint8Array(32), 'test', { packs: false }),
        maxValueBytes: 1_000_000,
        warn: failTest,
      }),
  })),
]

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function textAt(cache: Cache, key: string): Promise<string | null> {
  const value = await cache.get(key)
  return value && new TextDecoder().decode(value)
}

describe.each(caches)('a cache in $name', ({ skip, open }) => {
  it.skipIf(skip)('gives back what was put in, under its own key alone', async () => {
    const cache = await open()
    await cache.set('a', bytes('one'), 60_000)
    await cache.set('b', bytes('two'), 60_000)
    expect([await textAt(cache, 'a'), await textAt(cache, 'b'), await textAt(cache, 'c')]).toEqual([
      'one',
      'two',
      null,
    ])
  })

  it.skipIf(skip).each([
    ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i)],
    ['no byte', new Uint8Array(0)],
    ['half a megabyte', new Uint8Array(500_000).fill(7)],
    ['a view of a larger buffer', bytes('beforeTHISafter').subarray(6, 10)],
  ])('keeps %s', async (_, value) => {
    const cache = await open()
    await cache.set('key', value, 60_000)
    expect(Buffer.from((await cache.get('key'))!).equals(value)).toBe(true)
  })

  it.skipIf(skip).each(['', ' ', '__proto__', 'with:colon*?[]', 'ключ 😀', 'k'.repeat(5_000)])(
    'takes any text as key: %j',
    async (key) => {
      const cache = await open()
      expect(await textAt(cache, key)).toBeNull()
      await cache.set(key, bytes('value'), 60_000)
      expect(await textAt(cache, key)).toBe('value')
    },
  )

  it.skipIf(skip)('replaces a value and its lifetime', async () => {
    const cache = await open()
    await cache.set('key', bytes('old'), 40)
    await cache.set('key', bytes('new'), 60_000)
    await cache.set('as short', bytes('old'), 40)
    await until(
      'the end of a short lifetime',
      async () => (await textAt(cache, 'as short')) === null,
    )
    expect(await textAt(cache, 'key')).toBe('new')
  })

  it.skipIf(skip)('forgets a value when its lifetime is over', async () => {
    const cache = await open()
    await cache.set('key', bytes('value'), 40.5)
    const gone = await until(
      'the end of its lifetime',
      async () => (await textAt(cache, 'key')) === null,
    )
    expect(gone).toBe(true)
  })

  it.skipIf(skip).each([0, -5, Number.NaN])('keeps nothing for a lifetime of %s', async (ttl) => {
    const cache = await open()
    await cache.set('key', bytes('old'), 60_000)
    await cache.set('key', bytes('new'), ttl)
    expect(await textAt(cache, 'key')).toBeNull()
  })

  it.skipIf(skip)('takes an endless lifetime for a long one', async () => {
    const cache = await open()
    await cache.set('key', bytes('value'), Number.POSITIVE_INFINITY)
    expect(await textAt(cache, 'key')).toBe('value')
  })

  it.skipIf(skip)('forgets what is deleted, and does not mind what is not there', async () => {
    const cache = await open()
    await cache.set('key', bytes('value'), 60_000)
    await cache.delete('key')
    await cache.delete('never there')
    expect(await textAt(cache, 'key')).toBeNull()
  })

  it.skipIf(skip)(
    'does not keep a value that is too large, nor what was there before it',
    async () => {
      const cache = await open()
      await cache.set('key', bytes('old'), 60_000)
      await cache.set('key', new Uint8Array(1_000_001), 60_000)
      expect(await cache.get('key')).toBeNull()
    },
  )

  it.skipIf(skip)('survives a thousand calls at once', async () => {
    const cache = await open()
    const numbers = Array.from({ length: 1_000 }, (_, i) => i)
    await Promise.all(numbers.map((i) => cache.set(`key ${i}`, bytes(`value ${i}`), 60_000)))
    const values = await Promise.all(numbers.map((i) => textAt(cache, `key ${i}`)))
    expect(values).toEqual(numbers.map((i) => `value ${i}`))
  })
})
