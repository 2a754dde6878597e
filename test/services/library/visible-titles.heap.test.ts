import { afterEach, describe, expect, it, vi } from 'vitest'
import { kindOf } from '../../../src/library/kind.ts'
import { createTitle } from '../../../src/library/title.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { collect } from '../../../src/services/library/titles/collection.ts'
import type { ItemReader } from '../../../src/services/library/deps.ts'
import { createRatings } from '../../../src/services/library/limits/ratings.ts'
import { createTitleGates } from '../../../src/services/library/limits/visible-titles.ts'
import { heapBytes } from '../../support/heap-bytes.ts'

type Answer = SourceMeta | null | 'fails' | 'never'
type Source = (type: string, id: string) => Answer

const unratedFilm = { id: 'tt1000001', name: 'One', type: 'movie', certification: null, genres: [] }
const meta = (part: object): SourceMeta =>
  ({ ...unratedFilm, videos: [], ids: {}, ...part }) as never
const as = (real: string, certification: string) => (type: string, id: string) =>
  type === real ? meta({ id, type, certification }) : null

/** A child who may watch what is rated PG, at sources that answer like this, of which a catalog lists these titles. */
function child(sources: readonly Source[], listed: readonly object[] = []) {
  const asked: string[] = []
  const client = {
    manifest: async () => ({ value: { resources: [{ name: 'meta' }] } }),
    async meta({ url }: { url: string }, type: string, id: string) {
      asked.push(`${type} ${id}`)
      const value = sources[Number(url.at(-1))]!(type, id)
      if (value === 'fails') throw new Error('the source is down')
      return value === 'never' ? new Promise(() => {}) : { value }
    },
  }
  const titles = listed.map((part) => createTitle(meta(part), () => null))
  const all = collect(
    [{ catalog: { type: 'movie', genre: null }, number: 1, titles } as never],
    [],
    new Map(),
  )
  const reader = {
    configuration: 1,
    cacheKey: '',
    userData: { sources: sources.map((_, number) => ({ url: `http://source/${number}` })) },
    profile: { limits: { maxAge: 10, blockUnrated: false, blockedGenres: [] } },
  } as unknown as ItemReader
  const ratings = createRatings({ client: client as never, translators: [] })
  const collections = { peek: () => all } as never
  const gate = createTitleGates({ collections }, ratings)(reader)!
  const shown = async () => (await gate.visible(all)).titles.map(({ identity }) => identity.key)
  return { gate, shown, asked, all }
}

const film = { kind: 'movie', titleKey: 'tt1000001', type: 'movie' } as const
const minute = 60_000

afterEach(() => void vi.useRealTimers())

describe('A title whose rating has to be asked for', () => {
  it('is shown where every source has none', async () => {
    const { shown, gate } = child([() => null, () => meta({})], [unratedFilm])
    expect([await shown(), await gate.mayKey(film)]).toEqual([['tt1000001'], true])
  })

  it('stays hidden while a source fails, and is asked for again after a minute, then two', async () => {
    vi.useFakeTimers()
    const { shown, gate, asked } = child([() => 'fails', () => null], [unratedFilm])
    expect([await shown(), await gate.mayKey(film)]).toEqual([[], false])
    expect(await shown()).toEqual([])
    const times = [asked.length]
    for (const wait of [minute, minute, minute]) {
      await vi.advanceTimersByTimeAsync(wait)
      await gate.mayKey(film)
      times.push(asked.length)
    }
    expect(times).toEqual([2, 4, 4, 6])
  })

  it('is shown once the source that failed answers', async () => {
    vi.useFakeTimers()
    let answer: Answer = 'fails'
    const { shown } = child([() => answer], [unratedFilm])
    expect(await shown()).toEqual([])
    answer = meta({ certification: 'G' })
    await vi.advanceTimersByTimeAsync(minute)
    expect(await shown()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await shown()).toEqual(['tt1000001'])
  })

  it('counts by what is known where one source fails, and by the rest later', async () => {
    vi.useFakeTimers()
    let answer: Answer = 'fails'
    const { gate } = child([() => answer, as('movie', 'G')], [unratedFilm])
    expect(await gate.mayKey(film)).toBe(true)
    answer = meta({ certification: 'R' })
    await vi.advanceTimersByTimeAsync(minute)
    await gate.mayKey(film)
    await vi.advanceTimersByTimeAsync(1)
    expect(await gate.mayKey(film)).toBe(false)
  })

  it('is refused after two seconds where no source answers', async () => {
    vi.useFakeTimers()
    const { gate } = child([() => 'never'])
    const may = gate.mayKey(film)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await may).toBe(false)
  })

  it('does not wait behind the library', async () => {
    const many = Array.from({ length: 50 }, (_, place) => ({
      ...unratedFilm,
      id: `tt200000${place}`,
    }))
    const slow = (_type: string, id: string) =>
      id === film.titleKey ? meta({ certification: 'G' }) : ('never' as const)
    const { gate, shown } = child([slow], many)
    void shown()
    expect(await gate.mayKey(film)).toBe(true)
  })
})

describe('While the ratings of a library are read', () => {
  const listed = Array.from({ length: 10_000 }, (_, place) => ({
    ...unratedFilm,
    id: `tt${2_000_000 + place}`,
  }))
  const found = Array.from({ length: 20 }, (_, place) =>
    createTitle(meta({ id: `tt100000${place}` }), () => null),
  )
  const slow = (_type: string, id: string) =>
    id.startsWith('tt1') ? meta({ certification: 'G' }) : ('never' as const)

  it('other lists do not wait for it', async () => {
    vi.useFakeTimers()
    const { gate, shown } = child([slow], listed)
    void shown()
    const begun = Date.now()
    expect(await gate.ofTitles(found)).toHaveLength(20)
    expect(Date.now()).toBe(begun)
  })

  it('further looks take no memory', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { gate, all } = child([slow], listed)
    gate.visibleNow(all)
    const before = heapBytes()
    for (let look = 0; look < 100; look++) {
      vi.setSystemTime(Date.now() + 10_000)
      gate.visibleNow(all)
    }
    expect(heapBytes() - before).toBeLessThan(5_000_000)
  })
})

describe('A title that is asked for as another type', () => {
  it('counts by its own, and stays hidden in the catalog', async () => {
    for (const type of ['series', 'x', 'movie']) {
      const { gate, shown } = child([as('movie', 'R')], [unratedFilm])
      const kind = kindOf(type)
      expect([type, await gate.mayKey({ ...film, kind, type })]).toEqual([type, false])
      expect([await shown(), await gate.mayKey(film)]).toEqual([[], false])
    }
  })

  it('counts by its own where no catalog lists it', async () => {
    for (const real of ['movie', 'series']) {
      const { gate } = child([as(real, 'TV-MA')])
      expect(await gate.ofBareKeys(['tt1000001'])).toEqual([false])
      for (const type of ['movie', 'series', 'x']) {
        expect(await gate.mayKey({ kind: 'video', titleKey: 'tt1000001', type })).toBe(false)
      }
    }
  })

  it('counts by its own also where its id has no number', async () => {
    const listed = { ...unratedFilm, id: 'own:film' }
    const { gate } = child([as('movie', 'R')], [listed])
    expect(await gate.mayKey({ kind: 'series', titleKey: 'own:film', type: 'series' })).toBe(false)
  })

  it('may be watched by its key where every type may', async () => {
    const { gate } = child([as('series', 'TV-Y')])
    expect(await gate.ofBareKeys(['tt1000001'])).toEqual([true])
  })
})
