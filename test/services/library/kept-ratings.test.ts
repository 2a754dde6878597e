import { describe, expect, it, vi } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { identityOf } from '../../../src/library/identity.ts'
import type { Household } from '../../../src/model/household.ts'
import { createRatings } from '../../../src/services/library/limits/ratings.ts'
import { household } from '../../support/library-item.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const film = {
  identity: identityOf({ id: 'tt1000001', type: 'movie', ids: {} }, () => null),
  types: ['movie'],
}
const homeOf = (...urls: string[]): Household =>
  household({ sources: urls.map((url) => ({ type: 'stremio' as const, url })) })

/** A service that has just started, beside others that keep what they read in the same cache. */
function start(
  stored = createMemoryCache({ maxBytes: 1_000_000 }),
  certification: string | null = 'R',
) {
  const asked: string[] = []
  const client = {
    manifest: async () => ({ value: { resources: [{ name: 'meta' }] } }),
    async meta({ url }: { url: string }) {
      asked.push(url)
      if (certification === null) throw new Error('the source is down')
      return { value: sourceMeta({ certification, genres: ['Drama'] }) }
    },
  }
  const ratings = createRatings({ client: client as never, translators: [], stored })
  const ageOf = async (home: Household) => {
    await ratings.learn(home, [film], 1_000)
    return ratings.peek(home, film)?.rated.age ?? null
  }
  return { stored, asked, ratings, ageOf }
}

describe('What sources said of ratings', () => {
  const home = homeOf('https://one.example/manifest.json')

  it('is known after a restart without asking them', async () => {
    const first = start()
    expect([await first.ageOf(home), first.asked.length]).toEqual([17, 1])
    const second = start(first.stored)
    expect([await second.ageOf(home), second.asked.length]).toEqual([17, 0])
  })

  it('holds where another part of the configuration changes, and not for other sources', async () => {
    const { stored, ageOf } = start()
    await ageOf(home)
    const again = start(stored)
    const renamed = { ...home, cacheKey: 'other', userData: { ...home.userData, name: 'New' } }
    expect([await again.ageOf(renamed), again.asked.length]).toEqual([17, 0])
    const others = homeOf('https://one.example/manifest.json', 'https://two.example/manifest.json')
    expect([await again.ageOf(others), again.asked.length]).toEqual([17, 2])
  })

  it('is asked for again once it is old, and holds until then while the sources fail', async () => {
    vi.useFakeTimers()
    try {
      const { stored, ageOf } = start()
      await ageOf(home)
      await vi.advanceTimersByTimeAsync(7 * 3_600_000)
      const failing = start(stored, null)
      expect([await failing.ageOf(home), failing.asked.length]).toEqual([17, 1])
      expect(failing.ratings.peek(home, film)?.lacks).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps what a title said of itself when it was opened', async () => {
    const { stored, ratings, ageOf } = start(undefined, 'G')
    await ageOf(home)
    ratings.note(home, film, { age: 18, foldedGenres: [] })
    expect(await start(stored, 'G').ageOf(home)).toBe(18)
  })
})
