import type { Redis } from 'ioredis'
import type { Cache } from './cache.ts'
import { wholeTtl } from './ttl.ts'

type RedisCacheOptions = {
  /** Larger values are not stored. */
  maxValueBytes?: number
  /** Hears once that Redis refuses, such as for want of memory, and not again before it has taken something. */
  warn: (message: string) => void
}

const defaultMaxValueBytes = 4 * 1024 * 1024

/** Shares the connection, whose owner closes it. */
export function createRedisCache(
  redis: Redis,
  prefix: string,
  { maxValueBytes = defaultMaxValueBytes, warn }: RedisCacheOptions,
): Cache {
  let warned = false

  async function attempt<T>(command: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await command()
      warned = false
      return answer
    } catch (error) {
      // What is not an answer of Redis is the connection's trouble, which reports it itself.
      if (error instanceof Error && error.name === 'ReplyError' && !warned) {
        warned = true
        warn(`Redis refuses to serve as cache (${error.message}); going on without it`)
      }
      return null
    }
  }

  return {
    get: (key) => attempt(() => redis.getBuffer(prefix + key)),

    async set(key, value, ttlMs) {
      const ttl = wholeTtl(ttlMs)
      if (ttl === null || value.byteLength > maxValueBytes) {
        await attempt(() => redis.del(prefix + key))
        return
      }
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      await attempt(() => redis.set(prefix + key, bytes, 'PX', ttl))
    },

    async delete(key) {
      return (await attempt(() => redis.del(prefix + key))) === 1
    },

    async close() {},
  }
}
