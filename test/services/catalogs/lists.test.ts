import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import type { PlayerCatalog } from '../../../src/library/catalogs/player-catalog.ts'
import type { SourceClient } from '../../../src/model/source-client.ts'
import { createCatalogLists } from '../../../src/services/catalogs/lists.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const member = { source: {}, type: 'movie', id: 'top', canSkip: false, genre: null }
const films = {
  id: 'films',
  type: 'movie',
  sourceCatalogs: [member],
  mix: 'interleave',
  genre: null,
  shuffle: false,
  limit: 10_000,
} as unknown as PlayerCatalog<Catalog>

it('counts what a list holds, also after whoever asked for it has left', async () => {
  const value = Array.from({ length: 60 }, (_, at) =>
    sourceMeta({ id: `tt${at + 1}`, type: 'movie', name: `F${at}` }),
  )
  let asked = 0
  const catalog = async () => {
    asked += 1
    return { value }
  }
  const lists = createCatalogLists({
    client: { catalog } as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
    // Room for one such list, not for two.
    memoryShare: 100 / 60_000,
  })
  const page = (key: string, signal = new AbortController().signal) =>
    lists.page(key, films, { skip: 0, genre: null }, signal)

  const leaving = new AbortController()
  const left = page('a', leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  await new Promise(setImmediate)
  expect((await page('b')).titles).toHaveLength(60)
  expect(asked).toBe(2)
  await page('a')
  expect(asked).toBe(3)
})

describe('With a clock', () => {
  const value = Array.from({ length: 60 }, (_, at) =>
    sourceMeta({ id: `tt${at + 1}`, type: 'movie', name: `F${at}` }),
  )

  function open(from: string, catalog: () => Promise<unknown>, list: object = {}) {
    const clock = { now: Date.parse(from) }
    const lists = createCatalogLists({
      client: { catalog } as unknown as Pick<SourceClient, 'catalog'>,
      sameTitle: () => null,
      now: () => clock.now,
    })
    const { signal } = new AbortController()
    const page = async () =>
      (await lists.page('a', { ...films, ...list }, { skip: 0, genre: null }, signal)).titles.map(
        ({ meta }) => meta.id,
      )
    return { clock, page }
  }

  it('a shuffled list has another order from midnight UTC on, and the same until then', async () => {
    const listed = async () => ({ value })
    const { clock, page } = open('2026-03-01T00:00:00.000Z', listed, { shuffle: true })
    const first = await page()
    clock.now = Date.parse('2026-03-01T23:59:59.999Z')
    expect(await page()).toEqual(first)
    clock.now += 1
    const next = await page()
    expect(next).not.toEqual(first)
    expect(next.toSorted()).toEqual(first.toSorted())
  })

  it('a list without a source that failed is read again after 20 seconds, and not before', async () => {
    let isDown = true
    const { clock, page } = open('2026-03-01T12:00:00.000Z', async () => {
      if (isDown) throw new UpstreamError('timeout', 'the source did not answer')
      return { value }
    })
    expect(await page()).toEqual([])
    isDown = false
    clock.now += 19_999
    expect(await page()).toEqual([])
    clock.now += 1
    expect(await page()).toHaveLength(60)
  })

  it('a list of which nothing came in time is read again by the next one who asks', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    onTestFinished(() => timeout.mockRestore())
    const answer = Promise.withResolvers<object>()
    const { page } = open('2026-03-01T12:00:00.000Z', () => answer.promise)
    const asked = page()
    late.abort()
    expect(await asked).toEqual([])
    timeout.mockRestore()
    answer.resolve({ value })
    expect(await page()).toHaveLength(60)
  })

  it('whoever is in the middle of a list without a source that failed goes on in it once the source is back', async () => {
    const filmsOf = (first: number) => ({
      value: Array.from({ length: 150 }, (_, at) =>
        sourceMeta({ id: `tt${first + at}`, type: 'movie', name: `F${first + at}` }),
      ),
    })
    let isDown = true
    const clock = { now: Date.parse('2026-03-01T12:00:00.000Z') }
    const lists = createCatalogLists({
      client: {
        async catalog({ id }: { id: string }) {
          if (id === 'second' && isDown) throw new UpstreamError('timeout', 'no answer')
          return filmsOf(id === 'second' ? 1_000 : 2_000)
        },
      } as unknown as Pick<SourceClient, 'catalog'>,
      sameTitle: () => null,
      now: () => clock.now,
    })
    const both = ['first', 'second'].map((id) => ({ ...member, source: { id } }))
    const catalog = { ...films, sourceCatalogs: both } as unknown as PlayerCatalog<Catalog>
    const { signal } = new AbortController()
    const page = async (walker: string, skip: number) =>
      (await lists.page('a', catalog, { skip, genre: null, walker }, signal)).titles.map(
        ({ meta }) => meta.id,
      )
    const before = await page('tv', 0)
    isDown = false
    clock.now += 20_000
    const begun = await page('phone', 0)
    expect(begun[1]).toBe('tt1000')
    const whole = [...before, ...(await page('tv', 100))]
    expect(whole).toEqual(filmsOf(2_000).value.map(({ id }) => id))
    const all = [...begun, ...(await page('phone', 100)), ...(await page('phone', 200))]
    expect(new Set(all).size).toBe(300)
    expect((await page('tv', 0))[1]).toBe('tt1000')
  })

  it('a later page that its source fails is read again for others after 20 seconds, also where a walker asked for it', async () => {
    let isDown = true
    const { clock, page } = openPaged(1, async (skip) => {
      if (skip > 0 && isDown) throw new UpstreamError('timeout', 'no answer')
    })
    expect(await page('a', 'tv', 0)).toHaveLength(100)
    expect(await page('a', 'tv', 100)).toEqual([])
    isDown = false
    clock.now += 20_000
    expect(await page('a', 'phone', 0)).toHaveLength(100)
    expect(await page('a', 'phone', 100)).toHaveLength(100)
  })

  it('whoever walks on after a page that its source failed gets it once the source is back, and all that follows', async () => {
    let isDown = true
    const skips: number[] = []
    const { clock, page } = openPaged(1, async (skip) => {
      skips.push(skip)
      if (skip === 100 && isDown) throw new UpstreamError('timeout', 'no answer')
    })
    await page('a', 'tv', 0)
    expect(await page('a', 'tv', 100)).toEqual([])
    clock.now += 19_999
    expect(await page('a', 'tv', 100)).toEqual([])
    clock.now += 1
    expect(await page('a', 'tv', 100)).toEqual([])
    isDown = false
    clock.now += 20_000
    expect((await page('a', 'tv', 100))[0]).toBe('tt101')
    expect((await page('a', 'tv', 200))[0]).toBe('tt201')
    expect(skips).toEqual([0, 100, 100, 100, 200])
  })

  it('whoever walks through a shuffled list gets what its source failed behind the rest, in another order, and nothing twice', async () => {
    let isDown = true
    const before = async (skip: number) => {
      if (skip > 100 && isDown) throw new UpstreamError('timeout', 'no answer')
    }
    const { clock, page } = openPaged(1, before, { shuffle: true, limit: 500 })
    const all = await page('a', 'tv', 0)
    isDown = false
    clock.now += 20_000
    for (const skip of [100, 200, 300, 400]) all.push(...(await page('a', 'tv', skip)))
    expect(new Set(all).size).toBe(500)
    const numbers = all.map((id) => Number(id.slice(2)))
    expect(Math.max(...numbers.slice(0, 200))).toBe(200)
    expect(numbers.slice(200)).not.toEqual(numbers.slice(200).toSorted((a, b) => a - b))
  })

  it('a source that failed in the middle of a merged list follows at its end, and nothing is there twice', async () => {
    let isDown = true
    const list = openMerged(async (id, skip) => {
      if (id === 'b' && skip > 0 && isDown) throw new UpstreamError('timeout', 'no answer')
    })
    const before = [...(await list.page(0)), ...(await list.page(100)), ...(await list.page(200))]
    expect(before.filter((id) => id.startsWith('b'))).toHaveLength(100)
    isDown = false
    list.clock.now += 20_000
    const after = [...(await list.page(200)), ...(await list.page(300)), ...(await list.page(400))]
    const all = [...before.slice(0, 200), ...after]
    expect(all.slice(0, before.length)).toEqual(before)
    expect(all.filter((id) => id.startsWith('b')).length).toBeGreaterThan(100)
    expect(new Set(all).size).toBe(all.length)
  })

  it('lists count as much as they have grown for whoever walks through them', async () => {
    const asked: number[] = []
    const room = 250 / 60_000
    const { page } = openPaged(room, async (skip) => void asked.push(skip))
    await page('a', 'tv', 0)
    await page('a', 'tv', 100)
    await page('b', 'tv', 0)
    expect(asked).toEqual([0, 100, 0])
    await page('a', 'phone', 0)
    expect(asked).toEqual([0, 100, 0, 0])
    await page('b', 'phone', 0)
    expect(asked).toEqual([0, 100, 0, 0])
  })
})

/** An endless catalog in pages of 100. */
function openPaged(
  memoryShare: number,
  before: (skip: number) => Promise<void>,
  list: object = {},
) {
  const clock = { now: Date.parse('2026-03-01T12:00:00.000Z') }
  const lists = createCatalogLists({
    client: {
      async catalog(_source: unknown, _type: string, _id: string, extra: { skip?: string }) {
        const skip = Number(extra.skip ?? 0)
        await before(skip)
        const value = Array.from({ length: 100 }, (_, at) =>
          sourceMeta({ id: `tt${skip + at + 1}`, type: 'movie', name: `F${skip + at}` }),
        )
        return { value }
      },
    } as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
    memoryShare,
    now: () => clock.now,
  })
  const whole = { ...films, ...list, sourceCatalogs: [{ ...member, canSkip: true }] }
  const catalog = whole as unknown as PlayerCatalog<Catalog>
  const { signal } = new AbortController()
  const page = async (key: string, walker: string, skip: number) => {
    const found = await lists.page(key, catalog, { skip, genre: null, walker }, signal)
    return found.titles.map(({ meta }) => meta.id)
  }
  return { clock, page }
}

/** Two catalogs of 300 in pages of 100, in one list. */
function openMerged(before: (id: string, skip: number) => Promise<void>) {
  const clock = { now: Date.parse('2026-03-01T12:00:00.000Z') }
  const lists = createCatalogLists({
    client: {
      async catalog(_source: unknown, _type: string, id: string, extra: { skip?: string }) {
        const skip = Number(extra.skip ?? 0)
        await before(id, skip)
        const count = Math.max(0, Math.min(100, 300 - skip))
        const value = Array.from({ length: count }, (_, at) =>
          sourceMeta({ id: `${id}:${skip + at}`, type: 'movie', name: `${id} ${skip + at}` }),
        )
        return { value }
      },
    } as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
    now: () => clock.now,
  })
  const both = ['a', 'b'].map((id) => ({ ...member, id, source: { id }, canSkip: true }))
  const catalog = { ...films, sourceCatalogs: both } as unknown as PlayerCatalog<Catalog>
  const { signal } = new AbortController()
  const page = async (skip: number) =>
    (await lists.page('a', catalog, { skip, genre: null, walker: 'tv' }, signal)).titles.map(
      ({ meta }) => meta.id,
    )
  return { clock, page }
}
