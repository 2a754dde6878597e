import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { stream } from '../../support/streams.ts'
import { until } from '../../support/until.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const path = `/Videos/${itemId}/stream`
const mpegurl = { 'content-type': 'audio/mpegurl' }
const playlist = '#EXTM3U\n#EXTINF:4,\none.ts\n'

/** A version with this server at `/<name>`, carried because of its headers. */
async function start(name: string, handler: Handler, eachMs = 10_000) {
  const upstream = await startUpstream((request, response) => {
    if (request.url === '/other.mp4') {
      return void response.writeHead(200, { 'content-type': 'video/mp4' }).end('other')
    }
    return handler(request, response)
  })
  const version = (file: string) => ({
    url: `${upstream.url}/${file}`,
    requestHeaders: {},
    filename: null,
    // Its name says nothing.
    parsedFile: stream().parsedFile,
  })
  return {
    upstream,
    ...(await startRoutes({
      results: [version(name), version('other.mp4')],
      beginTimes: { eachMs, lastMs: 10_000 },
    })),
  }
}

const sends =
  (headers: Record<string, string | number>, body: string | Buffer = playlist): Handler =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body)

describe('A server of playlists', () => {
  it.each([
    ['its type', 'live', sends(mpegurl)],
    ['an old type', 'live', sends({ 'content-type': 'application/x-mpegURL; charset=utf-8' })],
    ['a type that says film and playlist', 'live', sends({ 'content-type': 'video/x-mpegurl' })],
    ['another such type', 'live', sends({ 'content-type': 'video/mpegurl' })],
    ['its address', 'live.m3u8?a=1', sends({})],
    [
      'its address and first bytes, whatever its type',
      'live.m3u8',
      sends({ 'content-type': 'video/mp2t' }),
    ],
    [
      'its address, packed, whatever its type',
      'live.m3u8',
      sends({ 'content-type': 'video/mp2t', 'content-encoding': 'gzip' }, gzipSync(playlist)),
    ],
    ['its first bytes', 'live', sends({ 'content-type': 'text/plain' })],
    [
      'its first bytes, one by one',
      'live',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const next = (at: number): void => {
          if (at === playlist.length) response.end()
          else response.write(playlist[at], () => setImmediate(() => next(at + 1)))
        }
        next(0)
      },
    ],
    [
      'its type, packed',
      'live',
      sends({ ...mpegurl, 'content-encoding': 'gzip' }, gzipSync(playlist)),
    ],
  ] satisfies [string, string, Handler][])('is known by %s', async (_case, name, handler) => {
    const { get } = await start(name, handler)
    for (const range of [{}, { range: 'bytes=0-' }]) {
      const { status, body, headers } = await get(path, range)
      expect([status, headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl'])
      expect(body).toMatch(/^#EXTM3U\n#EXTINF:4,\n\.\.\/\w{32}\/hls\/segment\.ts\?target=[\w-]+\n$/)
      expect(headers).not.toHaveProperty('content-encoding')
    }
  })

  it('is known where a player begins in the middle', async () => {
    const { get } = await start('live', ({ headers }, response) => {
      if (!headers.range) return void response.end(playlist)
      const part = playlist.slice(3)
      const range = `bytes 3-${playlist.length - 1}/${playlist.length}`
      return void response.writeHead(206, { 'content-range': range }).end(part)
    })
    expect((await get(path, { range: 'bytes=3-' })).body).toMatch(/^#EXTM3U\n/)
  })

  it.each([
    ['nothing', sends(mpegurl, '')],
    ['something else', sends(mpegurl, '<html>')],
    ['a failure', (_, response) => void response.writeHead(500).end()],
    ['no bytes', (_, response) => response.writeHead(200, mpegurl).flushHeaders()],
    [
      'half of its first word',
      (_, response) => {
        response.writeHead(200, { ...mpegurl, 'content-length': 100 }).write('#EXT')
        setImmediate(() => response.destroy())
      },
    ],
    [
      'half of it',
      (_, response) => {
        response.writeHead(200, { ...mpegurl, 'content-length': 1_000 }).write(playlist)
        setImmediate(() => response.destroy())
      },
    ],
  ] satisfies [string, Handler][])(
    'that sends %s is dead, and another one plays',
    async (_case, handler) => {
      const { get, dead } = await start('live', handler, 400)
      const answer = await get(path)
      expect([answer.status, answer.body]).toEqual([200, 'other'])
      expect(dead).toHaveLength(1)
    },
  )

  it.each([
    ['too much', sends(mpegurl, `${playlist}${'#\n'.repeat(3_000_000)}`), '4 MB'],
    [
      'a bomb',
      sends(
        { ...mpegurl, 'content-encoding': 'gzip' },
        gzipSync(`${playlist}${'#\n'.repeat(3_000_000)}`),
      ),
      'cannot be played',
    ],
  ] satisfies [string, Handler, string][])(
    'that sends %s gets an answer',
    async (_case, handler, why) => {
      const { get } = await start('live', handler)
      const answer = await get(path)
      expect([answer.status, answer.body]).toEqual([503, expect.stringContaining(why)])
    },
  )
})

describe('A server that calls every file of a stream a playlist', () => {
  it.each(['GET', 'HEAD'])('is believed of playlists alone, over %s', async (method) => {
    const parts = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="a.key"\n#EXTINF:4,\none.ts\n'
    const { get } = await start('live', (request, response) => {
      const body = request.url === '/live' ? parts : `bytes of ${request.url}`
      response.writeHead(200, { ...mpegurl, 'content-length': body.length }).end(body)
    })
    const addresses = (await get(path)).body.match(/\.\.\/[^"\n]+/g)!
    const found = await Promise.all(
      addresses.map((address) =>
        get(new URL(address, `http://service${path}`).href.slice(14), {}, method),
      ),
    )
    const seen = found.map(({ status, headers, body }) => [status, headers['content-type'], body])
    const bodyOf = (file: string) => (method === 'HEAD' ? '' : `bytes of ${file}`)
    expect(seen).toEqual([
      [200, 'application/octet-stream', bodyOf('/a.key')],
      [200, 'video/mp2t', bodyOf('/one.ts')],
    ])
  })
})

describe('Playlists that are watched', () => {
  it('take one slot each, whatever their parts', async () => {
    const held: (() => void)[] = []
    const { get, open } = await start('live.m3u8', (request, response) => {
      if (request.url === '/live.m3u8') return void response.end(playlist)
      held.push(() => response.end('bytes'))
      return void response.writeHead(200, { 'content-type': 'video/mp2t' }).write('first')
    })
    const viewer = (name: number) => `${path}?playSessionId=${name}`
    const segmentOf = async (name: number) => {
      const { body } = await get(viewer(name))
      const { pathname, search } = new URL(body.split('\n')[2]!, `http://service${path}`)
      return pathname + search
    }
    const segment = await segmentOf(1)
    const parts = await Promise.all(Array.from({ length: 12 }, () => open(segment)))
    expect(parts.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    expect((await get(segment)).status).toBe(429)
    for (let name = 2; name <= 8; name += 1) {
      expect((await open(await segmentOf(name))).statusCode).toBe(200)
    }
    expect((await get(viewer(9))).status).toBe(429)
    // A live playlist is read again and again.
    parts[0]!.destroy()
    expect((await get(viewer(8))).status).toBe(200)
    // Nobody looks on at what was left.
    for (const end of held) end()
    const begins = async () => (await get(viewer(9))).status
    expect(await until('a place', begins, (status) => status !== 429)).toBe(200)
  })
})
