import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectedLength } from '../../../src/library/expected-length.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { judgePlaylist } from '../../../src/services/streaming/judge-playlist.ts'
import { openVersion } from '../../../src/services/streaming/open-version.ts'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { like, page } from '../../support/dead-links.ts'
import { libraryItem } from '../../support/library-item.ts'
import { startUpstream } from '../../support/upstream.ts'

const path = `/Videos/${itemId}/stream`
const type = { 'content-type': 'application/vnd.apple.mpegurl' }

/** A whole playlist of so many segments of six seconds. */
function playlist(segments: number, end = '#EXT-X-ENDLIST\n'): string {
  const lines = Array.from({ length: segments }, (_, place) => `#EXTINF:6.0,\n${place}.ts\n`)
  return `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${lines.join('')}${end}`
}

const [clip, film] = [playlist(20), playlist(900)]

/** Playlists by name, of a title of 90 minutes; of several texts each comes once. */
async function start(texts: Record<string, string[]>, headers: Record<string, string> = {}) {
  const packs = headers['content-encoding'] === 'gzip'
  const upstream = await startUpstream((request, response) => {
    const left = texts[request.url!.slice(1).replace('.m3u8', '')]!
    const text = left.length > 1 ? left.shift()! : left[0]!
    const bytes = packs ? gzipSync(text) : Buffer.from(text)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1)
    const isPart = from !== undefined
    response.writeHead(isPart ? 206 : 200, {
      ...type,
      ...headers,
      'content-length': part.length,
      ...(isPart && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    })
    response.end(request.method === 'HEAD' ? undefined : part)
  })
  const results = Object.keys(texts).map((name) =>
    like(`${upstream.url}/${name}.m3u8`, {
      filename: null,
      parsedFile: { container: 'm3u8' } as never,
    }),
  )
  const routes = await startRoutes({ results })
  expect(libraryItem().runtimeMs).toBe(5_400_000)
  /** How many segments the player gets. */
  const segments = async (asked: object = {}) => {
    const { status, body } = await routes.get(path, { ...page, ...asked })
    return status === 200 ? body.split('#EXTINF').length - 1 : status
  }
  return { upstream, routes, segments }
}

describe('A playlist that is far shorter than its title', () => {
  it('is asked twice, then the version most like it plays', async () => {
    const { upstream, routes, segments } = await start({ clip: [clip], film: [film] })
    expect(await segments()).toBe(900)
    expect(upstream.paths).toEqual(['/clip.m3u8', '/clip.m3u8', '/film.m3u8'])
    expect(routes.dead).toEqual(['links alpha invalid'])
    expect(await segments()).toBe(900)
  })

  it.each([
    ['two bytes first', { range: 'bytes=0-1' }, {}],
    ['it packed', {}, { 'content-encoding': 'gzip' }],
  ])('gives way where a player asks for %s', async (_what, asked, headers) => {
    const { routes, segments } = await start({ clip: [clip], film: [film] }, headers)
    expect(await segments(asked)).toBe(900)
    expect(routes.dead).toEqual(['links alpha invalid'])
  })

  it('gives way for HEAD as for GET', async () => {
    const { routes, segments } = await start({ clip: [clip], film: [film] })
    expect((await routes.get(path, page, 'HEAD')).status).toBe(200)
    expect(routes.dead).toEqual(['links alpha invalid'])
    expect(await segments()).toBe(900)
  })

  it('plays where its server has the film the second time', async () => {
    const { upstream, routes, segments } = await start({ late: [clip, film], other: [film] })
    expect(await segments()).toBe(900)
    expect(upstream.paths).toEqual(['/late.m3u8', '/late.m3u8'])
    expect(routes.dead).toEqual([])
  })

  it('plays where nothing else does: it may say why', async () => {
    const { segments } = await start({ clip: [clip] })
    expect(await segments()).toBe(20)
  })

  it('is not at fault where its player leaves while it is read', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, type).write(film.slice(0, 1_000))
    })
    const { versions } = await startRoutes({ results: [like(upstream.url)] })
    const guarded = createGuardedFetch({ allowPrivate: true })
    onTestFinished(() => guarded.close())
    const leaving = new AbortController()
    const { signal } = leaving
    const request = { method: 'GET', range: null, ifRange: null, directives: {}, signal } as const
    const opened = await openVersion(guarded.open, versions[0]!, request, 10_000)
    const expected = expectedLength(libraryItem())
    const judging = judgePlaylist(opened, { open: guarded.open, request, expected, ms: 10_000 })
    leaving.abort()
    await expect(judging).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('A playlist that keeps its player waiting', () => {
  const container = { filename: null, parsedFile: { container: 'm3u8' } as never }
  const film900 = async () => {
    const upstream = await startUpstream((_request, response) =>
      response.writeHead(200, type).end(film),
    )
    return like(`${upstream.url}/film.m3u8`, container)
  }
  const segmentsOf = async (
    { get }: Awaited<ReturnType<typeof startRoutes>>,
    asked: Record<string, string>,
  ) => (await get(path, { ...page, ...asked })).body.split('#EXTINF').length - 1

  it.each([
    ['a part of it', { range: 'bytes=0-1' }],
    ['all of it', {}],
  ])('plays where its server is slow each time, asked for %s', async (_what, asked) => {
    const slow = await startUpstream((request, response) => {
      const isPart = request.headers.range !== undefined
      const answer = () =>
        response
          .writeHead(isPart ? 206 : 200, {
            ...type,
            ...(isPart && { 'content-range': `bytes 0-1/${film.length}` }),
          })
          .end(isPart ? film.slice(0, 2) : film)
      setTimeout(answer, 1_500)
    })
    const results = [like(`${slow.url}/slow.m3u8`, container), await film900()]
    const routes = await startRoutes({ results, beginTimes: { eachMs: 2_500 } })
    expect(await segmentsOf(routes, asked)).toBe(900)
    expect(routes.dead).toEqual([])
  })

  it.each([
    ['hangs', () => {}, 'timeout', { eachMs: 300 }],
    ['breaks off', (response: ServerResponse) => void response.destroy(), 'reset', {}],
  ])('gives way where it %s in the middle', async (_what, end, failure, beginTimes) => {
    const hanging = await startUpstream((_request, response) => {
      response.writeHead(200, type).write(film.slice(0, 1_000), () => end(response))
    })
    const results = [like(`${hanging.url}/hangs.m3u8`, container), await film900()]
    const routes = await startRoutes({ results, beginTimes })
    expect(await segmentsOf(routes, {})).toBe(900)
    expect(routes.dead).toEqual([`links alpha ${failure}`])
  })

  it('is asked for whole twice where it breaks off before it begins', async () => {
    const upstream = await startUpstream((request, response) => {
      const isPart = request.headers.range !== undefined
      response.writeHead(isPart ? 206 : 200, {
        ...type,
        ...(isPart && { 'content-range': `bytes 0-1/${film.length}` }),
      })
      if (isPart) response.end(film.slice(0, 2))
      else response.write('#', () => response.destroy())
    })
    const results = [like(`${upstream.url}/short.m3u8`, container), await film900()]
    const routes = await startRoutes({ results })
    expect(await segmentsOf(routes, { range: 'bytes=0-1' })).toBe(900)
    expect([upstream.paths.length, routes.dead]).toEqual([3, ['links alpha reset']])
  })

  it('plays where it breaks off once', async () => {
    const upstream = await startUpstream((_request, response) => {
      const isFirst = upstream.paths.length === 1
      response.writeHead(200, type)
      if (isFirst) response.write(film.slice(0, 1_000), () => response.destroy())
      else response.end(film)
    })
    const results = [like(`${upstream.url}/late.m3u8`, container), await film900()]
    const routes = await startRoutes({ results })
    expect(await segmentsOf(routes, {})).toBe(900)
    expect([upstream.paths.length, routes.dead]).toEqual([2, []])
  })
})

describe('A playlist that is short in itself', () => {
  it.each([
    ['may still grow', playlist(20, '')],
    [
      'says only what came since',
      playlist(20, '#EXT-X-SKIP:SKIPPED-SEGMENTS=880\n#EXT-X-ENDLIST\n'),
    ],
    ['has a segment whose length nobody knows', clip.replace('6.0', '')],
    ['is an eighth of the title', playlist(113)],
    ['has variants', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'],
  ])('plays where it %s', async (_what, text) => {
    const { upstream, routes, segments } = await start({ first: [text], film: [film] })
    expect(await segments()).toBe(text.split('#EXTINF').length - 1)
    expect(upstream.paths).toEqual(['/first.m3u8'])
    expect(routes.dead).toEqual([])
  })
})
