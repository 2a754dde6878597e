import { onTestFinished } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createStremioClient, type StremioClientOptions } from '../../src/sources/stremio/client.ts'
import { json, type Handler } from './upstream.ts'

/** A client that may ask this machine, with a clock of its own; ends with the test. */
export function openStremioClient(options: Partial<StremioClientOptions> = {}) {
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const clock = { now: Date.now() }
  const client = createStremioClient({
    fetch: guarded.fetch,
    cache: createMemoryCache({ maxBytes: 10e6 }),
    stored: createMemoryCache({ maxBytes: 10e6 }),
    scheduler: createScheduler(),
    timeoutMs: 5_000,
    maxBytes: 16 * 2 ** 20,
    now: () => clock.now,
    ...options,
  })
  return { client, pass: (seconds: number) => (clock.now += seconds * 1_000) }
}

/** Answers the n-th request with the n-th handler, the last one for ever. */
export function inTurn(...handlers: Handler[]): Handler {
  let turn = 0
  return (request, response) => {
    handlers[Math.min(turn, handlers.length - 1)]!(request, response)
    turn += 1
  }
}

export const streams = (name: string, headers: Record<string, string> = {}) =>
  json({ streams: [{ name, url: 'https://cdn.example/a' }] }, headers)

export const hour = 3_600
export const day = 24 * hour

export const keepFor = (seconds: number, more = '') => ({
  'cache-control': `max-age=${seconds}${more}`,
})
