import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import ipaddr from 'ipaddr.js'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../core/errors.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createWindowCounter } from './window-counter.ts'
import type { Usage } from './window-counter.ts'

type RateLimitSettings = {
  readonly name: string
  /** Null: no limit. Windows are rounded up to whole seconds. */
  readonly limit: { readonly points: number; readonly windowMs: number } | null
  /** Whether the last turn locks the key for a whole window from then on. */
  readonly locks?: boolean
  readonly redis: Redis | null
  readonly onRefused?: () => void
}

const maxKeys = 100_000
const longestKey = 200
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const mapped = '::ffff:'

export function createRateLimiter({
  name,
  limit,
  locks = false,
  redis,
  onRefused,
}: RateLimitSettings): RateLimiter {
  if (limit === null) return unlimited
  const { points } = limit
  const seconds = Math.max(1, Math.ceil(limit.windowMs / 1_000))
  const policy = `${points};w=${seconds}`
  const own = createWindowCounter(seconds * 1_000, maxKeys)
  const shared = redis === null ? null : sharedCounter(redis, name, points, seconds)

  function headers({ taken, leftMs }: Usage): Record<string, string> {
    return {
      'ratelimit-limit': String(points),
      'ratelimit-remaining': String(Math.max(0, points - taken)),
      'ratelimit-reset': String(Math.ceil(leftMs / 1_000)),
      'ratelimit-policy': policy,
    }
  }

  function refusal(usage: Usage): AppError {
    onRefused?.()
    const wait = Math.max(1, Math.ceil(usage.leftMs / 1_000))
    return new AppError(
      'RATE_LIMIT_EXCEEDED',
      `Too many requests; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}`,
      { retryAfter: wait, headers: headers(usage) },
    )
  }

  async function used(counting: 'take' | 'peek', text: string): Promise<Usage> {
    const key = shortened(text)
    const together = shared === null ? null : await shared[counting](key)
    return together ?? own[counting](key)
  }

  async function lock(key: string): Promise<void> {
    own.restart(key)
    await shared?.lock(key)
  }

  return {
    async take(key) {
      const usage = await used('take', key)
      if (usage.taken > points) throw refusal(usage)
      if (locks && usage.taken === points) await lock(shortened(key))
      return headers(usage)
    },
    async check(key) {
      const usage = await used('peek', key)
      if (usage.taken >= points) throw refusal(usage)
    },
    async reset(text) {
      const key = shortened(text)
      own.reset(key)
      await shared?.reset(key)
    },
  }
}

const unlimited: RateLimiter = {
  async take() {
    return {}
  },
  async check() {},
  async reset() {},
}

/** Keys may hold what a client wrote, at any length. */
function shortened(key: string): string {
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64url')
}

/** Null, or nothing done, while Redis does not answer: each process then counts for itself. */
function sharedCounter(redis: Redis, name: string, points: number, seconds: number) {
  // Not needed without Redis.
  const loading = import('rate-limiter-flexible').then(({ RateLimiterRedis, RateLimiterRes }) => ({
    RateLimiterRes,
    limiter: new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `limit:${name}`,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
    }),
  }))
  const usage = (result: RateLimiterRes): Usage => ({
    taken: result.consumedPoints,
    leftMs: Math.max(0, result.msBeforeNext),
  })
  return {
    async take(key: string): Promise<Usage | null> {
      const { limiter, RateLimiterRes } = await loading
      return limiter.consume(key).then(usage, (problem: unknown) =>
        // The library also rejects with the count when no turn is left.
        problem instanceof RateLimiterRes ? usage(problem) : null,
      )
    },
    async peek(key: string): Promise<Usage | null> {
      const { limiter } = await loading
      return limiter.get(key).then(
        (result) => (result === null ? { taken: 0, leftMs: 0 } : usage(result)),
        () => null,
      )
    },
    async lock(key: string): Promise<void> {
      const { limiter } = await loading
      await limiter.block(key, seconds).catch(() => {})
    },
    async reset(key: string): Promise<void> {
      const { limiter } = await loading
      await limiter.delete(key).catch(() => {})
    },
  }
}

/** IPv4 itself, also in IPv6 form; the /64 of an IPv6 address, which one customer holds. Anything else is one client. */
export function clientKey(address: string): string {
  if (ipv4.test(address)) return address
  if (address.startsWith(mapped)) {
    const inner = address.slice(mapped.length)
    if (ipv4.test(inner)) return inner
  }
  try {
    const parsed = ipaddr.IPv6.parse(address)
    if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
    const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
    return `${network.join(':')}::/64`
  } catch {
    return 'unknown'
  }
}
