import { expect, it } from 'vitest'
import type { PlayerCatalog } from '../../../src/library/catalogs/player-catalog.ts'
import type { SourceClient } from '../../../src/model/source-client.ts'
import { createCatalogLists } from '../../../src/services/catalogs/lists.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { sourceMeta } from '../../support/source-meta.ts'

/** A list of 150 films of each source. */
function openLists(limit = 10_000) {
  let asked = 0
  const lists = createCatalogLists({
    client: {
      async catalog(_source: unknown, _type: string, id: string) {
        asked += 1
        const value = Array.from({ length: 150 }, (_, at) =>
          sourceMeta({ id: `${id}:${at}`, type: 'movie', name: `${id} ${at}` }),
        )
        return { value }
      },
    } as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
  })
  const { signal } = new AbortController()
  const page = async (sources: string, skip: number, walker: string) => {
    const sourceCatalogs = sources.split(' ').map((id) => ({
      key: `${id}/movie/${id}`,
      source: { id },
      type: 'movie',
      id,
      canSkip: false,
      genre: null,
    }))
    const catalog = {
      id: 'films',
      type: 'movie',
      sourceCatalogs,
      mix: 'append',
      genre: null,
      shuffle: false,
      limit,
    } as unknown as PlayerCatalog<Catalog>
    const { titles } = await lists.page('a', catalog, { skip, genre: null, walker }, signal)
    return titles.map(({ meta }) => meta.id)
  }
  return { page, asked: () => asked }
}

it('a merged list is complete as soon as the manifest of its second source is there', async () => {
  const { page } = openLists()
  expect(await page('b', 0, 'tv')).toHaveLength(100)
  expect(await page('b', 100, 'tv')).toHaveLength(50)
  expect((await page('a b', 0, 'tv'))[0]).toBe('a:0')
})

it('whoever is in the middle of a merged list goes on in it once the manifest is there', async () => {
  const { page } = openLists()
  await page('b', 0, 'tv')
  expect((await page('a b', 0, 'phone'))[0]).toBe('a:0')
  expect((await page('a b', 100, 'tv'))[0]).toBe('b:100')
  expect((await page('a b', 100, 'phone'))[0]).toBe('a:100')
  expect((await page('a b', 0, 'web'))[0]).toBe('a:0')
})

it('nothing is asked for a page behind the limit of a list', async () => {
  const { page, asked } = openLists(120)
  expect(await page('a', 120, 'tv')).toEqual([])
  expect(asked()).toBe(0)
  expect(await page('a', 119, 'tv')).toEqual(['a:119'])
  expect(asked()).toBe(1)
})
