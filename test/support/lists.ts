import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { sourceAt } from './addon.ts'
import { signInApp } from './media-client.ts'
import { startService } from './service.ts'
import { json, startUpstream } from './upstream.ts'

type Preview = { id: string; type: string; name: string; [field: string]: unknown }
export type Item = { Id: string; Name: string; Type: string; UserData: { Played: boolean } }

const movie = (id: string, name: string, values: object = {}): Preview => ({
  id,
  type: 'movie',
  name,
  ...values,
})

const films = [
  movie('tmdb:550', 'Shared Number', { releaseInfo: '1999' }),
  movie('tt0133093', 'The Matrix', {
    moviedb_id: 603,
    certification: 'R',
    releaseInfo: '1999',
    genres: ['Action'],
    studios: ['Warner'],
    cast: ['Keanu Reeves'],
    imdbRating: '8.7',
  }),
  movie('tt0234215', 'Reloaded', { certification: 'R', releaseInfo: '2003', runtime: '138 min' }),
  movie('tt0000101', 'Wait', { certification: 'G', genres: ['Drama'], releaseInfo: '1955' }),
  movie('tt0000102', 'Titanic', { certification: 'PG-13', releaseInfo: '1997', imdbRating: '7' }),
  movie('tt0000103', 'Catch It', { studios: ['Acme'] }),
  movie('tt0000104', 'Italian Nights', { certification: 'PG', runtime: '80 min' }),
  movie('tt0000105', 'It', { releaseInfo: '2017', cast: ['Ada Actor'], studios: ['Warner'] }),
  movie('tt0000106', 'Spider Man', { releaseInfo: '2002', genres: ['Action'] }),
  movie('tt0000107', '2012', { releaseInfo: '2009' }),
  movie('tt0000108', '21 Jump Street', { releaseInfo: '2012' }),
]
const bare = [movie('tt0000201', 'Bare One'), movie('tt0000202', 'Bare Two')]
const shows: readonly Preview[] = [
  { id: 'tmdb:550', type: 'series', name: 'Series of the same number' },
  { id: 'tt0000301', type: 'series', name: 'Long Show', genres: ['Drama'], status: 'Ended' },
  { id: 'tt0000302', type: 'series', name: 'Other Show', status: 'Continuing' },
]
const episodes = (id: string) =>
  [0, 1, 2].flatMap((season) =>
    Array.from({ length: season === 0 ? 1 : 11 }, (_, index) => ({
      id: `${id}:${season}:${index + 1}`,
      // The last comes first by its name.
      title: `${String.fromCodePoint(122 - index)} part`,
      season,
      episode: index + 1,
      released: new Date(Date.UTC(2015, season, index + 1)).toISOString(),
    })),
  )

const catalogs = [
  { type: 'movie', id: 'films', name: 'Films', extra: [] },
  { type: 'series', id: 'shows', name: 'Shows', extra: [] },
  { type: 'movie', id: 'bare', name: 'Bare', extra: [{ name: 'genre', options: ['Western'] }] },
]
const manifest = {
  id: 'test.lists',
  version: '1.0.0',
  name: 'Lists',
  description: 'lists of this test',
  types: ['movie', 'series'],
  resources: ['catalog', 'meta'],
  idPrefixes: ['tt', 'tmdb'],
  catalogs,
}

function meta(type: string, id: string): object | null {
  const known = [...films, ...bare, ...shows].find((one) => one.type === type && one.id === id)
  if (id === 'tmdb:603') return movie(id, 'Matrix')
  if (id === 'tmdb:604') return movie(id, 'Matrix 2', { imdb_id: 'tt0234215' })
  if (id === 'tt0000105')
    return { ...known, genres: ['Horreur'], studios: ['New Line'], cast: ['Ada Actor'] }
  return known ? { ...known, videos: type === 'series' ? episodes(id) : [] } : null
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? '').replace(/\.json$/, '')
  const [, resource = '', type = '', id = '', extra = ''] = path.split('/')
  const lists: Record<string, readonly Preview[]> = { films, shows, bare }
  const metas = extra === 'genre=Western' ? bare.slice(1) : (lists[id] ?? [])
  if (resource === 'manifest') json(manifest)(request, response)
  else if (resource === 'catalog') json({ metas })(request, response)
  else json({ meta: meta(type, id) })(request, response)
}

export const namesOf = (items: readonly Item[]): string[] => items.map(({ Name }) => Name)

type Service = Awaited<ReturnType<typeof startService>>

/** A service whose one source lists films, series, and titles without genres. */
export async function startLists(onEnd: Parameters<typeof startService>[1]) {
  const upstream = await startUpstream(answer, '127.0.0.1', onEnd)
  const service = await startService({}, onEnd)
  return { service, openHousehold: () => openHousehold(service, upstream.url) }
}

/** Somebody who has watched nothing yet. */
async function openHousehold(service: Service, source: string) {
  const { itemIds } = service.service.services
  const owner = await service.createUser({
    sources: [sourceAt(`${source}/manifest.json`, 'Lists')],
  })
  const { token } = await signInApp(service.url, owner)

  async function ask(path: string, method = 'GET') {
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const response = await fetch(service.url + path, { method, headers })
    return { status: response.status, body: response.ok ? await response.json() : null }
  }

  async function list(query: string, root = '/Items?'): Promise<Item[]> {
    const { status, body } = await ask(root + query)
    expect(status).toBe(200)
    return body.Items
  }

  const views = await list('', '/UserViews?')
  const library = (name: string): string => views.find(({ Name }) => Name === name)!.Id
  const names = async (query: string): Promise<string[]> => namesOf(await list(query))

  const idOf = async (name: string, kind = 'Movie'): Promise<string> => {
    const all = await list(`recursive=true&includeItemTypes=${kind}`)
    return all.find(({ Name }) => Name === name)!.Id
  }

  const tmdbFilm = (number: number): string => {
    const { configuration } = itemIds.decode(library('Films'))!
    const none = { season: null, episode: null, version: 0 }
    return itemIds.encode({ configuration, kind: 'movie', space: 'tmdb', number, ...none })
  }

  return { owner, ask, list, library, names, idOf, tmdbFilm }
}
