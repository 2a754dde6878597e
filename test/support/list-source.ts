import type { IncomingMessage, ServerResponse } from 'node:http'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { json, startUpstream } from './upstream.ts'

/** What a source says of a title, as the protocol writes it. */
export type ListedTitle = {
  readonly id: string
  readonly type: 'movie' | 'series'
  readonly name: string
  readonly releaseInfo?: string
  readonly released?: string
  readonly genres?: readonly string[]
  readonly studios?: readonly string[]
  readonly cast?: readonly string[]
  readonly director?: readonly string[]
  readonly certification?: string
  readonly imdbRating?: string
  readonly runtime?: string
  readonly status?: string
  readonly description?: string
  readonly poster?: string
  readonly background?: string
  readonly logo?: string
  readonly moviedb_id?: number
  readonly tvdb_id?: number
  readonly trailers?: readonly object[]
}

export type ListedEpisode = {
  readonly id: string
  readonly title: string
  readonly overview?: string
  readonly season: number
  readonly episode: number
  readonly released: string
  readonly filler?: boolean
  readonly recap?: boolean
}

export type ListedCatalog = {
  readonly type: 'movie' | 'series'
  readonly id: string
  readonly name: string
  /** Ids of titles, the newest first. */
  titles: readonly string[]
}

/** A source whose catalogs say everything of their titles that its details say; a title without details is unknown when it is opened. */
export async function startListSource({
  titles,
  catalogs,
  episodes,
  unknown = [],
  ends,
}: {
  titles: readonly ListedTitle[]
  catalogs: readonly ListedCatalog[]
  episodes: (id: string) => readonly ListedEpisode[]
  unknown?: readonly string[]
  ends: Ending
}) {
  const counts = { catalog: 0, meta: 0 }
  const manifest = {
    id: 'test.list',
    version: '1.0.0',
    name: 'List',
    description: 'titles of this test',
    types: ['movie', 'series'],
    resources: ['catalog', 'meta'],
    idPrefixes: ['tt', 'kitsu:'],
    catalogs: catalogs.map(({ type, id, name }) => ({ type, id, name, extra: [] })),
  }
  const titleOf = (id: string) => titles.find((title) => title.id === id)

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(request.url ?? '').replace(/\.json$/, '')
    const [, resource = '', , id = ''] = path.split('/')
    if (resource === 'manifest') return json(manifest)(request, response)
    counts[resource as keyof typeof counts] += 1
    if (resource === 'catalog') {
      const listed = catalogs.find((catalog) => catalog.id === id)?.titles ?? []
      return json({ metas: listed.map(titleOf) })(request, response)
    }
    const known = unknown.includes(id) ? undefined : titleOf(id)
    const videos = known?.type === 'series' ? episodes(id) : []
    return json({ meta: known ? { ...known, videos } : null })(request, response)
  }

  const upstream = await startUpstream(answer, '127.0.0.1', ends)
  return { counts, source: sourceAt(`${upstream.url}/manifest.json`, 'List') }
}
