import { expect, it } from 'vitest'
import {
  addonsBody,
  catalogBody,
  manifestBody,
  metaBody,
  streamsBody,
  subtitlesBody,
} from '../../src/sources/stremio/read-body.ts'
import type { BodyReader } from '../../src/sources/stremio/read-body.ts'
import { textOf } from '../../src/trackers/files/read-value.ts'
import { heapBytes } from '../support/heap-bytes.ts'

const long = 1_000_000
const answers = 12

const video = {
  id: 'tt1000001:1:1',
  title: 'Pilot',
  overview: 'It begins.',
  thumbnail: 'https://pictures.example/1.jpg',
  released: '2008-01-20',
}
const set = {
  id: 'set:1',
  name: 'The whole story',
  overview: 'All films.',
  poster: 'https://pictures.example/2.jpg',
  items: [{ id: 'tt1000002', name: 'First part' }],
}
const title = {
  id: 'tt1000001',
  type: 'movie',
  name: 'A film',
  originalName: 'Ein Film',
  aliases: ['Another name'],
  description: 'What happens.',
  poster: 'https://pictures.example/3.jpg',
  certification: 'PG-13',
  status: 'Ended',
  runtime: '90 min',
  genre: 'Drama, Science Fiction',
  genres: ['Drama'],
  cast: ['Somebody Wellknown'],
  collection: set,
  app_extras: {
    cast: [{ name: 'Somebody Else', character: 'The main part', photo: 'https://a.example/1' }],
  },
  trailers: [{ source: 'https://films.example/1' }],
  links: [
    { name: 'Some Director', category: 'directors', url: 'stremio:///search?search=Some' },
    { name: 'A saga', category: 'Sagas', url: 'stremio:///detail/movie/tt1000009' },
  ],
  behaviorHints: { defaultVideoId: 'tt1000001:1:1' },
  videos: [video],
}
const stream = {
  name: 'Source 1080p',
  description: 'A.Film.1080p.mkv',
  url: 'https://files.example/1.mkv',
  behaviorHints: { filename: 'A.Film.1080p.mkv', bingeGroup: 'group', videoHash: 'hash' },
}
const manifest = {
  id: 'org.example',
  name: 'Example',
  version: '1.0.0',
  description: 'Lists films.',
  logo: 'https://a.example/logo.png',
  types: ['movie'],
  idPrefixes: ['tt'],
  resources: ['catalog', { name: 'meta', types: ['movie'] }],
  catalogs: [
    { type: 'movie', id: 'top', name: 'Top', extra: [{ name: 'genre', options: ['Drama'] }] },
  ],
}

const readers: Readonly<Record<string, { json: object; read: (body: Buffer) => unknown }>> = {
  manifest: { json: manifest, read: reading(manifestBody) },
  meta: { json: { meta: title }, read: reading(metaBody({ type: 'movie', id: null })) },
  catalog: { json: { metas: [title] }, read: reading(catalogBody('movie')) },
  streams: { json: { streams: [stream] }, read: reading(streamsBody) },
  subtitles: {
    json: { subtitles: [{ id: 'English', url: 'https://a.example/1.srt', lang: 'eng' }] },
    read: reading(subtitlesBody),
  },
  addons: {
    json: { addons: [{ transportUrl: 'https://a.example/', transportName: 'http', manifest }] },
    read: reading(addonsBody),
  },
  files: {
    json: { name: 'A film' },
    read: (body) => textOf((JSON.parse(String(body)) as { name: string }).name),
  },
}

function reading<T>(reader: BodyReader<T>) {
  return (body: Buffer): T | null => {
    try {
      const work = reader(body, 'source.example')
      for (;;) {
        const { done, value } = work.next()
        if (done) return value.value
      }
    } catch {
      return null
    }
  }
}

function textsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return [path]
  return Object.entries(value as object).flatMap(([name, part]) => textsIn(part, [...path, name]))
}

/** With a very long text at the path, each time another one, that begins and ends as what was there. */
function lengthened(value: unknown, [name, ...rest]: readonly string[], mark: number): unknown {
  if (name === undefined) return `${String(value)} ${mark}, ${'x'.repeat(long)}`
  const changed = lengthened((value as Record<string, unknown>)[name], rest, mark)
  return Array.isArray(value)
    ? value.with(Number(name), changed)
    : { ...(value as object), [name]: changed }
}

const places = Object.entries(readers).flatMap(([name, { json }]) =>
  textsIn(json).map((path) => ({ name, place: path.join('.'), path })),
)

it.each(places)('What is read of $name keeps no more of $place than it shows', ({ name, path }) => {
  const { json, read } = readers[name]!
  const before = heapBytes()
  const kept = Array.from({ length: answers }, (_, mark) =>
    read(Buffer.from(JSON.stringify(lengthened(json, path, mark)))),
  )
  const held = heapBytes() - before
  const shown = JSON.stringify(kept).length
  expect(held - shown).toBeLessThan(long)
})
