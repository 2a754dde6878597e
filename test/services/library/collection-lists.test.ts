import { describe, expect, it, vi } from 'vitest'
import type { ItemSort } from '../../../src/model/item-query.ts'
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
import { sourceMeta } from '../../support/source-meta.ts'

describe('What a household lists', () => {
  const searching = listing('find', { extra: [extra('search', true)] })

  it('is searched where a source is back that was away at first', async () => {
    stopClock()
    const here: FakeSource = { catalogs: [listing('a')], titles: () => [film(1)] }
    const late: FakeSource = { catalogs: [searching], titles: () => [], isAway: true }
    const { collections, counts } = startCollections({ here, late })
    const home = userOf(['here', 'late'])
    expect((await collections.of(home, signal)).searchable).toEqual([])
    late.isAway = false
    vi.advanceTimersByTime(minute + 1)
    await collections.of(home, signal)
    await behind()
    expect((await collections.of(home, signal)).searchable).toMatchObject([{ id: 'find' }])
    expect(counts.changes).toEqual([])
  })

  it('has the names and genres that its source gives it now', async () => {
    stopClock()
    const here: FakeSource = { catalogs: [listing('a')], titles: () => [film(1)] }
    const { collections, counts } = startCollections({ here })
    const home = userOf(['here'])
    await collections.of(home, signal)
    here.catalogs = [listing('a', { name: 'New', extra: [extra('genre', false, ['Drama'])] })]
    vi.advanceTimersByTime(minute + 1)
    await collections.of(home, signal)
    await behind()
    const { libraries } = await collections.of(home, signal)
    expect(libraries[0]!.catalog).toMatchObject({ name: 'New', genre: { options: ['Drama'] } })
    expect(counts.changes).toEqual([7])
  })

  it('has its titles asked for once, and what comes to it alone when it changes', async () => {
    stopClock()
    let listed = [film(1), film(2)]
    const here: FakeSource = { catalogs: [listing('a')], titles: () => listed }
    const { collections, counts } = startCollections({ here })
    const home = userOf(['here'])
    await collections.of(home, signal)
    listed = [film(3), ...listed]
    vi.advanceTimersByTime(15 * minute + 1)
    await collections.of(home, signal)
    await behind()
    const { addedAt } = await collections.of(home, signal)
    expect([...addedAt.keys()]).toEqual(['tt1000001', 'tt1000002', 'tt1000003'])
    await collections.of(home, signal)
    expect(counts.sights).toEqual([2, 1])
    vi.advanceTimersByTime(24 * 60 * minute)
    await collections.of(home, signal)
    expect(counts.sights).toEqual([2, 1, 3])
  })

  it('is held for the newest version of its configuration alone', async () => {
    const here: FakeSource = { catalogs: [listing('a')], titles: () => [film(1)] }
    const { collections } = startCollections({ here })
    const old = userOf(['here'], 7, 'old')
    await collections.of(old, signal)
    await collections.of(userOf(['here'], 7, 'new'), signal)
    expect(collections.peek(old)).toBeNull()
    expect(collections.peek(userOf(['here'], 7, 'new'))).not.toBeNull()
  })

  it('is remembered in few orders, each of at most four words', async () => {
    const here = { catalogs: [listing('a')], titles: () => [film(2), film(1)] }
    const { collections } = startCollections({ here })
    const collection = await collections.of(userOf(['here']), signal)
    const { titles } = collection
    const sorted = (...sorts: ItemSort[]) =>
      collection.sorted(
        titles,
        sorts.map((by) => ({ by, descending: false })),
        null,
      )
    const first = sorted('name')
    expect(names({ titles: first })).toEqual(['F1', 'F2'])
    expect(sorted('name')).toBe(first)
    expect(sorted('name', 'name')).toBe(first)
    const four = sorted('year', 'rating', 'runtime', 'name')
    expect(sorted('year', 'rating', 'runtime', 'name', 'added')).toBe(four)
    const seconds: ItemSort[] = ['year', 'rating', 'runtime', 'added', 'premiered', 'certification']
    for (const second of seconds) {
      sorted('name', second)
      sorted(second, 'name')
    }
    expect(sorted('name')).not.toBe(first)
  })

  it('is remembered for the kinds that were asked for', async () => {
    const series = sourceMeta({ id: 'tt3', type: 'series', name: 'S' })
    const here = { catalogs: [listing('a')], titles: () => [film(2), series, film(1)] }
    const { collections } = startCollections({ here })
    const collection = await collections.of(userOf(['here']), signal)
    const byName = [{ by: 'name', descending: false }] as const
    const films = collection.sorted(collection.titles, byName, ['movie'])
    expect(names({ titles: films })).toEqual(['F1', 'F2'])
    expect(collection.sorted(collection.titles, byName, ['movie'])).toBe(films)
    const both = collection.sorted(collection.titles, byName, ['movie', 'series'])
    expect(names({ titles: both })).toEqual(['F1', 'F2', 'S'])
    expect(collection.sorted(collection.titles, byName, ['series', 'movie', 'series'])).toBe(both)
    expect(names({ titles: collection.sorted(collection.titles, [], ['series']) })).toEqual(['S'])
  })
})

function extra(name: string, isRequired: boolean, options: string[] = []) {
  return { name, isRequired, options, optionsLimit: 1 }
}
