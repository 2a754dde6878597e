import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CatalogAnswer } from '../../../src/model/source-client.ts'
import { createSnapshots } from '../../../src/services/library/titles/snapshots.ts'
import { catalogByGenre as byGenre, filmCatalog as catalog } from '../../support/film-catalog.ts'
import { sourceMeta } from '../../support/source-meta.ts'
import { source } from '../../support/sources.ts'
import { openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const drama = { configuration: 7, genre: 'Drama' }
const { signal } = new AbortController()
const waits = { asked: signal, listed: signal }
const minute = 60_000

function films(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    return sourceMeta({ id: `tt${1_000_000 + number}`, type: 'movie', name: `Film ${number}` })
  })
}

/** A catalog of 250 films in pages of 100, of which those from `brokenFrom` on fail. */
function startCatalog() {
  const state = { brokenFrom: Infinity, total: 250, asked: [] as number[] }
  const snapshots = createSnapshots({
    sameTitle: () => null,
    client: {
      async catalog(_source, _type, _id, extra): Promise<CatalogAnswer> {
        const skip = Number(extra['skip'] ?? 0)
        state.asked.push(skip)
        if (skip >= state.brokenFrom) throw new Error('429')
        return { value: films(skip, Math.min(100, state.total - skip)), fromCache: null }
      },
    },
  })
  return {
    state,
    snapshots,
    get: () => snapshots.get(catalog, 1_000, signal),
    renew: async () => {
      const before = state.asked.length
      snapshots.peek(catalog, 1_000)
      await new Promise((resolve) => setImmediate(resolve))
      return state.asked.length - before
    },
  }
}

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

describe('The titles of a catalog', () => {
  it('stay when a page of it fails, and are read again after a minute', async () => {
    stopClock()
    const { state, get, renew } = startCatalog()
    expect((await get()).titles).toHaveLength(250)
    state.brokenFrom = 100
    vi.advanceTimersByTime(15 * minute + 1)
    expect(await renew()).toBe(2)
    expect(await get()).toMatchObject({ complete: true, titles: { length: 250 } })
    expect(await renew()).toBe(0)
    Object.assign(state, { brokenFrom: Infinity, total: 280 })
    vi.advanceTimersByTime(minute + 1)
    expect(await renew()).toBe(4)
    expect((await get()).titles).toHaveLength(280)
  })

  it('of a genre that failed are asked for again after a minute', async () => {
    stopClock()
    const { state, snapshots } = startCatalog()
    const read = () => snapshots.ofGenre(byGenre, { ...drama, maxItems: 1_000 }, waits)
    state.brokenFrom = 0
    expect(await read()).toEqual([])
    expect(await read()).toEqual([])
    expect(state.asked).toEqual([0])
    state.brokenFrom = Infinity
    vi.advanceTimersByTime(minute + 1)
    expect(await read()).toHaveLength(250)
  })

  it('of many genres are read ten at once for a configuration, and not for callers who are gone', async () => {
    const asked: (string | undefined)[] = []
    const answer = Promise.withResolvers<CatalogAnswer>()
    const snapshots = createSnapshots({
      sameTitle: () => null,
      client: {
        catalog: (_source, _type, _id, { genre }) => {
          asked.push(genre)
          return answer.promise
        },
      },
    })
    const caller = new AbortController()
    const read = (configuration: number, genre: string) =>
      snapshots.ofGenre(
        byGenre,
        { configuration, genre, maxItems: 50 },
        { asked: caller.signal, listed: caller.signal },
      )
    const names = Array.from({ length: 25 }, (_, place) => `Made-up ${place}`)
    const lists = [...names.map((genre) => read(7, genre)), read(8, 'Drama')]
    caller.abort()
    expect((await Promise.all(lists)).flat()).toEqual([])
    expect(await read(9, 'Horror')).toEqual([])
    answer.resolve({ value: [], fromCache: null })
    await expect.poll(() => asked).toContain('Drama')
    expect(asked).toEqual([...names.slice(0, 10), 'Drama'])
  })

  it('of an eleventh genre are there once one of ten others is read', async () => {
    const answers = new Map<string, PromiseWithResolvers<CatalogAnswer>>()
    const snapshots = createSnapshots({
      sameTitle: () => null,
      client: {
        catalog: (_source, _type, _id, { genre = '' }) => {
          answers.set(genre, Promise.withResolvers<CatalogAnswer>())
          return answers.get(genre)!.promise
        },
      },
    })
    const read = (number: number) =>
      snapshots.ofGenre(
        // Each of a source of its own, since a source is asked four things at once.
        { ...byGenre, canSkip: false, source: source({ url: `https://s${number}.example` }) },
        { configuration: 7, genre: `Genre ${number}`, maxItems: 50 },
        waits,
      )
    const answer = (number: number) =>
      answers.get(`Genre ${number}`)!.resolve({ value: films(number, 1), fromCache: null })
    const lists = Array.from({ length: 12 }, (_, number) => read(number))
    await expect.poll(() => answers.size).toBe(10)
    answer(3)
    await expect.poll(() => [...answers.keys()].at(-1)).toBe('Genre 10')
    for (const number of [0, 1, 2, 4, 5, 6, 7, 8, 9, 10]) answer(number)
    await expect.poll(() => answers.size).toBe(12)
    answer(11)
    expect((await Promise.all(lists)).map((titles) => titles.map(({ meta }) => meta.name))).toEqual(
      Array.from({ length: 12 }, (_, number) => [`Film ${number}`]),
    )
  })

  it('are completed after a minute where the first reading broke off', async () => {
    stopClock()
    const { state, get, renew } = startCatalog()
    state.brokenFrom = 200
    const first = await get()
    expect(first).toMatchObject({ complete: false, titles: { length: 200 } })
    state.brokenFrom = 100
    vi.advanceTimersByTime(minute + 1)
    expect(await renew()).toBe(2)
    expect((await get()).titles).toBe(first.titles)
    state.brokenFrom = Infinity
    vi.advanceTimersByTime(minute + 1)
    await renew()
    expect(await get()).toMatchObject({ complete: true, titles: { length: 250 } })
  })

  it('are the same empty list each time where there are none, also while they are waited for', async () => {
    const { state, get } = startCatalog()
    state.brokenFrom = 0
    const { titles } = await get()
    const other = createSnapshots({
      sameTitle: () => null,
      client: { catalog: () => new Promise(() => {}) },
    })
    expect((await other.get(catalog, 1_000, AbortSignal.abort())).titles).toBe(titles)
  })

  it('are read to the end where one of them has no name and the source counts whole pages', async () => {
    const upstream = await startUpstream((request, response) => {
      const skip = Number(/skip=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      const from = Math.floor(skip / 100) * 100
      const metas = films(from, Math.max(0, Math.min(100, 250 - from)))
      json({
        metas: metas.map(({ id, name }) => ({ id, ...(name !== 'Film 7' && { name }) })),
      })(request, response)
    })
    const { client } = openStremioClient()
    const snapshots = createSnapshots({ client, sameTitle: () => null })
    const own = { ...catalog, source: source({ url: `${upstream.url}/manifest.json` }) }
    const { titles, complete } = await snapshots.get(own, 1_000, signal)
    expect([titles.length, complete]).toEqual([249, true])
  })
})
