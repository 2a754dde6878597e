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
