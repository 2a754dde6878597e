import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  itemId,
  itemIds,
  playSessionIds,
  startRoutes,
  versionIds,
} from '../../support/byte-routes.ts'
import { itemRef } from '../../support/library-item.ts'
import { untilSteady } from '../../support/until.ts'
import { endless, startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const film = Buffer.from('0123456789')
const page = { origin: 'https://page.example' }

/** Serves ten bytes the way file servers do; HEAD only where told to. */
function fileServer(heads = true): Handler {
  return ({ headers, method }, response) => {
    if (method === 'HEAD' && !heads) return response.writeHead(405).end()
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (Number(from) >= film.length) {
      return response.writeHead(416, { 'content-range': 'bytes */10' }).end()
    }
    const part = film.subarray(Number(from ?? 0), to ? Number(to) + 1 : film.length)
    const end = Number(from ?? 0) + part.length - 1
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'content-length': part.length,
      'accept-ranges': 'bytes',
      'set-cookie': 'secret=1',
      ...(from !== undefined && { 'content-range': `bytes ${from}-${end}/10` }),
    })
    return response.end(method === 'HEAD' ? undefined : part)
  }
}

describe('The stream route', () => {
  it('leads players to the upstream address, for ids of items and versions', async () => {
    const { get } = await startRoutes({ results: [{}, { url: 'https://b.example/two.mp4' }] })
    const first = 'https://streams.example/film.mkv?key=1'
    const second = 'https://b.example/two.mp4'
    const dashed = itemId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
    const places = {
      [`/Videos/${itemId}/stream`]: first,
      [`/videos/${dashed}/Stream.MKV?Static=true`]: first,
      [`/Videos/${versionIds[1]}/stream.mp4`]: second,
      [`/Videos/${itemId}/stream?MEDIASOURCEID=${versionIds[1]}`]: second,
      [`/Videos/${versionIds[1]}/stream?mediaSourceId=${itemId}`]: first,
      [`/media/Videos/${itemId}/stream?mediaSourceId=undefined`]: first,
    }
    for (const [path, location] of Object.entries(places)) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, {}, method)
        expect([path, answer.status, answer.headers.location]).toEqual([path, 302, location])
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    }
  })

  it('takes the id of an item for the version that the app was shown, by its tag or its play', async () => {
    const { get } = await startRoutes({ results: [{}, { url: 'https://b.example/two.mp4' }] })
    const first = 'https://streams.example/film.mkv?key=1'
    const second = 'https://b.example/two.mp4'
    const played = playSessionIds.encode(2)
    const elsewhere = itemIds.encode(itemRef({ kind: 'version', number: 5, version: 2 }))
    const places = {
      [`?Tag=${versionIds[1]}`]: second,
      [`?mediaSourceId=${itemId}&tag=${versionIds[1]}`]: second,
      [`?mediaSourceId=${itemId}&PlaySessionId=${played}`]: second,
      [`?mediaSourceId=${versionIds[0]}&tag=${versionIds[1]}&playSessionId=${played}`]: first,
      [`?tag=${elsewhere}`]: first,
      '?tag=abc&playSessionId=d41d8cd98f00b204e9800998ecf8427e': first,
    }
    for (const [query, location] of Object.entries(places)) {
      const answer = await get(`/Videos/${itemId}/stream${query}`)
      expect([query, answer.headers.location]).toEqual([query, location])
    }
  })

  it('knows nothing but what can be played', async () => {
    const { get } = await startRoutes({ results: [{ url: 'javascript:alert(1)' }] })
    const ids = [
      itemId,
      versionIds[1]!,
      itemIds.encode(itemRef({ kind: 'series' })),
      itemIds.encode(itemRef({ configuration: 8 })),
      itemIds.encode(itemRef({ number: 5 })),
      '0'.repeat(32),
      'film',
    ]
    for (const id of ids) expect((await get(`/Videos/${id}/stream`)).status).toBe(404)
  })

  it('carries bytes to pages, which may read them, with parts and heads', async () => {
    const upstream = await startUpstream(fileServer())
    const { get } = await startRoutes({ results: [{ url: `${upstream.url}/film` }] })
    const path = `/Videos/${itemId}/stream.mkv`

    const whole = await get(path, page)
    expect(whole).toMatchObject({
      status: 200,
      body: '0123456789',
      headers: {
        'content-type': 'video/x-matroska',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'access-control-expose-headers': expect.stringContaining('Content-Range'),
      },
    })
    expect(whole.headers).not.toHaveProperty('set-cookie')

    const browser = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
    const part = await get(path, { ...browser, range: 'bytes=3-5', 'if-range': '"a"' })
    expect(part).toMatchObject({
      status: 206,
      body: '345',
      headers: { 'content-range': 'bytes 3-5/10', 'content-length': '3' },
    })
    expect(upstream.headers.at(-1)).toMatchObject({ 'if-range': '"a"' })

    const beyond = await get(path, { ...page, range: 'bytes=99-' })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])

    const head = await get(path, page, 'HEAD')
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } })

    expect((await get(path, { 'sec-fetch-mode': 'cors' })).status).toBe(302)
    expect((await get(path, { ...browser, 'sec-fetch-mode': 'no-cors' })).status).toBe(302)
  })

  it.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2'])(
    'sends the whole file, as its server does, where a player asks for %s',
    async (range) => {
      const upstream = await startUpstream(fileServer())
      const { get } = await startRoutes({ results: [{ url: upstream.url }] })
      const { status, body } = await get(`/Videos/${itemId}/stream`, { ...page, range })
      expect([status, body]).toEqual([200, '0123456789'])
      expect(upstream.headers.at(-1)).not.toHaveProperty('range')
    },
  )

  it('tells the head of a file whose server does not', async () => {
    const upstream = await startUpstream(fileServer(false))
    const { get } = await startRoutes({ results: [{ url: upstream.url }] })
    const head = await get(`/Videos/${itemId}/stream`, page, 'HEAD')
    expect(head).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': '10', 'accept-ranges': 'bytes' },
    })
    expect(head.headers).not.toHaveProperty('content-range')
  })

  it('carries what needs headers, and everything where the configuration says so', async () => {
    const upstream = await startUpstream(fileServer())
    const requestHeaders = { Referer: 'https://site.example/', Host: 'x', Range: 'bytes=9-' }
    const needy = await startRoutes({ results: [{ url: upstream.url, requestHeaders }] })
    expect((await needy.get(`/Videos/${itemId}/stream`)).body).toBe('0123456789')
    expect(upstream.headers[0]).toMatchObject({
      referer: 'https://site.example/',
      host: upstream.host,
    })
    const proxied = await startRoutes({
      results: [{ url: upstream.url }, { type: 'youtube', url: 'https://y.example/watch' }],
      userData: { mediaServer: { proxy: true } },
    })
    expect((await proxied.get(`/Videos/${itemId}/stream`)).body).toBe('0123456789')
    expect((await proxied.get(`/Videos/${versionIds[1]}/stream`, page)).status).toBe(302)
  })

  it.each([
    ['a refusal', ((_, response) => void response.writeHead(403).end()) satisfies Handler],
    ['no answer', ((_, response) => void response.destroy()) satisfies Handler],
    [
      'a page in its place',
      ((_, response) =>
        void response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end('<script>')) satisfies Handler,
    ],
  ])('remembers a version that does not start: %s', async (_case, handler) => {
    const upstream = await startUpstream(handler)
    const { get, dead } = await startRoutes({ results: [{ url: `${upstream.url}/?key=1` }] })
    const answer = await get(`/Videos/${itemId}/stream`, page)
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Choose another one')
    expect(answer.body).not.toContain('key=1')
    expect(dead).toEqual([expect.stringMatching(/^links alpha/)])
  })

  it('reads no faster than the player, ends with it, and gives eight at once', async () => {
    const { handler, sent } = endless('video/mp4')
    const upstream = await startUpstream(handler)
    const setting = { results: [{ url: upstream.url, requestHeaders: {} }] }
    const { open, get, dead } = await startRoutes(setting)
    const path = `/Videos/${itemId}/stream`
    const running = await Promise.all(Array.from({ length: 8 }, () => open(path)))
    expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    const read = await untilSteady('the upstream to be read no further', sent)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(8 * 2 ** 24)

    const refused = await get(path)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    for (const answer of running) answer.destroy()
    await expect.poll(() => upstream.openSockets()).toBe(0)
    const next = await open(path)
    expect(next.statusCode).toBe(200)
    next.destroy()
    expect(dead).toEqual([])
  })

  it.each([
    ['in one piece', { 'content-length': 2 ** 23 }],
    ['piece by piece', {}],
  ])('changes no byte of what comes %s, for several at once', async (_case, headers) => {
    const film = randomBytes(2 ** 23)
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', ...headers })
      for (let from = 0; from < film.length; from += 77_777) {
        response.write(film.subarray(from, from + 77_777))
      }
      response.end()
    })
    const { open } = await startRoutes({ results: [{ url: upstream.url }] })
    const path = `/Videos/${itemId}/stream`
    const answers = await Promise.all([1, 2, 3].map(() => open(path, page)))
    for (const bytes of await Promise.all(answers.map(buffer))) {
      expect(bytes.equals(film)).toBe(true)
    }
  })

  it('breaks off where the upstream does, so that nobody takes a part for the whole', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1_000 })
      response.write('begun')
      setTimeout(() => response.destroy(), 50)
    })
    const { open } = await startRoutes({ results: [{ url: upstream.url }] })
    const answer = await open(`/Videos/${itemId}/stream`, page)
    await expect(text(answer)).rejects.toThrow('aborted')
  })
})
