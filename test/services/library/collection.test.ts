import { describe, expect, it, vi } from 'vitest'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { createDetailsReader } from '../../../src/services/library/titles/details.ts'
import { showTitle } from '../../../src/services/library/single-items.ts'
import { itemRef } from '../../support/library-item.ts'
import { sourceMeta } from '../../support/source-meta.ts'
import { manifest } from '../../support/sources.ts'
import {
  signal,
  minute,
  userOf,
  listing,
  film,
  startCollections,
  stopClock,
  behind,
  names,
} from '../../support/fake-collections.ts'
import type { FakeSource } from '../../support/fake-collections.ts'

describe('While a source is away', () => {
  const start = () => {
    const gone: FakeSource = { catalogs: [listing('b')], titles: () => [film(2)] }
    const here: FakeSource = { catalogs: [listing('a')], titles: () => [film(1)] }
    return { gone, ...startCollections({ here, gone }) }
  }

  it('what the others list is collected once, and told of when it is back', async () => {
    stopClock()
    const { gone, collections, counts } = start()
    const home = userOf(['here', 'gone'])
    gone.titles = () => {
      throw new Error('away')
    }
    const first = await collections.of(home, signal)
    expect(names(first)).toEqual(['F1'])
    expect(await collections.of(home, signal)).toBe(first)
    expect(collections.peek(home)).toBe(first)
    gone.titles = () => [film(2)]
    vi.advanceTimersByTime(minute + 1)
    await collections.of(home, signal)
    await behind()
    expect(names(await collections.of(home, signal))).toEqual(['F1', 'F2'])
    expect(counts.changes).toEqual([7])
  })

  it('a title is asked for as the type that its catalog says', async () => {
    const anime = { catalogs: [listing('c', { type: 'anime' })], titles: () => [kitsu] }
    const kitsu = sourceMeta({ id: 'kitsu:1', type: 'anime', name: 'Bebop', ids: { kitsu: '1' } })
    const gone = { catalogs: [listing('b')], titles: () => [], isAway: true }
    const { deps, counts } = startCollections({ anime, gone })
    const ref = itemRef({ kind: 'series', space: 'kitsu', number: 1 })
    const shown = await showTitle(deps, userOf(['anime', 'gone']), ref, { signal })
    expect(shown?.title.meta.name).toBe('Bebop')
    expect(shown?.details?.seasons).toHaveLength(1)
    expect(new Set(counts.types)).toEqual(new Set(['anime']))
  })
})

it('That a series is unknown does not hide that it is known as anime', async () => {
  const details = createDetailsReader({
    translators: [],
    client: {
      manifest: async () => ({
        value: manifest({ resources: [{ name: 'meta', types: null, idPrefixes: null }] }),
        fromCache: null,
      }),
      meta: async (_source, type) => ({
        value: type === 'anime' ? sourceMeta({ type }) : null,
        fromCache: null,
      }),
    },
  })
  const home = userOf(['one'])
  const title = { space: 'opaque' as const, number: null, key: 'one', text: 'series one' }
  expect(await details.of(home, title, 'series')).toBeNull()
  expect(await details.of(home, title, 'anime')).not.toBeNull()
})

describe('Households that list more than is held', () => {
  const pages = new Map<string, readonly SourceMeta[]>()
  const start = () => {
    const make = (offset: number): FakeSource => ({
      catalogs: Array.from({ length: 31 }, (_, index) => listing(`c${index}`)),
      titles: (id) => {
        const from = offset + Number(id.slice(1)) * 1_000
        const known = pages.get(`${from}`)
        const titles =
          known ??
          Array.from({ length: 1_000 }, (_, index) => film(from + index, { certification: 'G' }))
        pages.set(`${from}`, titles)
        return titles
      },
    })
    const sources = { one: make(0), two: make(100_000) }
    return { sources, ...startCollections(sources) }
  }
  const one = userOf(['one'], 1)
  const two = userOf(['two'], 2)

  it('are served from memory without reading anything again', async () => {
    stopClock()
    const { collections, counts } = start()
    const first = await collections.of(one, signal)
    const second = await collections.of(two, signal)
    for (let turn = 0; turn < 3; turn++) {
      expect(await collections.of(one, signal)).toBe(first)
      expect(await collections.of(two, signal)).toBe(second)
    }
    expect(counts).toMatchObject({ catalog: 62, changes: [] })
  })

  it('hear of changes alone when their lists are read again', async () => {
    stopClock()
    const { collections, counts, sources } = start()
    const first = await collections.of(one, signal)
    await collections.of(two, signal)
    vi.advanceTimersByTime(15 * minute + 1)
    const visit = async () => {
      for (let turn = 0; turn < 4; turn++) {
        await collections.of(one, signal)
        await collections.of(two, signal)
        await behind()
      }
    }
    await visit()
    expect(await collections.of(one, signal)).toBe(first)
    // A few that did not fit are read twice, and then no more.
    const read = counts.catalog
    expect(read).toBeLessThan(124 + 10)
    await visit()
    expect(counts).toMatchObject({ catalog: read, changes: [] })
    const before = sources.one.titles
    sources.one.titles = (id) => (id === 'c0' ? [film(99_999)] : before(id))
    vi.advanceTimersByTime(15 * minute + 1)
    await visit()
    expect((await collections.of(one, signal)).libraries[0]!.titles).toHaveLength(1)
    expect(counts.changes).toEqual([1])
  })
})

describe('Catalogs that nobody has read yet', () => {
  const catalogs = [listing('a')]

  it('are read once, however many ask for them at once', async () => {
    const here: FakeSource = { catalogs, titles: () => [film(1)] }
    const { collections, counts } = startCollections({ here })
    const home = userOf(['here'])
    const asked = [
      collections.of(home, signal),
      collections.of(home, signal),
      collections.failuresOf(home),
    ]
    await Promise.all(asked)
    expect(counts).toMatchObject({ manifest: 1, catalog: 1 })
  })

  it('are read for each configuration, and again where all sources had failed', async () => {
    const here: FakeSource = { catalogs, titles: () => [film(1)], isAway: true }
    const { collections, counts } = startCollections({ here })
    const failures = [1, 2].map((one) => collections.failuresOf(userOf(['here'], one)))
    expect((await Promise.all(failures)).map(({ length }) => length)).toEqual([1, 1])
    here.isAway = false
    expect(names(await collections.of(userOf(['here'], 1), signal))).toEqual(['F1'])
    expect(counts.manifest).toBe(3)
  })

  it('replace none of newer settings where they come late', async () => {
    const slow = Promise.withResolvers<void>()
    const old: FakeSource = { catalogs, titles: () => [film(1)], after: slow.promise }
    const here: FakeSource = { catalogs, titles: () => [film(2)] }
    const { collections } = startCollections({ old, here })
    const before = collections.of(userOf(['old'], 7, 'old'), signal)
    const now = userOf(['here'], 7, 'new')
    await collections.of(now, signal)
    slow.resolve()
    expect(names(await before)).toEqual(['F1'])
    expect(names(collections.peek(now)!)).toEqual(['F2'])
  })

  it('are kept although catalogs of older settings were read again meanwhile', async () => {
    stopClock()
    const slow = Promise.withResolvers<void>()
    const old: FakeSource = { catalogs, titles: () => [film(1)] }
    const here: FakeSource = { catalogs, titles: () => [film(2)], after: slow.promise }
    const { collections, counts } = startCollections({ old, here })
    const [before, now] = [userOf(['old'], 7, 'old'), userOf(['here'], 7, 'new')]
    await collections.of(before, signal)
    const coming = collections.of(now, signal)
    vi.advanceTimersByTime(minute + 1)
    await collections.of(before, signal)
    await behind()
    expect(counts.manifest).toBe(3)
    slow.resolve()
    await coming
    expect(names(collections.peek(now)!)).toEqual(['F2'])
  })
})
