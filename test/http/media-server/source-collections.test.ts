import { getCollectionApi } from '@jellyfin/sdk/lib/utils/api/collection-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { getUserViewApi } from '@jellyfin/sdk/lib/utils/api/user-view-api.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { serveAddon } from '../../support/stremio.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

type App = Awaited<ReturnType<typeof signInApp>>

const trilogy = { id: 'ctmdb.77', name: 'The Trilogy', poster: 'https://pictures.example/t.jpg' }
const film = (number: number, year: number, more: object = {}) => ({
  id: `tt100000${number}`,
  type: 'movie',
  name: `Film ${number}`,
  releaseInfo: String(year),
  certification: 'G',
  ...more,
})
const films = [
  film(1, 2003, { collection: { ...trilogy, description: 'All three.' } }),
  film(2, 1999, {
    links: [
      { category: 'Collection', name: 'The Trilogy', url: 'stremio:///detail/movie/tmdbc.77' },
    ],
  }),
  film(3, 2001, { certification: 'R', collection: trilogy }),
  film(4, 2020, {
    collection: { id: 7, items: 'none' },
    behaviorHints: { collection: [] },
    links: [null, 4],
  }),
  film(5, 1980, { certification: 'R', collection: { id: 'dark', name: 'Dark Films' } }),
]
const space = {
  id: 'tmdbc.10',
  type: 'movie',
  name: 'Space Collection',
  description: 'Nine films.',
}
const parts = [
  { id: 'tt1000004', title: 'Film 4', released: '2020-01-01T00:00:00.000Z', season: 1, episode: 2 },
  {
    id: 'tt3000001',
    title: 'Unlisted',
    released: '1977-05-25T00:00:00.000Z',
    season: 1,
    episode: 1,
  },
  { id: 'ttx3', title: 'Announced', released: '9999-01-01T00:00:00.000Z', season: 1, episode: 3 },
]

describe('Collections that sources name', () => {
  const ends = suiteEndings()
  const asked: string[] = []
  let service: Awaited<ReturnType<typeof startService>>
  let olga: App
  let kim: App

  beforeAll(async () => {
    const { url } = await serveAddon(
      {
        id: 'test.sets',
        version: '1.0.0',
        name: 'Sets',
        description: 'answers from this test',
        types: ['movie', 'collections'],
        resources: ['catalog', 'meta'],
        idPrefixes: ['tt', 'tmdbc.', 'ctmdb.', 'dark'],
        catalogs: [
          { type: 'movie', id: 'top', name: 'Top', extra: [] },
          { type: 'collections', id: 'tmdbc.popular', name: 'Popular', extra: [] },
        ],
      },
      {
        catalog: ({ type }) => ({ metas: type === 'movie' ? films : [space] }),
        meta({ id }) {
          asked.push(id)
          if (id === space.id) return { meta: { ...space, videos: parts } }
          return { meta: films.find((one) => one.id === id) ?? null }
        },
      },
      ends,
    )
    service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
    const owner = await service.createUser({
      sources: [sourceAt(url, 'Sets')],
      mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', maxRating: 'PG' }] },
    })
    olga = await signInApp(service.url, owner, 'phone')
    kim = await signInApp(service.url, { ...owner, uuid: `${owner.uuid}/Kim` }, 'tablet')
  })

  const boxSets = async ({ app }: App) =>
    (await getLibraryApi(app).getItems({ recursive: true, includeItemTypes: ['BoxSet'] })).data
      .Items!
  const named = async (who: App, name: string) =>
    (await boxSets(who)).find(({ Name }) => Name === name)!
  const namesIn = async ({ app }: App, parentId: string) =>
    (await getLibraryApi(app).getItems({ parentId })).data.Items!.map(({ Name }) => Name)

  it('are listed with name, picture, overview and number of titles, without asking for one', async () => {
    asked.length = 0
    const all = await boxSets(olga)
    expect(new Set(all.map(({ Name }) => Name))).toEqual(
      new Set(['Dark Films', 'Space Collection', 'The Trilogy']),
    )
    expect(asked).toEqual([])
    const { data: item } = await getLibraryApi(olga.app).getItem({
      itemId: (await named(olga, 'The Trilogy')).Id!,
    })
    expect(item).toMatchObject({
      Type: 'BoxSet',
      Overview: 'All three.',
      ChildCount: 3,
      CanDelete: false,
      ImageTags: { Primary: expect.any(String) },
    })
  })

  it('hold their films in the order of release', async () => {
    const { Id } = await named(olga, 'The Trilogy')
    expect(await namesIn(olga, Id!)).toEqual(['Film 2', 'Film 3', 'Film 1'])
  })

  it('are the library of a catalog of collections, whose films are read when one is opened', async () => {
    const views = (await getUserViewApi(olga.app).getUserViews()).data.Items!
    const types = new Map(views.map(({ Name, CollectionType }) => [Name, CollectionType]))
    expect(types.get('Popular')).toBe('boxsets')
    expect(types.get('Collections')).toBe('boxsets')
    const library = views.find(({ Name }) => Name === 'Popular')!
    expect(await namesIn(olga, library.Id!)).toEqual(['Space Collection'])
    const { Id } = await named(olga, 'Space Collection')
    expect(await namesIn(olga, Id!)).toEqual(['Unlisted', 'Film 4'])
    expect((await named(olga, 'Space Collection')).ChildCount).toBe(2)
    const every = await getLibraryApi(olga.app).getItems({ recursive: true })
    expect(every.data.Items!.map(({ Name }) => Name)).not.toContain('Space Collection')
  })

  it('show users with limits what they may watch, and none of which nothing is left', async () => {
    await expect
      .poll(async () => (await boxSets(kim)).map(({ Name }) => Name))
      .toContain('The Trilogy')
    const all = await boxSets(kim)
    expect(all.map(({ Name }) => Name)).not.toContain('Dark Films')
    const { Id, ChildCount } = await named(kim, 'The Trilogy')
    expect(ChildCount).toBe(2)
    expect(await namesIn(kim, Id!)).toEqual(['Film 2', 'Film 1'])
    const dark = await named(olga, 'Dark Films')
    await expect(getLibraryApi(kim.app).getItem({ itemId: dark.Id! })).rejects.toMatchObject({
      response: { status: 404 },
    })
  })

  it('are changed by nobody, and beside those of the household', async () => {
    const { Id } = await named(olga, 'The Trilogy')
    const api = getCollectionApi(olga.app)
    const refused = { response: { status: 403 } }
    await expect(api.addToCollection({ collectionId: Id!, ids: [Id!] })).rejects.toMatchObject(
      refused,
    )
    await expect(getLibraryApi(olga.app).deleteItem({ itemId: Id! })).rejects.toMatchObject(refused)
    const [own] = (
      await getLibraryApi(olga.app).getItems({ recursive: true, includeItemTypes: ['Movie'] })
    ).data.Items!
    const { data } = await api.createCollection({ name: 'Mine', ids: [own!.Id!] })
    expect((await boxSets(olga)).map((item) => item.Id)).toEqual(
      expect.arrayContaining([Id, data.Id]),
    )
    const query = `{ items(filter: { kinds: [COLLECTION] }) { nodes { name fromSource } } }`
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${olga.token}` },
      body: JSON.stringify({ query }),
    })
    const { data: answer } = (await response.json()) as {
      data: { items: { nodes: { name: string; fromSource: boolean }[] } }
    }
    const { nodes } = answer.items
    expect(nodes).toContainEqual({ name: 'Mine', fromSource: false })
    expect(nodes).toContainEqual({ name: 'The Trilogy', fromSource: true })
  })
})
