import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { imdbOf, range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService, unknownUuid } from '../../support/service.ts'
import { json, startUpstream, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const english = { id: 'e', url: 'https://subtitles.example/en.srt', lang: 'eng' }
const german = { id: 'g', url: 'https://subtitles.example/de.srt', lang: 'ger' }
const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 3),
  genres: ['Comedy', 'Drama'],
  subtitles: [english],
  ends: afterAll,
})
const manifest = json({
  id: 'test.beta',
  version: '1.0.0',
  name: 'Beta',
  types: ['movie'],
  resources: ['subtitles'],
  catalogs: [],
})
let betas: Handler = status(503)
const beta = await startUpstream(
  (request, response) => (request.url === '/manifest.json' ? manifest : betas)(request, response),
  '127.0.0.1',
  afterAll,
)
const { request, createUser, url } = await startService({}, afterAll)
const user = await createUser({
  sources: [alpha.source, sourceAt(`${beta.url}/manifest.json`, 'Beta')],
  mediaServer: { owner: { name: 'Olga' } },
})
const base = `/stremio/${user.uuid}/${user.token}`
const subtitles = (film: number) => request(`${base}/subtitles/movie/${imdbOf(film)}.json`)

describe('Subtitles', () => {
  it('are not kept while a source fails, and for an hour once all have answered', async () => {
    const failing = await subtitles(1)
    expect(failing.body).toEqual({ subtitles: [english] })
    expect(failing.headers.get('cache-control')).toBe('no-cache')
    betas = json({ subtitles: [german] })
    const whole = await subtitles(2)
    expect(whole.body).toEqual({
      subtitles: [english, german],
      cacheMaxAge: 3_600,
      staleRevalidate: 86_400,
      staleError: 604_800,
    })
    expect(whole.headers.get('cache-control')).toBe(
      'private, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800',
    )
  })
})

describe('A title', () => {
  const path = `meta/movie/${imdbOf(1)}.json`

  it('is kept for ten minutes, and shown for a day while it is renewed', async () => {
    const { body, headers } = await request(`${base}/${path}`)
    expect(body).toMatchObject({ cacheMaxAge: 600, staleRevalidate: 86_400, staleError: 604_800 })
    expect(headers.get('cache-control')).toBe(
      'private, max-age=600, stale-while-revalidate=86400, stale-if-error=604800',
    )
  })

  it.each([`${base}/u/Olga/${path}`, `${base}/meta/movie/${imdbOf(9)}.json`])(
    'is not kept at %s',
    async (own) => {
      const { body, headers } = await request(own)
      expect(Object.keys(body)).toEqual(['meta'])
      expect(headers.get('cache-control')).toBe('no-cache')
    },
  )
})

describe('While the manifest of a source is missing', () => {
  const down = sourceAt('http://127.0.0.1:9/manifest.json', 'Down')
  const merged = [{ id: 'm', name: 'M', catalogs: ['alpha/movie/top', 'down/movie/top'] }]
  const rules = [{ catalog: 'm', name: 'Merged', genres: ['Drama'] }]

  it.each([
    ['a catalog that may be its own is', 'movie/unknown', 0, 'no-cache'],
    ['a merged catalog is', 'movie/m', 3, 'no-cache'],
    ['a genre of a merged catalog is', 'movie/<Merged: Drama>', 2, 'no-cache'],
    ['a search is', 'movie/search.all/search=film', 3, 'no-cache'],
    [
      'a catalog of another source is',
      'series/<Shows of Alpha>',
      1,
      expect.stringContaining('max-age=300'),
    ],
  ])('%s kept as it should', async (_what, path, length, kept) => {
    const one = await createUser({
      sources: [alpha.source, { ...down, id: 'down' }],
      catalogs: { merged, rules },
    })
    const own = `/stremio/${one.uuid}/${one.token}`
    const { body: shown } = await request(`${own}/manifest.json`)
    const { catalogs } = shown as unknown as { catalogs: { name: string; id: string }[] }
    const idOf = (_all: string, wanted: string) => catalogs.find(({ name }) => name === wanted)!.id
    const { body, headers } = await request(`${own}/catalog/${path.replace(/<(.*)>/, idOf)}.json`)
    expect([body, headers.get('cache-control')]).toMatchObject([{ metas: { length } }, kept])
  })
})

describe('A page of any site may read', () => {
  const paths = [
    'manifest.json',
    'configure',
    `stream/movie/${imdbOf(1)}.json`,
    'catalog/movie/top.json',
    `meta/movie/${imdbOf(1)}.json`,
    `subtitles/movie/${imdbOf(1)}.json`,
    'addon_catalog/other/list.json',
  ]
  const places = [
    [200, base],
    [200, `${base}/u/Olga`],
    [401, `/stremio/${user.uuid}/wrong-horse`],
    [401, `/stremio/${unknownUuid}/${user.token}`],
    [404, '/stremio/u/nobody'],
    [404, '/stremio/p/nobody'],
    [404, `${base}/u/Nobody`],
  ] as const

  it.each(places)('each answer with status %i at %s', async (code, place) => {
    for (const path of paths) {
      const answer = await request(`${place}/${path}`)
      const allowed = answer.headers.get('access-control-allow-origin')
      expect([path, answer.status, allowed]).toEqual([path, code, '*'])
    }
  })

  it.each([
    [404, '/stremio/play/nothing/stream.mkv'],
    [404, '/stremio/nothing'],
    [200, '/stremio/manifest.json'],
    [200, '/stremio/configure'],
  ])('the answer with status %i at %s', async (code, path) => {
    const answer = await request(path)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([code, '*'])
  })

  it('what it asks for with headers of its own, wherever that is', async () => {
    for (const [, place] of places) {
      const { status: code, headers } = await fetch(`${url}${place}/manifest.json`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://player.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-player',
        },
      })
      expect([code, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(headers.get('access-control-allow-headers')).toBe('x-player')
    }
  })
})
