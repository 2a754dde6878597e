import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { numberedIdentity } from '../../../src/library/identity.ts'
import type { User } from '../../../src/model/household.ts'
import type { CatalogAnswer } from '../../../src/model/source-client.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { createDetailsReader } from '../../../src/services/library/titles/details.ts'
import { createSnapshots } from '../../../src/services/library/titles/snapshots.ts'
import { catalogBody } from '../../../src/sources/stremio/read-body.ts'
import { userOf } from '../../support/fake-collections.ts'
import { sourceMeta } from '../../support/source-meta.ts'
import { manifest, source } from '../../support/sources.ts'
import { openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const { signal } = new AbortController()
const mostItems = 100_000

function catalogOf(id: string, url = 'https://hostile.example/manifest.json'): Catalog {
  const about = { key: `s1/movie/${id}`, plainName: id, name: id, source: source({ url }), id }
  const can = { canSkip: true, canSearch: false, genre: null }
  return { ...about, ...can, type: 'movie', collectionType: 'movies' }
}

function endless(page: (from: number) => readonly SourceMeta[], memoryShare = 1) {
  const asked = { pages: 0 }
  const snapshots = createSnapshots({
    memoryShare,
    sameTitle: () => null,
    client: {
      async catalog(_source, _type, _id, extra): Promise<CatalogAnswer> {
        asked.pages += 1
        return { value: page(Number(extra['skip'] ?? 0)), fromCache: null }
      },
    },
  })
  return { asked, snapshots }
}

function film(number: number, values: Partial<SourceMeta> = {}): SourceMeta {
  return sourceMeta({ id: `tt${1_000_000 + number}`, type: 'movie', name: 'Film', ...values })
}

const heavy = (number: number): SourceMeta => film(number, { description: 'x'.repeat(190_000) })

describe('A catalog that never ends', () => {
  it('is read for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { asked, snapshots } = endless((from) => {
      vi.advanceTimersByTime(60_000)
      return [film(from)]
    })
    const { complete } = await snapshots.get(catalogOf('slow'), mostItems, signal)
    expect([complete, asked.pages]).toEqual([true, 10])
  })

  it('is read for two thousand pages', async () => {
    const { asked, snapshots } = endless((from) => [film(from)])
    const { titles } = await snapshots.get(catalogOf('thin'), mostItems, signal)
    expect([titles.length, asked.pages]).toEqual([2_000, 2_000])
  })

  it('is read up to 128 MiB of its answers', async () => {
    let pages = 0
    const fill = 'x'.repeat(8 * 2 ** 20)
    const upstream = await startUpstream((request, response) => {
      pages += 1
      const skip = Number(/skip=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      json({ metas: [{ id: `tt${1_000_000 + skip}`, name: 'Film' }], fill })(request, response)
    })
    const { client } = openStremioClient({ timeoutMs: 60_000 })
    const snapshots = createSnapshots({ client, sameTitle: () => null })
    const catalog = catalogOf('thick', `${upstream.url}/manifest.json`)
    await snapshots.get(catalog, 50, signal)
    expect(pages).toBe(16)
  })

  it('is read until its titles fill the memory of all catalogs', async () => {
    const ten = (from: number) => Array.from({ length: 10 }, (_, place) => heavy(from + place))
    const { asked, snapshots } = endless(ten, 0.01)
    await snapshots.get(catalogOf('heavy'), mostItems, signal)
    expect(asked.pages).toBe(2)
  })
})

describe('Titles with much text', () => {
  it('are listed with what lists show', () => {
    const photo = `https://pictures.example/${'x'.repeat(1_900)}`
    const cast = Array.from({ length: 100 }, (_, place) => ({ name: `Actor ${place}`, photo }))
    const entry = { id: 'tt1000001', name: 'Film', year: 1999, genres: ['Drama'] }
    const bytes = Buffer.from(
      JSON.stringify({ metas: [{ ...entry, app_extras: { cast, writers: cast } }, entry] }),
    )
    const work = catalogBody('movie')(bytes, 'hostile.example')
    let step = work.next()
    while (!step.done) step = work.next()
    const [large, small] = step.value.value
    expect(large).toMatchObject({ id: 'tt1000001', name: 'Film', year: 1999, people: [] })
    expect(small).toMatchObject({ genres: ['Drama'] })
  })

  it('leave the memory of details to others', async () => {
    const said = Promise.resolve({
      value: manifest({ resources: [{ name: 'meta', types: null, idPrefixes: null }] }),
      fromCache: null,
    })
    const reader = createDetailsReader({
      memoryShare: 0.01,
      translators: [],
      client: {
        manifest: () => said,
        meta: async (_source, _type, id) => ({
          value: heavy(Number(id.slice(2))),
          fromCache: null,
        }),
      },
    })
    const { configuration, cacheKey, userData } = userOf(['heavy'])
    const household = { configuration, cacheKey, userData, sourceIds: new Map() } as unknown as User
    const titles = Array.from({ length: 20 }, (_, place) =>
      numberedIdentity('imdb', 1_000_000 + place, 'movie'),
    )
    for (const title of titles) await reader.of(household, title, 'movie')
    expect(titles.filter((title) => reader.peek(household, title) !== null)).toHaveLength(6)
  })

  it('count as several of those that are held', async () => {
    const { snapshots } = endless((from) => (from === 0 ? [1, 2, 3].map(heavy) : []), 0.01)
    const catalogs = Array.from({ length: 6 }, (_, place) => catalogOf(`c${place}`))
    for (const catalog of catalogs) await snapshots.get(catalog, 10, signal)
    const held = catalogs.filter((catalog) => snapshots.peek(catalog, 10) !== null)
    expect(held).toHaveLength(2)
  })

  it('make room while they are still being read', async () => {
    const waiting = Promise.withResolvers<CatalogAnswer>()
    const many = (count: number): CatalogAnswer => ({
      value: Array.from({ length: count }, (_, place) => heavy(place)),
      fromCache: null,
    })
    const snapshots = createSnapshots({
      memoryShare: 0.01,
      sameTitle: () => null,
      client: {
        catalog: async (_source, _type, id, extra) =>
          id === 'large' ? (extra['skip'] ? waiting.promise : many(12)) : many(1),
      },
    })
    const small = ['a', 'b', 'c'].map((id) => ({ ...catalogOf(id), canSkip: false }))
    for (const catalog of small) await snapshots.get(catalog, 10, signal)
    const running = snapshots.get(catalogOf('large'), 100, signal)
    const held = () => small.filter((catalog) => snapshots.peek(catalog, 10) !== null)
    await expect.poll(held).toHaveLength(1)
    waiting.resolve(many(0))
    await running
  })
})
