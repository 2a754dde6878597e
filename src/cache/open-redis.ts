import { setTimeout } from 'node:timers/promises'
import type { Redis } from 'ioredis'

const firstConnectMs = 3_000

/**
 * Resolves after the first attempt, successful or not, and keeps reconnecting; commands fail at once while nobody answers.
 * `warn` is called when an outage begins and when it ends.
 */
export async function openRedis(
  url: string,
  { warn }: { warn: (message: string) => void },
): Promise<Redis> {
  // Most installations have no Redis, and its client is large.
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(url, {
    connectTimeout: 3_000,
    commandTimeout: 1_000,
    // Silence for this long under waiting commands means the peer is gone, whatever TCP believes.
    socketTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 2_000),
    // Nothing queues up during an outage: it would not be worth sending later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })

  let away = false
  const onAway = (reason: string | undefined): void => {
    if (!away) warn(`Redis cannot be reached (${reason}); going on without it`)
    away = true
  }
  // Only the message: the error may hold the command, and with AUTH its password.
  redis.on('error', (error: NodeJS.ErrnoException) => onAway(error.message || error.code))
  redis.on('reconnecting', () => onAway('the connection was closed'))
  redis.on('ready', () => {
    if (away) warn('Redis answers again')
    away = false
  })

  const settled = new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
  })
  await Promise.race([settled, setTimeout(firstConnectMs, undefined, { ref: false })])
  return redis
}

export async function closeRedis(redis: Redis): Promise<void> {
  await redis.quit().catch(() => redis.disconnect())
}
