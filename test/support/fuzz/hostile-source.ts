import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Ending } from '../ending.ts'
import { startRawUpstream, startUpstream } from '../upstream.ts'
import { hostileJson } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** Everything that a source says. */
export type SourceCase = {
  readonly manifest: Json
  readonly film: Json
  readonly series: Json
  readonly streams: Json
  readonly subtitles: Json
  /** Headers of its videos, a character for each byte. */
  readonly video: Readonly<Record<string, string>>
}

const addresses = [
  'https://pictures.example/é/日本.jpg',
  'https://pictures.example/\u0000\u0007x.jpg',
  'https://pictures.example/a\r\nX-Injected: 1',
  'https://pictures.example/\ud800.jpg',
  'https://höst.example/x y',
  'https://user:p%00ss@pictures.example/x',
  'https://pictures.example:99999/x',
  'http://[::1',
  'https://%00/',
  'https://',
  '//pictures.example/x',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  `https://pictures.example/${'é'.repeat(1_000)}`,
  'https://image.tmdb.org/t/p/original/\u0001x.jpg',
]
const odd = fc.oneof(fc.constantFrom<unknown>(...addresses), hostileJson([], 2))

/** The value with some parts, at any depth, replaced by others. */
function mutated(value: Json): Arbitrary<Json> {
  const paths = pathsOf(value)
  return fc
    .array(fc.tuple(fc.constantFrom(...paths), odd), { maxLength: 8 })
    .map((changes) =>
      changes.reduce<Json>((changed, [path, part]) => replaced(changed, path, part) as Json, value),
    )
}

function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, own]) => [
    [key],
    ...pathsOf(own).map((path) => [key, ...path]),
  ])
}

function replaced(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((own: unknown, index) =>
      String(index) === key ? replaced(own, rest, part) : own,
    )
  }
  return { ...value, [key]: replaced((value as Json)[key], rest, part) }
}

const title = {
  poster: 'https://pictures.example/poster.jpg',
  background: 'https://pictures.example/wide.jpg',
  logo: 'https://pictures.example/logo.png',
  posterShape: 'poster',
  description: 'What happens.',
  releaseInfo: '1999-2003',
  released: '1999-03-31T00:00:00.000Z',
  imdbRating: '8.7',
  runtime: '136 min',
  genres: ['Drama', 'Action'],
  cast: ['Ada Actor'],
  director: ['Dora Director'],
  country: 'Iceland',
  status: 'Ended',
  app_extras: {
    cast: [{ name: 'Ada', character: 'Eve', photo: 'https://pictures.example/a.jpg' }],
  },
  links: [{ name: 'Drama', category: 'Genres', url: 'stremio:///discover/x' }],
  trailers: [{ source: 'abcdefghijk', type: 'Trailer' }],
}
const series = {
  ...title,
  id: 'tt2000000',
  type: 'series',
  name: 'Show',
  videos: [1, 2, 3].map((episode) => ({
    id: `tt2000000:1:${episode}`,
    title: `Part ${episode}`,
    season: 1,
    episode,
    released: '2015-01-01T20:00:00.000Z',
    overview: 'What happens.',
    thumbnail: 'https://pictures.example/e.jpg',
  })),
}
const stream = {
  name: 'Source 1080p',
  title: 'Film.1999.1080p.BluRay.x264-GRP.mkv\n👤 5 💾 4 GB ⏱ 2h',
  url: '{video}',
  behaviorHints: {
    filename: 'Film.1999.1080p.BluRay.x264-GRP.mkv',
    videoSize: 4_000_000_000,
    videoHash: '0123456789abcdef',
    bingeGroup: 'group',
    notWebReady: true,
    countryWhitelist: ['isl'],
    proxyHeaders: {
      request: { 'User-Agent': 'agent', Referer: 'https://x.example/' },
      response: { 'content-type': 'video/mp4' },
    },
  },
  subtitles: [{ id: '1', url: '{video}', lang: 'eng' }],
}
const plain = { ...stream, behaviorHints: { filename: stream.behaviorHints.filename } }
const torrent = {
  name: 'P2P',
  infoHash: 'a'.repeat(40),
  fileIdx: 1,
  sources: ['tracker:udp://t.example:80'],
}
const manifest = {
  id: 'fuzz.source',
  version: '1.0.0',
  name: 'Fuzz',
  description: 'what this test says',
  logo: 'https://pictures.example/source.png',
  types: ['movie', 'series'],
  resources: [
    'catalog',
    'meta',
    'stream',
    { name: 'subtitles', types: ['movie'], idPrefixes: ['tt'] },
  ],
  idPrefixes: ['tt'],
  catalogs: [
    { type: 'movie', id: 'films', name: 'Films', extra: [{ name: 'skip' }] },
    { type: 'series', id: 'shows', name: 'Shows', extra: [{ name: 'genre', options: ['Drama'] }] },
  ],
}
const headerText = fc
  .uint8Array({ maxLength: 20 })
  .map((bytes) =>
    Buffer.from(bytes.filter((byte) => byte >= 0x20 && byte !== 0x7f)).toString('latin1'),
  )
const videoHeader = fc.oneof(
  headerText,
  fc.constantFrom(
    '"é日"',
    'bytes 0-0/*',
    'bytes */0',
    'gzip',
    'text/html',
    'image/svg+xml',
    'video/mp4',
    '-1',
    'x',
    '99999999999999999999',
  ),
)

/** A source without any fault. */
export const usualCase: SourceCase = {
  manifest,
  film: { ...title, id: 'tt1000000', type: 'movie', name: 'Film' },
  series,
  streams: { streams: [stream, plain, torrent] },
  subtitles: { subtitles: [{ id: '1', lang: 'eng', url: '{video}' }] },
  video: { 'content-type': 'video/mp4' },
}

export const sourceCase: Arbitrary<SourceCase> = fc.record({
  manifest: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Json>(manifest) },
    { weight: 1, arbitrary: mutated(manifest) },
  ),
  film: mutated(usualCase.film),
  series: mutated(usualCase.series),
  streams: mutated(usualCase.streams),
  subtitles: mutated(usualCase.subtitles),
  video: fc.dictionary(
    fc.constantFrom(
      'etag',
      'last-modified',
      'content-range',
      'content-encoding',
      'content-type',
      'accept-ranges',
      'content-disposition',
      'location',
      'x-other',
    ),
    videoHeader.map((text) => Buffer.from(text, 'utf8').toString('latin1')),
    { maxKeys: 4 },
  ),
})

/** A source that says what `current` holds, at an address of its own for each case. */
export async function startHostileSource(ends: Ending) {
  let current: SourceCase | null = null
  let count = 0

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const said = current && partOf(current, request.url ?? '')
    if (said === null) return void response.writeHead(404).end()
    const text = JSON.stringify(said).replaceAll('"{video}"', JSON.stringify(`${videos.url}/v.mkv`))
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

  function sendVideo(socket: Socket): void {
    const headers = Object.entries(current?.video ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n${headers.join('')}\r\nbytes`, 'latin1')
  }

  const videos = await startRawUpstream(sendVideo, ends)
  const upstream = await startUpstream(answer, '127.0.0.1', ends)
  return {
    /** The address of the manifest from now on. */
    say(next: SourceCase): string {
      current = next
      count += 1
      return `${upstream.url}/${count}/manifest.json`
    },
  }
}

function partOf(said: SourceCase, url: string): Json | null {
  const [, , resource, type] = url.split('/')
  const title = type === 'series' ? said.series : said.film
  if (resource === 'manifest.json') return said.manifest
  if (resource === 'catalog') return { metas: [title] }
  if (resource === 'meta') return { meta: title }
  if (resource === 'stream') return said.streams
  return resource === 'subtitles' ? said.subtitles : null
}
