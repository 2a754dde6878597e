import { buffer } from 'node:stream/consumers'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { itemId, startRoutes, versionIds } from '../../support/byte-routes.ts'
import {
  begins,
  filmBytes,
  gone,
  like,
  megabyte,
  page,
  part,
  startFiles,
} from '../../support/dead-links.ts'
import { libraryItem, itemRef } from '../../support/library-item.ts'
import { startUpstream } from '../../support/upstream.ts'

describe('A dead link that is carried', () => {
  it('is asked twice, and the version most like it plays', async () => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const routes = await startRoutes({
      results: [
        like(`${files.url}/dead`),
        like(`${files.url}/other`, { bingeGroup: 'two' }),
        like(`${files.url}/alike`, { sourceId: 'beta' }),
      ],
    })
    expect(await begins(routes, itemId)).toBe('alike')
    expect(files.asked('/dead')).toBe(2)
    expect(routes.dead).toEqual(['links alpha status'])
    expect(await routes.standIns.hasFailed(itemRef({ kind: 'version', version: 1 }))).toBe(true)
  })

  it('redirects wrongly where it leads to an address that is never asked', async () => {
    const files = await startFiles()
    const { url } = await startUpstream((_request, response) => {
      response.writeHead(302, { location: 'ftp://files.example/film.mkv' }).end()
    })
    const routes = await startRoutes({ results: [like(url), like(`${files.url}/other`)] })
    expect(await begins(routes, itemId)).toBe('other')
    expect(routes.dead).toEqual(['links alpha redirects'])
  })

  it('goes on with the same file, on other nodes and when the link is back', async () => {
    const files = await startFiles()
    files.refuse('/dead', 404, 404)
    const cache = createMemoryCache({ maxBytes: megabyte })
    const setting = { results: [like(`${files.url}/dead`), like(`${files.url}/alike`)], cache }
    const first = await startRoutes(setting)
    expect(await begins(first, itemId)).toBe('alike')
    const second = await startRoutes(setting)
    expect(await begins(second, itemId, part(1_000))).toBe('alike')
    expect(await begins(first, versionIds[0]!, part(0))).toBe('alike')
    expect(files.asked('/dead')).toBe(2)
  })

  it.each([503, 404, 403])('plays where it answers the second time, after %s', async (status) => {
    const files = await startFiles()
    files.refuse('/film', status)
    const routes = await startRoutes({
      results: [like(`${files.url}/film`), like(`${files.url}/other`)],
    })
    expect(await begins(routes, itemId)).toBe('film')
    expect(files.asked('/film')).toBe(2)
    expect(routes.dead).toEqual([])
  })

  it.each([
    { first: 'a page', type: 'text/html', length: 5 },
    { first: 'a clip', type: 'video/mp4', length: megabyte },
  ])('plays where it sends $first once', async ({ type, length }) => {
    const upstream = await startUpstream((_request, response) => {
      const isFirst = upstream.paths.length === 1
      response.writeHead(200, {
        'content-type': isFirst ? type : 'video/mp4',
        'content-length': isFirst ? length : filmBytes,
      })
      if (isFirst) response.end(Buffer.alloc(length))
      else response.write('film')
    })
    const routes = await startRoutes({ results: [like(upstream.url)] })
    expect(await begins(routes, itemId)).toBe('film')
    expect(upstream.paths).toHaveLength(2)
    expect(routes.dead).toEqual([])
  })

  it('gets no stand-in once bytes of it may have been played: one more request, then an error', async () => {
    const files = await startFiles()
    files.refuse('/film', 500, 500)
    const routes = await startRoutes({
      results: [like(`${files.url}/film`), like(`${files.url}/other`)],
    })
    expect(await begins(routes, itemId, part(5_000))).toBe(503)
    expect([files.asked('/film'), files.asked('/other')]).toEqual([2, 0])
    expect(await begins(routes, itemId, part(5_000))).toBe('film')
  })

  it('stays with a film that is running while its link dies, and begins the next play with another', async () => {
    const files = await startFiles()
    const routes = await startRoutes({
      results: [like(`${files.url}/film`), like(`${files.url}/other`)],
    })
    expect(await begins(routes, itemId)).toBe('film')
    files.refuse('/film', ...gone)
    expect(await begins(routes, itemId, part(0))).toBe(503)
    expect(files.asked('/other')).toBe(0)
    expect(await begins(routes, itemId, part(0))).toBe('other')
  })

  it('is judged for HEAD as for GET', async () => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const { get } = await startRoutes({
      results: [like(`${files.url}/dead`), like(`${files.url}/alike`)],
    })
    const head = await get(`/Videos/${itemId}/stream`, page, 'HEAD')
    expect([head.status, head.headers['content-length']]).toEqual([200, String(filmBytes)])
  })

  it('tries three versions at most, and none in another language', async () => {
    const files = await startFiles()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) files.refuse(`/${name}`, ...gone)
    const routes = await startRoutes({
      results: names.map((name) =>
        like(`${files.url}/${name}`, {
          parsedFile: { languages: [name === 'b' ? 'German' : 'English'] } as never,
        }),
      ),
    })
    expect(await begins(routes, itemId)).toBe(503)
    expect(files.paths).toEqual(['/a', '/a', '/c', '/c', '/d', '/d'])
  })

  const inLanguages = (url: string, languages: readonly string[]) =>
    like(url, { parsedFile: { container: 'mkv', languages } as never })

  it.each([
    { dead: ['English'], others: [['German'], []], plays: 'other-1' },
    { dead: ['English'], others: [[], ['German', 'English']], plays: 'other-1' },
    { dead: [], others: [['German'], ['English']], plays: 'other-1' },
    { dead: [], others: [['English'], []], plays: 'other-1' },
    { dead: ['German'], others: [[], ['English']], plays: 503 },
    { dead: ['German', 'English'], others: [[], ['English']], plays: 503 },
    { dead: [], others: [['German'], ['Multi']], plays: 503 },
    { dead: [], others: [['English'], ['Japanese']], mediaType: 'anime', plays: 'other-1' },
    { dead: ['English'], others: [[]], mediaType: 'anime', plays: 503 },
  ])(
    'in $dead gives way among files in $others to $plays, since names leave out what is usual',
    async ({ dead, others, plays, mediaType = 'movie' }) => {
      const files = await startFiles()
      files.refuse('/dead', ...gone)
      const routes = await startRoutes({
        item: { ...libraryItem(), mediaType },
        results: [
          inLanguages(`${files.url}/dead`, dead),
          ...others.map((languages, place) =>
            inLanguages(`${files.url}/other-${place}`, languages),
          ),
        ],
      })
      expect(await begins(routes, itemId)).toBe(plays)
    },
  )

  it('gives way to none in a container that its player was not told of', async () => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const results = ['mkv', 'mp4', null].map((container, place) =>
      like(`${files.url}/${place === 0 ? 'dead' : 'other'}`, {
        filename: 'Film',
        parsedFile: { container } as never,
      }),
    )
    expect(await begins(await startRoutes({ results }), itemId)).toBe(503)
  })

  it('is asked for all players that begin at the same time together', async () => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const routes = await startRoutes({
      results: [like(`${files.url}/dead`), like(`${files.url}/alike`)],
    })
    const players = Array.from({ length: 6 }, () => begins(routes, itemId))
    expect(await Promise.all(players)).toEqual(Array(6).fill('alike'))
    expect(files.asked('/dead')).toBe(2)
    expect(routes.dead).toEqual(['links alpha status'])
  })

  it('may be a clip that is far too short, which plays only where nothing else does', async () => {
    const film = await startFiles()
    const clips = await startFiles(megabyte)
    const results = [like(`${clips.url}/clip`), like(`${film.url}/film`)]
    const routes = await startRoutes({ results })
    expect(await begins(routes, itemId)).toBe('film')
    expect(routes.dead).toEqual(['links alpha invalid'])
    const alone = await startRoutes({ results: results.slice(0, 1) })
    expect(await begins(alone, itemId)).toBe('clip')
  })

  it.each([
    { name: 'far below the size that was promised', size: 8_000, total: 90, plays: 'other' },
    { name: 'an episode of a season whose size was given', size: 8_000, total: 350, plays: 'film' },
    { name: 'small, and promised to be', size: 40, total: 40, plays: 'film' },
  ])('is judged by its size: $name', async ({ size, total, plays }) => {
    const files = await startFiles(total * megabyte)
    const other = await startFiles(8_000 * megabyte)
    const routes = await startRoutes({
      results: [like(`${files.url}/film`, { size: size * megabyte }), like(`${other.url}/other`)],
    })
    expect(libraryItem().runtimeMs).toBe(5_400_000)
    expect(await begins(routes, itemId)).toBe(plays)
  })
})

describe('A dead link that players are sent to', () => {
  it('gives way to the version most like it once an app says that it failed', async () => {
    const routes = await startRoutes({
      results: [
        like('https://a.example/dead'),
        like('https://b.example/other', { bingeGroup: 'two' }),
        like('https://c.example/alike', { sourceId: 'beta' }),
      ],
    })
    const place = async (headers = {}) =>
      (await routes.get(`/Videos/${itemId}/stream`, headers)).headers.location
    expect(await place()).toBe('https://a.example/dead')
    const { home, standIns, versions } = routes
    const report = () => standIns.markFailed(home, libraryItem(), versions[0]!.ref, 'redirect')
    await report()
    expect(await place({ range: 'bytes=5-' })).toBe('https://a.example/dead')
    expect(await place()).toBe('https://c.example/alike')
    expect(await place({ range: 'bytes=5-' })).toBe('https://c.example/alike')
    await report()
    expect(await place()).toBe('https://b.example/other')
    // Each once; where the bytes are carried, the service sees by itself what fails.
    await standIns.markFailed(home, libraryItem(), versions[0]!.ref, 'proxied')
    expect(routes.dead).toEqual(['links alpha reported', 'links beta reported'])
  })
})

describe('A connection that breaks in the middle', () => {
  const film = Buffer.from(Array.from({ length: 5_000 }, (_, place) => place % 251))

  /** Breaks the answer off after some bytes; parts of it carry this ETag. */
  async function startBreaking(later: string, headers = {}) {
    return startUpstream((request, response) => {
      const isPart = request.headers.range !== undefined
      const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
      const rest = film.subarray(Number(from))
      response.writeHead(request.headers.range ? 206 : 200, {
        'content-type': 'video/mp4',
        'content-length': rest.length,
        'accept-ranges': 'bytes',
        etag: isPart ? later : '"one"',
        ...(request.headers.range && {
          'content-range': `bytes ${from}-${film.length - 1}/${film.length}`,
        }),
        ...headers,
      })
      if (isPart) return response.end(rest)
      return response.write(rest.subarray(0, 2_000), () => response.destroy())
    })
  }

  it('goes on where it broke with the same file', async () => {
    const upstream = await startBreaking('"one"')
    const { open } = await startRoutes({ results: [{ url: upstream.url }] })
    const answer = await open(`/Videos/${itemId}/stream`, page)
    expect((await buffer(answer)).equals(film)).toBe(true)
    const asked = upstream.headers.at(-1)!
    expect(asked).toMatchObject({ 'if-range': '"one"', range: expect.stringMatching(/-4999$/) })
  })

  it.each([
    { name: 'the file is another one now', later: '"two"', headers: {} },
    { name: 'the file cannot be told apart', later: 'W/"one"', headers: { etag: 'W/"one"' } },
  ])('ends the answer too where $name', async ({ later, headers }) => {
    const upstream = await startBreaking(later, headers)
    const { open } = await startRoutes({ results: [{ url: upstream.url }] })
    const answer = await open(`/Videos/${itemId}/stream`, page)
    await expect(text(answer)).rejects.toThrow('aborted')
  })
})
