import { describe, expect, it } from 'vitest'
import type { Stream } from '../../../src/model/search-result.ts'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { like, megabyte } from '../../support/dead-links.ts'
import { freePort } from '../../support/free-port.ts'
import { fileLasting, startMediaServer } from '../../support/media-files.ts'
import type { MediaServerOptions } from '../../support/media-files.ts'

type Instead = NonNullable<MediaServerOptions['instead']>

const film = () => fileLasting(5_400_000)

/** A film that is fine at `/film` and at every other path where `instead` takes no request. */
function startFilm(instead: Instead, options: MediaServerOptions = {}) {
  return startMediaServer(film(), { ...options, instead })
}

const at =
  (path: string, take: Instead): Instead =>
  (request, response) =>
    request.url === path && take(request, response)

const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Instead =>
  (_request, response) =>
    Boolean(response.writeHead(status, headers).end(body))

type Routes = Awaited<ReturnType<typeof startRoutes>>

/** Where a player is sent. */
async function sentTo({ get }: Routes, method = 'GET'): Promise<string> {
  const { headers } = await get(`/Videos/${itemId}/stream`, {}, method)
  return headers.location!
}

/** Routes for a version at this link, and a film that is like it. */
async function start(first: Partial<Stream>, setting: Parameters<typeof startRoutes>[0] = {}) {
  const other = await startFilm(() => false)
  const results = [
    like(first.url!, { filename: 'One.mkv', ...first }),
    like(`${other.url}/film`, { filename: 'Two.mkv', sourceId: 'beta' }),
  ]
  const routes = await startRoutes({ results, readsHeaders: true, ...setting })
  return { ...routes, other: `${other.url}/film` }
}

const page = answers(200, { 'content-type': 'text/html' }, '<html>')
const json = answers(200, { 'content-type': 'application/json' }, '{}')

describe('A link that its server shows to be dead while its header is read', () => {
  it.each([
    ['404', answers(404)],
    ['410', answers(410)],
    ['500', answers(500)],
    ['503', answers(503)],
  ])('gives way after the second try: %s', async (_what, instead) => {
    const server = await startFilm(instead)
    const routes = await start({ url: `${server.url}/dead` })
    expect(await sentTo(routes, 'HEAD')).toBe(routes.other)
    expect(server.paths).toEqual(['/dead', '/dead'])
    expect(routes.dead).toEqual(['links alpha status'])
    expect(await routes.standIns.hasFailed(routes.versions[0]!.ref)).toBe(true)
    expect(await sentTo(routes)).toBe(routes.other)
    expect(server.paths).toHaveLength(2)
  })

  it('gives way where it sends a clip that is far too small, twice', async () => {
    const server = await startFilm(() => false, { total: megabyte })
    const routes = await start({ url: `${server.url}/clip` })
    expect(await sentTo(routes)).toBe(routes.other)
    expect(server.paths).toEqual(['/clip', '/clip'])
    expect(routes.dead).toEqual(['links alpha invalid'])
  })

  it.each([
    ['404', answers(404)],
    ['a page', page],
  ])('is the one where it has the film the second time, after %s', async (_what, instead) => {
    const server = await startFilm(
      (request, response) => server.paths.length === 1 && instead(request, response),
    )
    const routes = await start({ url: `${server.url}/late` })
    expect(await sentTo(routes)).toBe(`${server.url}/late`)
    expect(server.paths).toEqual(['/late', '/late'])
    expect(routes.dead).toEqual([])
  })

  it('is read once for all players that begin at the same time, and counted once', async () => {
    const server = await startFilm(answers(404))
    const routes = await start({ url: `${server.url}/dead` })
    const players = Array.from({ length: 6 }, () => sentTo(routes))
    expect(await Promise.all(players)).toEqual(Array(6).fill(routes.other))
    expect(server.paths).toEqual(['/dead', '/dead'])
    expect(routes.dead).toEqual(['links alpha status'])
  })

  it('says nothing of another link to the same file', async () => {
    const server = await startFilm(at('/dead', answers(404)))
    const same = { filename: 'Film.mkv', size: 60 * megabyte, infoHash: 'a'.repeat(40), fileIdx: 1 }
    const results = ['dead', 'other'].map((name) => like(`${server.url}/${name}`, same))
    const routes = await startRoutes({ results, readsHeaders: true })
    expect(await sentTo(routes)).toBe(`${server.url}/other`)
    expect(server.paths).toEqual(['/dead', '/dead', '/other'])
    expect(routes.dead).toEqual(['links alpha status'])
  })

  it('is taken where three were dead: none is better', async () => {
    const server = await startFilm(answers(404))
    const names = ['a', 'b', 'c', 'd']
    const results = names.map((name) =>
      like(`${server.url}/${name}`, { filename: `Film.${name}.mkv` }),
    )
    const routes = await startRoutes({ results, readsHeaders: true })
    expect(await sentTo(routes)).toBe(`${server.url}/a`)
    expect(server.paths).toEqual(['/a', '/a', '/b', '/b', '/c', '/c'])
    expect(routes.dead).toHaveLength(3)
  })

  it('is not noticed where headers are not read', async () => {
    const server = await startFilm(answers(404))
    const url = `${server.url}/dead`
    const routes = await start({ url }, { readsHeaders: false })
    expect(await sentTo(routes)).toBe(url)
    expect([server.paths, routes.dead]).toEqual([[], []])
  })
})

describe('A link that its server may withhold from this service alone', () => {
  const withheld: [string, Instead][] = [
    ['401', answers(401)],
    ['403', answers(403)],
    ['451', answers(451)],
    ['a page', page],
    ['JSON', json],
  ]

  it.each(withheld)('gives way, but is not dead: %s', async (_what, instead) => {
    const server = await startFilm(instead)
    const routes = await start({ url: `${server.url}/withheld` })
    expect(await sentTo(routes, 'HEAD')).toBe(routes.other)
    expect(await sentTo(routes)).toBe(routes.other)
    expect(server.paths).toEqual(['/withheld', '/withheld'])
    expect(routes.dead).toEqual([])
    expect(await routes.standIns.hasFailed(routes.versions[0]!.ref)).toBe(false)
  })

  it('is taken before those that are dead', async () => {
    const server = await startFilm((request, response) =>
      answers(request.url === '/withheld' ? 403 : 404)(request, response),
    )
    const names = ['a', 'withheld', 'b', 'c']
    const results = names.map((name) =>
      like(`${server.url}/${name}`, { filename: `Film.${name}.mkv` }),
    )
    const routes = await startRoutes({ results, readsHeaders: true })
    expect(await sentTo(routes)).toBe(`${server.url}/withheld`)
    expect(routes.dead).toHaveLength(2)
  })
})

describe('A link that may be fine for players', () => {
  /** Where a player is sent that begins it, and which links are dead then. */
  const outcome = async (url: string, setting: Parameters<typeof startRoutes>[0] = {}) => {
    const routes = await start({ url }, setting)
    const sent = await sentTo(routes)
    const hasFailed = await routes.standIns.hasFailed(routes.versions[0]!.ref)
    return { sent, dead: routes.dead, hasFailed }
  }
  const fine = (url: string) => ({ sent: url, dead: [], hasFailed: false })

  it.each([
    ['is busy', answers(429, { 'retry-after': '60' })],
    ['asks to come back', answers(503, { 'retry-after': '60' })],
    ['sends a playlist', answers(200, { 'content-type': 'audio/mpegurl' }, '#EXTM3U\n')],
    ['packs its answers', answers(200, { 'content-encoding': 'gzip' }, 'x')],
    ['sends what nobody can read', answers(200, { 'content-type': 'video/avi' }, 'x')],
    ['has no such part', answers(416)],
  ])('is the one where its server %s', async (_what, instead) => {
    const server = await startFilm(instead)
    const url = `${server.url}/film`
    expect(await outcome(url)).toEqual(fine(url))
  })

  it.each(['video/x-matroska', 'application/octet-stream'])(
    'is the one where its server breaks off twice in what it sends as %s',
    async (type) => {
      const server = await startFilm((_request, response) =>
        response
          .writeHead(200, { 'content-type': type, 'content-length': 60 * megabyte })
          .write('x', () => response.destroy()),
      )
      const url = `${server.url}/film`
      expect(await outcome(url)).toEqual(fine(url))
      expect(server.paths).toEqual(['/film', '/film'])
    },
  )

  it('is the one where its server is slow', async () => {
    const server = await startFilm(() => true)
    const url = `${server.url}/film`
    expect(await outcome(url, { headersMs: 300 })).toEqual(fine(url))
  })

  it('is the one where this service does not reach its server', async () => {
    const url = `http://127.0.0.1:${await freePort()}/film`
    expect(await outcome(url)).toEqual(fine(url))
  })

  it('is the one where this service must not ask its server', async () => {
    const server = await startFilm(() => false)
    const url = `${server.url.replace('127.0.0.1', '127.0.0.2')}/film`
    expect(await outcome(url, { allowPrivate: ['127.0.0.1'] })).toEqual(fine(url))
    expect(server.paths).toEqual([])
  })
})
