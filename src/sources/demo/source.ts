import type { GuardedFetch } from '../../security/guarded-fetch.ts'
import { films } from './films.ts'
import type { Film } from './films.ts'

/** Nobody can own a name below `.invalid`, so this address never leads anywhere else. */
const origin = 'https://demo.invalid'

export const demoManifest = `${origin}/manifest.json`

const manifest = {
  id: 'demo.films',
  version: '1.0.0',
  name: 'Demo films',
  description:
    'Four films that anybody may watch, streamed from archive.org and download.blender.org.',
  resources: ['stream', 'catalog', 'meta'],
  types: ['movie'],
  idPrefixes: ['tt'],
  catalogs: [{ type: 'movie', id: 'demo', name: 'Demo films' }],
}

/** Answers for the demo source without asking any server; everything else passes. */
export function withDemoSource(fetch: GuardedFetch): GuardedFetch {
  return async (address, request) => {
    const url = URL.parse(address)
    if (url?.origin !== origin) return fetch(address, request)
    const answer = answerTo(url.pathname)
    return {
      status: answer === null ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(answer ?? {})),
      url: url.href,
    }
  }
}

function answerTo(path: string): object | null {
  if (path === '/manifest.json') return manifest
  if (path === '/catalog/movie/demo.json') return { metas: films.map(metaOf) }
  const [, resource, id] = /^\/(stream|meta)\/movie\/(\w+)\.json$/.exec(path) ?? []
  const film = films.find((one) => one.id === id)
  if (resource === 'stream') return { streams: film ? streamsOf(film) : [] }
  if (resource === 'meta') return { meta: film ? metaOf(film) : null }
  return null
}

function metaOf({ id, name, year, about, licence, picture }: Film) {
  return {
    id,
    type: 'movie',
    name,
    description: `${about} (${licence})`,
    releaseInfo: String(year),
    poster: picture,
  }
}

function streamsOf({ copies, licence }: Film) {
  return copies.map(({ filename, url }) => ({
    name: 'Demo films',
    description: `${filename}\n${licence}`,
    url,
    behaviorHints: { filename },
  }))
}
