import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { serveAddon } from '../../support/stremio.ts'

const film = (number: number, year: number, more: object = {}) => ({
  id: `tt100000${number}`,
  type: 'movie',
  name: `Film ${number}`,
  releaseInfo: String(year),
  certification: 'G',
  ...more,
})
const collections = {
  'The Heists': {
    id: 'heists',
    sources: [
      { type: 'movie', catalogId: 'heists' },
      { type: 'movie', id: 'rare', genre: 'None' },
    ],
    items: [{ id: 'tt1000001', title: 'Film 1', released: '2001-01-01T00:00:00.000Z' }],
  },
  'Part of a Catalog': { id: 'part', sources: [{ type: 'movie', catalogId: 'top', genre: 'War' }] },
  'Without a Catalog': {
    id: 'without',
    sources: [{ type: 'series', catalogId: 'heists' }, { catalogId: 'heists' }, null, 'heists', 5],
  },
  'No List': { id: 'none', sources: 'heists' },
}
const catalogs: Readonly<Record<string, readonly object[]>> = {
  top: [
    film(1, 2001),
    ...Object.entries(collections).map(([name, own], place) =>
      film(5 + place, 1970 + place, { collection: { name, ...own } }),
    ),
  ],
  heists: [film(2, 1999), film(3, 2003, { certification: 'R' }), film(1, 2001)],
  rare: [film(4, 1960)],
}
const { url } = await serveAddon(
  {
    id: 'test.sets',
    version: '1.0.0',
    name: 'Sets',
    description: 'answers from this test',
    types: ['movie'],
    resources: ['catalog', 'meta'],
    idPrefixes: ['tt'],
    catalogs: Object.keys(catalogs).map((id) => ({ type: 'movie', id, name: id, extra: [] })),
  },
  {
    catalog: ({ id }) => ({ metas: catalogs[id] ?? [] }),
    meta: ({ id }) => ({
      meta:
        Object.values(catalogs)
          .flat()
          .find((one) => (one as { id: string }).id === id) ?? null,
    }),
  },
  afterAll,
)
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [sourceAt(url, 'Sets')],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', maxRating: 'PG' }] },
})
const olga = await signInApp(service.url, owner, 'phone')
const kim = await signInApp(service.url, { ...owner, uuid: `${owner.uuid}/Kim` }, 'tablet')

/** Names of what each collection holds, as an app lists them. */
async function held({ app }: typeof kim): Promise<Record<string, (string | null | undefined)[]>> {
  const library = getLibraryApi(app)
  const { data } = await library.getItems({ recursive: true, includeItemTypes: ['BoxSet'] })
  const entries = data.Items!.map(async ({ Id, Name }) => {
    const list = await library.getItems({ parentId: Id! })
    return [Name!, list.data.Items!.map((item) => item.Name)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe('A collection that names catalogs of its source', () => {
  it('has their titles and its own ones, each once, in the order of their release', async () => {
    const all = await held(olga)
    expect(all['The Heists']).toEqual(['Film 4', 'Film 5', 'Film 2', 'Film 1', 'Film 3'])
  })

  it('has only the title that names it where a genre of a catalog alone belongs to it, or no catalog is there', async () => {
    const { 'The Heists': _whole, ...rest } = await held(olga)
    expect(rest).toEqual({
      'Part of a Catalog': ['Film 6'],
      'Without a Catalog': ['Film 7'],
      'No List': ['Film 8'],
    })
  })

  it('has what a user may watch', async () => {
    expect((await held(kim))['The Heists']).toEqual(['Film 4', 'Film 5', 'Film 2', 'Film 1'])
  })
})
