import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AppError } from '../../src/core/errors.ts'
import { closeRedis, openRedis } from '../../src/cache/open-redis.ts'
import { clientKey, createRateLimiter } from '../../src/security/rate-limit.ts'
import type { RateLimiter } from '../../src/security/rate-limiter.ts'
import { createWindowCounter } from '../../src/security/window-counter.ts'
import { ownRedisServer, redisMissing, testRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const limiters = [
  {
    name: 'memory',
    skip: false,
    open: async (points: number, windowMs: number, locks = false): Promise<RateLimiter> =>
      createRateLimiter({ name: 'test', limit: { points, windowMs }, locks, redis: null }),
  },
  {
    name: 'Redis',
    skip: redisMissing,
    open: async (points: number, windowMs: number, locks = false): Promise<RateLimiter> => {
      const { redis, prefix } = await testRedis()
      return createRateLimiter({ name: prefix, limit: { points, windowMs }, locks, redis })
    },
  },
]

const refused = expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' })

/** How many of `turns` were granted. */
async function granted(limiter: RateLimiter, key: string, turns: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: turns }, () => limiter.take(key)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

const isOpen = (limiter: RateLimiter, key: string): Promise<boolean> =>
  limiter.check(key).then(
    () => true,
    () => false,
  )

/** Seconds that a refusal says to wait; 0: it is not refused. */
const waitOf = (limiter: RateLimiter, key: string): Promise<number> =>
  limiter.check(key).then(
    () => 0,
    (error: AppError) => Number(error.headers['retry-after']),
  )

it('a window is never said to last longer than it is long, however long the process has run', () => {
  const counter = createWindowCounter(60_000, 10_000)
  for (let time = 0.1; time < 200_000; time += 97.3) {
    vi.spyOn(performance, 'now').mockReturnValue(time)
    expect(counter.take(`a${time}`).leftMs).toBeLessThanOrEqual(60_000)
  }
})

describe.each(limiters)('a rate limit in $name', ({ skip, open }) => {
  it.skipIf(skip)('grants its turns and no more, to many at once', async () => {
    const limiter = await open(5, 60_000)
    expect(await granted(limiter, 'a', 50)).toBe(5)
  })

  it.skipIf(skip)('counts each key for itself', async () => {
    const limiter = await open(5, 60_000)
    await granted(limiter, 'a', 50)
    expect(await granted(limiter, 'b', 50)).toBe(5)
  })

  it.skipIf(skip)('says with each turn how many are left, and until when', async () => {
    const limiter = await open(3, 60_000)
    const first = await limiter.take('a')
    const second = await limiter.take('a')
    expect(first).toEqual({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '2',
      'ratelimit-reset': '60',
      'ratelimit-policy': '3;w=60',
    })
    expect(second['ratelimit-remaining']).toBe('1')
  })

  it.skipIf(skip)('refuses with the time to wait', async () => {
    const limiter = await open(1, 60_000)
    await limiter.take('a')
    const error = (await limiter.take('a').catch((error: unknown) => error)) as AppError
    expect(error).toEqual(refused)
    expect(error.status).toBe(429)
    expect(error.message).toMatch(/^Too many requests; try again in (60|59) seconds$/)
    expect(error.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^(60|59)$/),
      'ratelimit-limit': '1',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
      'ratelimit-policy': '1;w=60',
    })
  })

  it.skipIf(skip)('checks without taking a turn', async () => {
    const limiter = await open(2, 60_000)
    for (let i = 0; i < 10; i++) await limiter.check('a')
    await limiter.take('a')
    await limiter.check('a')
    await limiter.take('a')
    await expect(limiter.check('a')).rejects.toEqual(refused)
    await expect(limiter.check('b')).resolves.toBeUndefined()
  })

  it.skipIf(skip)('opens a new window when the old one is over', async () => {
    const limiter = await open(2, 1_000)
    expect(await granted(limiter, 'a', 9)).toBe(2)
    await until('a new window', () => isOpen(limiter, 'a'))
    expect(await granted(limiter, 'a', 9)).toBe(2)
  })

  it.skipIf(skip)('that locks is closed for a whole window from its last turn on', async () => {
    const limiter = await open(2, 2_000, true)
    await limiter.take('a')
    // Locked a moment later, so that its window outlasts the one that the first turn opened.
    await granted(limiter, 'witness', 2)
    await until(
      'half of that window',
      () => waitOf(limiter, 'witness'),
      (seconds) => seconds === 1,
    )
    await limiter.take('a')
    await until('its end', () => isOpen(limiter, 'witness'))
    await expect(limiter.check('a')).rejects.toEqual(refused)
    await expect(limiter.take('a')).rejects.toEqual(refused)
    await until('the end of the lock', () => isOpen(limiter, 'a'))
    expect(await granted(limiter, 'a', 9)).toBe(2)
  })

  it.skipIf(skip).each([false, true])(
    'gives a key all its turns back, and no other, locking %s',
    async (locks) => {
      const limiter = await open(2, 60_000, locks)
      for (const key of ['a', 'b']) await granted(limiter, key, 9)
      await limiter.reset('a')
      expect(await granted(limiter, 'a', 9)).toBe(2)
      await expect(limiter.check('b')).rejects.toEqual(refused)
      await limiter.reset('nobody')
    },
  )

  it.skipIf(skip)('rounds a window of less than a second up to one', async () => {
    const limiter = await open(2, 1)
    expect(await granted(limiter, 'a', 9)).toBe(2)
    const asked = performance.now()
    await until('more than the window to pass', () => performance.now() > asked + 10)
    expect(await granted(limiter, 'a', 9)).toBe(0)
  })

  it.skipIf(skip).each(['', '__proto__', 'toString', 'ключ', 'x'.repeat(100_000)])(
    'takes any text as key: %.20j',
    async (key) => {
      const limiter = await open(1, 60_000)
      expect(await granted(limiter, key, 3)).toBe(1)
      await expect(limiter.check(key)).rejects.toEqual(refused)
    },
  )
})

describe('a rate limit', () => {
  it('that is off grants everything and says nothing', async () => {
    const limiter = createRateLimiter({ name: 'off', limit: null, redis: null })
    expect(await granted(limiter, 'a', 10_000)).toBe(10_000)
    expect(await limiter.take('a')).toEqual({})
    await expect(limiter.check('a')).resolves.toBeUndefined()
  })

  it.skipIf(redisMissing)(
    'with Redis is one for all nodes, and apart from limits of other names',
    async () => {
      const { redis, prefix } = await testRedis()
      const node = (name: string) =>
        createRateLimiter({ name: prefix + name, limit: { points: 5, windowMs: 60_000 }, redis })
      expect((await granted(node('x'), 'a', 4)) + (await granted(node('x'), 'a', 4))).toBe(5)
      expect(await granted(node('y'), 'a', 9)).toBe(5)
    },
  )

  it.skipIf(redisMissing)('goes on in memory while Redis is away', async () => {
    const server = await ownRedisServer()
    const redis = await openRedis(server.url, { warn() {} })
    onTestFinished(() => closeRedis(redis))
    const limit = { points: 5, windowMs: 60_000 }
    const limiter = createRateLimiter({ name: 'test', limit, redis })
    await limiter.take('a')
    await server.stop()
    expect(await granted(limiter, 'a', 50)).toBe(5)
    await expect(limiter.check('a')).rejects.toEqual(refused)
    await server.start()
    await expect.poll(() => redis.status).toBe('ready')
    expect(await granted(limiter, 'a', 50)).toBe(5)
  })
})

describe('windows in memory', () => {
  /** Moves the counter's clock. */
  function clock() {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    return (ms: number) => vi.advanceTimersByTime(ms)
  }

  it('open with the first turn of their key and end after their length', () => {
    const advance = clock()
    const counter = createWindowCounter(1_000, 100)
    counter.take('a')
    advance(600)
    counter.take('b')
    expect(counter.take('a')).toEqual({ taken: 2, leftMs: 400 })
    advance(400)
    expect(counter.take('a')).toEqual({ taken: 1, leftMs: 1_000 })
    expect(counter.take('b')).toEqual({ taken: 2, leftMs: 600 })
  })

  it('last their whole length however many other keys open theirs', () => {
    const advance = clock()
    const counter = createWindowCounter(1_000, 1_000)
    for (let round = 0; round < 10; round++) {
      counter.take('a')
      for (let ms = 0; ms < 99; ms++) {
        advance(10)
        expect(counter.peek('a').taken).toBe(1)
        counter.take(`${round} ${ms}`)
      }
      advance(10)
      expect(counter.peek('a')).toEqual({ taken: 0, leftMs: 0 })
    }
  })

  it('are forgotten, the first ones first, past the number of keys', () => {
    const counter = createWindowCounter(60_000, 1_000)
    for (let i = 0; i < 5_000; i++) counter.take(`key ${i}`)
    const kept = Array.from({ length: 5_000 }, (_, i) => counter.peek(`key ${i}`).taken)
    const count = kept.filter((taken) => taken > 0).length
    expect(count).toBeGreaterThanOrEqual(500)
    expect(count).toBeLessThanOrEqual(1_000)
    expect(kept.slice(-500).every((taken) => taken === 1)).toBe(true)
  })
})

describe('the client that an address stands for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['localhost', 'unknown'],
    ['::ffff:999999.1.1.1', 'unknown'],
    ['1:2:3', 'unknown'],
    ['x'.repeat(100_000), 'unknown'],
    [':'.repeat(100_000), 'unknown'],
  ])('%.40s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key)
  })
})
