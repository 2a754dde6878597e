import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Lock } from '../core/lock.ts'

export function createMemoryLock(): Lock {
  const held = new Set<string>()
  return {
    async withLock(name, _ttlMs, work) {
      if (held.has(name)) return false
      held.add(name)
      try {
        await work(new AbortController().signal)
        return true
      } finally {
        held.delete(name)
      }
    },
  }
}

const extendScript = `if redis.call('get', KEYS[1]) == ARGV[1] then
  return redis.call('pexpire', KEYS[1], ARGV[2])
end
return 0`

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then
  return redis.call('del', KEYS[1])
end
return 0`

/** While Redis cannot be reached nobody gets a lock: only harmless work runs, without one. */
export function createRedisLock(redis: Redis, prefix: string): Lock {
  return {
    async withLock(name, ttlMs, work, harmless = false) {
      const key = prefix + name
      const token = randomUUID()
      const ttl = Math.ceil(ttlMs)
      const askedAt = performance.now()
      const taken = await redis.set(key, token, 'PX', ttl, 'NX').catch(() => 'away' as const)
      if (taken === 'away' && harmless) {
        await work(new AbortController().signal)
        return true
      }
      if (taken !== 'OK') return false

      const lost = new AbortController()
      const extend = () => redis.eval(extendScript, 1, key, token, ttl) as Promise<number>
      const stop = keepAlive(extend, ttl, askedAt, () => lost.abort(new Error(`Lost lock ${name}`)))
      try {
        await work(lost.signal)
        return true
      } finally {
        stop()
        await redis.eval(releaseScript, 1, key, token).catch(() => 0)
      }
    },
  }
}

/** Extends three times per lifetime, so that one failed attempt does not lose the lock. */
function keepAlive(
  extend: () => Promise<number>,
  ttlMs: number,
  startedAt: number,
  onLost: () => void,
): () => void {
  let expiresAt = startedAt + ttlMs
  const timer = setInterval(async () => {
    const askedAt = performance.now()
    const extended = await extend().catch(() => null)
    if (extended === 1) expiresAt = askedAt + ttlMs
    else if (extended === 0 || performance.now() >= expiresAt) {
      clearInterval(timer)
      onLost()
    }
  }, ttlMs / 3)
  timer.unref()
  return () => clearInterval(timer)
}
