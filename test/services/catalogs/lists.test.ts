import { expect, it } from 'vitest'
import type { ArrangedCatalog } from '../../../src/library/catalogs/arrange.ts'
import type { SourceClient } from '../../../src/model/source-client.ts'
import { createCatalogLists } from '../../../src/services/catalogs/lists.ts'
import type { Catalog } from '../../../src/services/library/catalogs.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const member = { source: {}, type: 'movie', id: 'top', canSkip: false, genre: null }
const films = {
  id: 'films',
  type: 'movie',
  members: [member],
  mix: 'interleave',
  genre: null,
  shuffle: false,
  limit: 10_000,
} as unknown as ArrangedCatalog<Catalog>

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
