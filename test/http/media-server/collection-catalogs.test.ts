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
const twoIds = { id: 'two', name: 'Under Two Ids' }
const named = (id: string, number: number, more: object = {}) => ({
  id,
  title: `Unlisted ${number}`,
  released: `198${number}-01-01T00:00:00.000Z`,
  ...more,
})
const linked = [
  film(9, 1990, {
    collection: {
      ...twoIds,
      items: [
        named('tmdb:71', 1),
        named('tt2000071', 1, { tmdb_id: 71 }),
        named('tmdb:72', 2),
        named('tt2000072', 2),
        named('tmdb:73', 3),
        named('tt2000074', 4),
        named('tmdb:75', 5, { type: 'series' }),
        named('tt2000075', 5, { tmdb_id: 75 }),
      ],
    },
  }),
  film(10, 1991, {
    moviedb_id: 79,
    collection: {
      ...twoIds,
      items: [named('tt2000072', 2, { tmdb_id: 72 }), named('tmdb:79', 9)],
    },
  }),
]
const bothListed = {
  id: 'listed',
  name: 'Of Listed Titles',
  poster: 'https://pictures.example/l.jpg',
}
const listedUnderOne = [
  { ...film(0, 1950), id: 'tmdb:81', name: 'By Number' },
  film(12, 1951, {
    collection: {
      ...bothListed,
      overview: 'Two films.',
      items: [
        named('tt2000081', 1, { tmdb_id: 81 }),
        named('tt10000012', 2, { tmdb_id: 82 }),
        named('tmdb:82', 2),
      ],
    },
  }),
]
const catalogs: Readonly<Record<string, readonly object[]>> = {
  top: [
    film(1, 2001),
    ...Object.entries(collections).map(([name, own], place) =>
      film(5 + place, 1970 + place, { collection: { name, ...own } }),
    ),
    ...linked,
    ...listedUnderOne,
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
    const all = await held(olga)
    const { 'The Heists': _whole, 'Under Two Ids': _two, 'Of Listed Titles': _own, ...rest } = all
    expect(rest).toEqual({
      'Part of a Catalog': ['Film 6'],
      'Without a Catalog': ['Film 7'],
      'No List': ['Film 8'],
    })
  })

  it('has a title once under whatever ids, where a source says that they are one title', async () => {
    expect((await held(olga))['Under Two Ids']).toEqual([
      ...[1, 2, 3, 4, 5, 5].map((number) => `Unlisted ${number}`),
      'Film 10',
      'Film 9',
    ])
  })

  it('has listed titles as they are listed, by whatever ids it names them, and all that is said of it', async () => {
    for (const user of [olga, kim]) {
      expect((await held(user))['Of Listed Titles']).toEqual(['By Number', 'Film 12'])
      const library = getLibraryApi(user.app)
      const { data } = await library.getItems({
        recursive: true,
        includeItemTypes: ['BoxSet'],
        fields: ['Overview'],
      })
      const set = data.Items!.find(({ Name }) => Name === 'Of Listed Titles')!
      expect([set.Overview, Object.keys(set.ImageTags!)]).toEqual(['Two films.', ['Primary']])
    }
  })

  it('has what a user may watch', async () => {
    expect((await held(kim))['The Heists']).toEqual(['Film 4', 'Film 5', 'Film 2', 'Film 1'])
  })
})
