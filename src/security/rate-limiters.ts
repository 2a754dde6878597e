import type { Redis } from 'ioredis'
import { createRateLimiter } from './rate-limit.ts'
import type { RateLimiter } from './rate-limiter.ts'

type Settings = Omit<Parameters<typeof createRateLimiter>[0], 'redis' | 'onRefused'>

export type LimitFigures = {
  readonly name: string
  readonly limit: { readonly points: number; readonly windowMs: number } | null
  /** Since the process started. */
  readonly refused: number
}

export type RateLimiters = ReturnType<typeof createRateLimiters>

/** Makes all limiters of a process, and knows how often each refused. */
export function createRateLimiters(redis: Redis | null, onRefused: (name: string) => void) {
  const made: { name: string; limit: Settings['limit']; refused: number }[] = []

  return {
    create(settings: Settings): RateLimiter {
      const figures = { name: settings.name, limit: settings.limit, refused: 0 }
      made.push(figures)
      return createRateLimiter({
        ...settings,
        redis,
        onRefused() {
          figures.refused += 1
          onRefused(settings.name)
        },
      })
    },

    figures: (): readonly LimitFigures[] => made.map((one) => ({ ...one })),
  }
}
