import { afterAll, expect, it } from 'vitest'
import { sourceAt } from '../support/addon.ts'
import { signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { serveAddon } from '../support/stremio.ts'

const asked: string[] = []
const films = [
  { id: 'tt0000001', type: 'movie', name: 'Meadow', certification: 'G', genres: ['Family'] },
  { id: 'tt0000002', type: 'movie', name: 'Terror', certification: 'R', genres: ['Horror'] },
]
/** Has streams under more ids than it describes, and does not mind what follows a number. */
const { url } = await serveAddon(
  {
    id: 'test.lenient',
    version: '1.0.0',
    name: 'Lenient',
    description: 'a source of this test',
    types: ['movie'],
    resources: [
      { name: 'meta', types: ['movie'], idPrefixes: ['tt', 'tvdb:'] },
      { name: 'stream', types: ['movie'], idPrefixes: ['tt', 'tmdb:', 'tvdb:', 'stub:'] },
    ],
    catalogs: [{ type: 'movie', id: 'films', name: 'Films' }],
  },
  {
    catalog: () => ({ metas: films }),
    meta({ id }) {
      const exact = films.find((film) => film.id === id)
      const unrated = { id, type: 'movie', name: 'A film', imdb_id: 'tt0000002' }
      return { meta: exact ?? unrated }
    },
    stream({ id }) {
      asked.push(id)
      return {
        streams: [{ name: 'Stream', title: 'Film.1080p.mkv', url: 'https://cdn.example/1' }],
      }
    },
  },
  afterAll,
)

const service = await startService({}, afterAll)
const owner = await service.createUser({
  sources: [sourceAt(url, 'Lenient')],
  mediaServer: {
    owner: { name: 'Olga' },
    users: [{ name: 'Kim', maxRating: 12, blockedGenres: ['Horror'] }],
  },
})
const tokenOf = async (name: string) =>
  (await signInApp(service.url, { ...owner, uuid: `${owner.uuid}/${name}` }, name)).token
const tokens = { Kim: await tokenOf('Kim'), Olga: await tokenOf('Olga') }

/** How many streams each way to them gives. */
async function streamsOf(user: 'Kim' | 'Olga', id: string): Promise<readonly number[]> {
  const headers = { 'x-emby-token': tokens[user] }
  const query = 'query ($id: String!) { search(type: "movie", id: $id) { results { url } } }'
  const json = { query, variables: { id } }
  const graphql = await service.request('/graphql', { method: 'POST', headers, json })
  const rest = await service.request(`/rest/search/${encodeURIComponent(id)}?type=movie`, {
    headers,
  })
  const addon = await service.request(
    `/stremio/${owner.uuid}/${owner.token}/u/${user}/stream/movie/${encodeURIComponent(id)}.json`,
  )
  const ofAddon = JSON.parse(addon.text).streams as { url?: string }[]
  return [
    JSON.parse(graphql.text).data.search.results.length,
    rest.text.split('cdn.example').length - 1,
    ofAddon.filter((stream) => stream.url?.includes('cdn.example')).length,
  ]
}

it.each([
  'tt0000002',
  'tt0000002:',
  'tt0000002 ',
  'tt0000002/x',
  'tt0000002?x',
  'tt2',
  'TT0000002',
  'tmdb:2',
  'tmdb:2:',
  'tvdb:2',
  'stub:2',
])('A film that a user may not watch has no streams as "%s"', async (id) => {
  asked.length = 0
  expect(await streamsOf('Kim', id)).toEqual([0, 0, 0])
  expect(asked).toEqual([])
  expect(await streamsOf('Olga', id)).toEqual([1, 1, 1])
})

it('A film that the user may watch has streams', async () => {
  expect(await streamsOf('Kim', 'tt0000001')).toEqual([1, 1, 1])
})
