import { setTimeout } from 'node:timers/promises'
import type { Redis } from 'ioredis'

const firstConnectMs = 3_000

/**
 * Connects to `redis://` or `rediss://` and keeps reconnecting for as long as the process lives. Resolves once the
 * first attempt has succeeded or failed; commands fail at once while nobody answers. `warn` hears once that an
 * outage has begun, and that it is over.
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
    // What cannot be sent now is not worth sending later: nothing queues up during an outage.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })

  let away = false
  const onAway = (reason: string | undefined): void => {
    if (!away) warn(`Redis cannot be reached (${reason}); going on without it`)
    away = true
  }
  // Only the message: the error may carry the command, AUTH with its password among them.
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

/** Lets running commands finish where the connection allows it. Never fails. */
export async function closeRedis(redis: Redis): Promise<void> {
  await redis.quit().catch(() => redis.disconnect())
}
