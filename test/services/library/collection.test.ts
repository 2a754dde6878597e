import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ItemSort } from '../../../src/model/item-query.ts'
import type { User } from '../../../src/model/household.ts'
import type { ManifestCatalog, SourceManifest } from '../../../src/model/source-manifest.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { createCollections } from '../../../src/services/library/collections.ts'
import type { LibraryDeps } from '../../../src/services/library/deps.ts'
import { createDetailsReader } from '../../../src/services/library/details.ts'
import { createItemMaker } from '../../../src/services/library/item-maker.ts'
import { showTitle } from '../../../src/services/library/single-items.ts'
import { createSnapshots } from '../../../src/services/library/snapshots.ts'
import { itemRef } from '../../support/library-item.ts'
import { sourceMeta, sourceVideo } from '../../support/source-meta.ts'
import { manifest } from '../../support/sources.ts'

const { signal } = new AbortController()
const minute = 60_000

/** A user of configuration 7 unless told otherwise, whose sources are at addresses of these names. */
function userOf(sources: readonly string[], configuration = 7, cacheKey = 'first'): User {
  const userData = { sources: sources.map((name) => ({ id: name, url: addressOf(name) })) }
  return { configuration, cacheKey, userData } as unknown as User
}

function addressOf(name: string): string {
  return `https://${name}.example/manifest.json`
}

function listing(id: string, values: Partial<ManifestCatalog> = {}): ManifestCatalog {
  return { type: 'movie', id, name: id, extra: [], ...values }
}

function film(number: number, values: Partial<SourceMeta> = {}): SourceMeta {
  return sourceMeta({ id: `tt${1_000_000 + number}`, type: 'movie', name: `F${number}`, ...values })
}

type FakeSource = {
  catalogs: ManifestCatalog[]
  titles: (catalog: string) => readonly SourceMeta[]
  isAway?: boolean
}

/** The collections of a service whose sources may be changed while it runs. */
function startCollections(sources: Record<string, FakeSource>) {
  const counts = {
    catalog: 0,
    changes: [] as number[],
    types: [] as string[],
    sights: [] as number[],
  }
  const of = (url: string): FakeSource => sources[/\/\/([^.]+)/.exec(url)![1]!]!
  const client = {
    async manifest({ url }: { url: string }) {
      if (of(url).isAway) throw new Error('away')
      const resources = [{ name: 'meta', types: null, idPrefixes: null }]
      const value: SourceManifest = manifest({ resources, catalogs: of(url).catalogs })
      return { value, fromCache: null }
    },
    async catalog({ url }: { url: string }, _type: string, id: string) {
      counts.catalog += 1
      const { isAway, titles } = of(url)
      if (isAway) throw new Error('away')
      return { value: titles(id), fromCache: null }
    },
    async meta(_source: object, type: string, id: string) {
      counts.types.push(type)
      const videos = [sourceVideo()]
      const value = type === 'anime' ? sourceMeta({ id, type, videos }) : null
      return { value, fromCache: null }
    },
  }
  const names = {
    numbersOf: async (texts: readonly string[]) =>
      new Map(texts.map((text, index) => [text, index])),
    textOf: async () => null,
  }
  const seen = new Map<string, number>()
  const sights = {
    async of(texts: readonly string[]) {
      counts.sights.push(texts.length)
      for (const text of texts) if (!seen.has(text)) seen.set(text, Date.now())
      return seen
    },
    peek: (text: string) => seen.get(text) ?? null,
  }
  const snapshots = createSnapshots({ client, sameTitle: () => null })
  const collections = createCollections({
    client,
    snapshots,
    names,
    sights,
    onChange: (configuration) => counts.changes.push(configuration),
  })
  const details = createDetailsReader({ client, translators: [] })
  const make = createItemMaker(names, sights, () => null)
  const deps = {
    names,
    snapshots,
    collections,
    details,
    make,
    history: {},
  } as unknown as LibraryDeps
  return { counts, collections, deps }
}

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Until what goes on behind has ended. */
async function behind(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const names = ({ titles }: { titles: readonly { meta: SourceMeta }[] }) =>
  titles.map(({ meta }) => meta.name)

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
        const titles = known ?? Array.from({ length: 1_000 }, (_, index) => film(from + index))
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
})

function extra(name: string, isRequired: boolean, options: string[] = []) {
  return { name, isRequired, options, optionsLimit: 1 }
}
