// A source of catalogs, and of one film to fetch, for the bench: `node library-server.ts PORT CATALOGS TITLES [PICTURES]`
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { filmBytes } from '../library.ts'

const [port, catalogs, titles] = process.argv.slice(2).map(Number) as [number, number, number]
const pictures = process.argv[5] ?? 'https://pictures.example'
const pageSize = 100
const films = Math.ceil(catalogs / 2)
const genres = ['Drama', 'Comedy', 'Horror', 'Western', 'Mystery']
const chunk = Buffer.alloc(1024 * 1024, 7)

const typeOf = (catalog: number): string => (catalog < films ? 'movie' : 'series')

function preview(catalog: number, index: number) {
  const number = catalog * titles + index
  return {
    id: `tt${5_000_000 + number}`,
    type: typeOf(catalog),
    name: `${['The', 'A', ''][number % 3]} Title ${(number * 7919) % 100_003}`.trim(),
    poster: `${pictures}/poster/${number}.jpg`,
    background: `${pictures}/background/${number}.jpg`,
    releaseInfo: String(1950 + (number % 70)),
    genres: [genres[number % 5], genres[(number + 2) % 5]],
    imdbRating: String((number % 100) / 10),
    description: `What happens in title ${number}, told in one sentence of the usual length for a catalog.`,
    runtime: `${60 + (number % 90)} min`,
  }
}

function meta(id: string) {
  const number = Number(id.slice(2)) - 5_000_000
  const catalog = Math.floor(number / titles)
  const videos = Array.from({ length: typeOf(catalog) === 'movie' ? 0 : 24 }, (_, index) => ({
    id: `${id}:${Math.floor(index / 12) + 1}:${(index % 12) + 1}`,
    title: `Episode ${index + 1}`,
    season: Math.floor(index / 12) + 1,
    episode: (index % 12) + 1,
    released: '2015-06-01T00:00:00.000Z',
  }))
  return { ...preview(catalog, number % titles), videos }
}

function answer(path: string, host: string): object | null {
  const [resource, , id = '', extra = ''] = path
    .replace(/\.json$/, '')
    .split('/')
    .slice(1)
  if (resource === 'manifest') {
    return {
      id: 'bench.library',
      version: '1.0.0',
      name: 'Bench library',
      types: ['movie', 'series'],
      resources: ['catalog', 'meta', 'stream'],
      idPrefixes: ['tt'],
      catalogs: Array.from({ length: catalogs }, (_, catalog) => ({
        type: typeOf(catalog),
        id: String(catalog),
        name: `Catalog ${catalog}`,
        extra: [{ name: 'skip' }],
      })),
    }
  }
  if (resource === 'meta') return { meta: meta(id) }
  if (resource === 'stream') {
    const filename = 'Film.2015.1080p.WEB-DL.x264-BENCH.mp4'
    return {
      streams: [
        { name: 'Bench', url: `http://${host}/film/${filmBytes}`, behaviorHints: { filename } },
      ],
    }
  }
  if (resource !== 'catalog') return null
  const skip = Number(new URLSearchParams(extra).get('skip') ?? 0)
  const size = Math.max(0, Math.min(pageSize, titles - skip))
  return { metas: Array.from({ length: size }, (_, index) => preview(Number(id), skip + index)) }
}

/** As many bytes as the path says, as fast as they are taken. */
function sendFilm(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes })
  let left = bytes
  const pump = (): void => {
    while (left > 0) {
      const part = left < chunk.length ? chunk.subarray(0, left) : chunk
      left -= part.length
      if (!response.write(part)) {
        response.once('drain', pump)
        return
      }
    }
    response.end()
  }
  pump()
}

createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '/')
  const film = /^\/film\/(\d+)/.exec(path)
  if (film) return sendFilm(response, Number(film[1]))
  const body = answer(path, request.headers.host ?? '')
  response.statusCode = body ? 200 : 404
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body ?? {}))
}).listen(port, '127.0.0.1')
