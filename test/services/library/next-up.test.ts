import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seasonsOf } from '../../../src/library/episodes.ts'
import type { Identity } from '../../../src/library/identity.ts'
import type { User } from '../../../src/model/household.ts'
import { collect } from '../../../src/services/library/titles/collection.ts'
import { createDetailsReader } from '../../../src/services/library/titles/details.ts'
import type { LibraryDeps } from '../../../src/services/library/deps.ts'
import { createItemMaker } from '../../../src/services/library/titles/item-maker.ts'
import { nextUp } from '../../../src/services/library/lists/series-lists.ts'
import { sourceMeta, sourceVideo } from '../../support/source-meta.ts'
import { manifest } from '../../support/sources.ts'
import { until } from '../../support/until.ts'

const { signal } = new AbortController()
const user = { configuration: 7 } as User

const never = new Promise<void>(() => {})

/** Next Up of somebody who began fifty series. `reading` resolves once the source has answered for one. */
function startNextUp(
  reading: (number: number, read: readonly number[]) => Promise<unknown>,
  isOver: (number: number) => boolean = () => false,
) {
  const read: number[] = []
  const keys = Array.from({ length: 50 }, (_, index) => `tt${2_000_000 + index}`)
  const history = {
    progress: async () => keys.map((titleKey) => ({ titleKey, aliases: [], dropped: false })),
    episodesOf: async () =>
      keys.map((titleKey) => ({
        titleKey,
        kind: 'episode',
        season: 1,
        episode: 1,
        played: true,
        lastPlayedAt: 1,
        item: { name: 'E', mediaType: 'series' },
      })),
  }
  const names = { numbersOf: async () => new Map<string, number>(), textOf: async () => null }
  const sights = { of: async () => new Map<string, number>(), peek: () => null }
  const details = {
    async of(_member: User, { number: id }: Identity) {
      const number = id! - 2_000_000
      read.push(number)
      await reading(number, read)
      const count = isOver(number) ? 1 : 2
      const videos = Array.from({ length: count }, (_, index) =>
        sourceVideo({ episode: index + 1 }),
      )
      const meta = sourceMeta({ videos })
      return { meta, seasons: seasonsOf(meta, Date.now()) }
    },
  }
  const nothing = collect([], [], new Map())
  const collections = { of: async () => nothing, peek: () => nothing }
  const make = createItemMaker(names, sights, () => null)
  const keepFacts = () => {}
  const deps = { history, details, collections, make, keepFacts } as unknown as LibraryDeps
  const ask = async (start: number, limit: number | null) => {
    const query = { series: null, parent: null, since: null, resumable: false, start, limit }
    const { items, total } = await nextUp(deps, user, query, { signal })
    return { numbers: items.map(({ ref }) => ref.number - 2_000_000), total }
  }
  return { ask, read }
}

describe('Next Up', () => {
  it('reads as many series as its page needs, and counts those behind it', async () => {
    const { ask, read } = startNextUp(
      async (number, others) =>
        number === 0 && until('later series to be read', () => others.length > 4),
      (number) => number === 2,
    )
    expect(await ask(2, 3)).toEqual({ numbers: [3, 4, 5], total: 49 })
    expect(read.length).toBeLessThan(20)
  })

  it('counts exactly where it read all', async () => {
    const { ask } = startNextUp(
      async () => {},
      (number) => number % 2 === 1,
    )
    const { numbers, total } = await ask(0, null)
    expect([numbers.length, total, numbers[1]]).toEqual([25, 25, 2])
  })

  it('answers what is there after five seconds', async () => {
    const { ask } = startNextUp(async (number) => number % 10 === 0 && never)
    const begun = Date.now()
    const { numbers, total } = await ask(0, null)
    expect(Date.now() - begun).toBeLessThan(6_500)
    expect([numbers.length, total]).toEqual([45, 45])
  })
})

describe('The episodes of a series', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Sources that answer after so many milliseconds of the tests' clock. */
  function startSources(...waits: number[]) {
    const sources = waits.map((_, index) => ({
      id: `${index}`,
      url: `https://${index}.example`,
    }))
    const home = { configuration: 7, cacheKey: '', userData: { sources } } as unknown as User
    const details = createDetailsReader({
      translators: [],
      client: {
        manifest: async () => ({ value: manifest(), fromCache: null }),
        async meta({ id }) {
          await new Promise((answer) => setTimeout(answer, waits[Number(id)]))
          return { value: sourceMeta({ name: id, videos: [sourceVideo()] }), fromCache: null }
        },
      },
    })
    /** Null: nothing within `withinMs`. */
    return async (type: string, withinMs: number) => {
      const identity = { key: 'tt1', space: 'imdb' as const, number: 1, text: 'tt1' }
      const found = details.of(home, identity, type).then((known) => known?.meta.name)
      await vi.advanceTimersByTimeAsync(withinMs)
      return Promise.race([found, Promise.resolve(null)])
    }
  }

  it('come from a later source where the first is slow', async () => {
    expect(await startSources(3_000, 10, 600)('series', 2_000)).toBe('1')
  })

  it('come from the first source where it is a little slower', async () => {
    expect(await startSources(200, 10)('series', 2_000)).toBe('0')
  })

  it('come with a film from the first source, however slow', async () => {
    expect(await startSources(900, 10)('movie', 2_000)).toBe('0')
  })
})
