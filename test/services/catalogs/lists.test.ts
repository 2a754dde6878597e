import { describe, expect, it } from 'vitest'
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
})
