import type { Redis } from 'ioredis'
import type { Cache } from './cache.ts'
import { wholeTtl } from './ttl.ts'

type RedisCacheOptions = {
  maxValueBytes?: number
  /** Called once when Redis refuses, for example out of memory, and not again before it accepts something. */
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
      // Other errors belong to the connection, which reports them itself.
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
