import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import {
  createGuardedFetch,
  type FetchRequest,
  type GuardedFetchOptions,
} from '../../src/security/guarded-fetch.ts'
import {
  drip,
  endless,
  json,
  redirectTo,
  silent,
  startRawUpstream,
  startUpstream,
  status,
  type Upstream,
} from '../support/upstream.ts'

function open(options: Partial<GuardedFetchOptions> = {}) {
  const client = createGuardedFetch({ allowPrivate: true, ...options })
  onTestFinished(() => client.close())
  return (url: string, request: Partial<FetchRequest> = {}) =>
    client.fetch(url, { timeoutMs: 5_000, ...request })
}

/** A connection is used again from the next turn of the event loop on. */
const nextTurn = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(UpstreamError)
  return error as UpstreamError
}

describe('guarded fetch', () => {
  it('answers status, headers in lower case and the whole body', async () => {
    const upstream = await startUpstream(
      json({ a: 'ä' }, { 'X-Thing': 'yes', 'set-cookie': 'a=1' }),
    )
    const answer = await open()(`${upstream.url}/some/path?q=1`)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'x-thing': 'yes', 'content-type': 'application/json' })
    expect(JSON.parse(answer.body.toString())).toEqual({ a: 'ä' })
    expect(answer.url).toBe(`${upstream.url}/some/path?q=1`)
    expect(upstream.paths).toEqual(['/some/path?q=1'])
  })

  it.each([204, 404, 500])('takes status %i for an answer', async (code) => {
    const upstream = await startUpstream(status(code, ''))
    const answer = await open()(upstream.url)
    expect([answer.status, answer.body.length]).toEqual([code, 0])
  })

  it('keeps connections and opens more for concurrent requests', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = open()
    for (let i = 0; i < 5; i += 1) {
      await fetch(upstream.url)
      await nextTurn()
    }
    expect(upstream.connections()).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => fetch(upstream.url)))
    expect(upstream.connections()).toBe(4)
  })

  it('keeps connections to a bounded number of origins, those used last', async () => {
    const upstreams = await Promise.all([1, 2, 3].map(() => startUpstream(json({}))))
    const [first, second, third] = upstreams as [Upstream, Upstream, Upstream]
    const fetch = open({ maxOrigins: 2 })
    for (const { url } of [first, second, first, third]) {
      await fetch(url)
      await nextTurn()
    }
    await vi.waitFor(() => expect(second.openSockets()).toBe(0))
    expect([first.openSockets(), third.openSockets()]).toEqual([1, 1])
    expect((await fetch(second.url)).status).toBe(200)
  })

  it('refuses one more origin while all are being asked', async () => {
    const [busy, other] = [await startUpstream(silent), await startUpstream(json({}))]
    const fetch = open({ maxOrigins: 1 })
    const waiting = failureOf(fetch(busy.url, { timeoutMs: 300 }))
    expect(await failureOf(fetch(other.url))).toMatchObject({ kind: 'busy' })
    expect(await waiting).toMatchObject({ kind: 'timeout' })
  })

  it('sends a request again when a kept connection turns out to be closed', async () => {
    let sockets = 0
    const upstream = await startRawUpstream((socket) => {
      sockets += 1
      if (sockets === 1) return socket.destroy()
      return socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    expect((await open()(upstream.url)).body.toString()).toBe('{}')
    expect(sockets).toBe(2)
  })

  it('turns user name and password of an address into a header', async () => {
    const upstream = await startUpstream(json({}))
    await open()(`http://us%C3%A9r:p%40ss@${upstream.host}/x`)
    expect(upstream.headers[0]?.authorization).toBe(
      `Basic ${Buffer.from('usér:p@ss').toString('base64')}`,
    )
  })

  it.each(['%', '%zz', '%ff'])('survives %j in the user name of an address', async (name) => {
    const upstream = await startUpstream(json({}))
    expect((await open()(`http://${name}@${upstream.host}/x`)).status).toBe(200)
  })
})

describe('guarded fetch, compressed answers', () => {
  const text = JSON.stringify({ streams: Array.from({ length: 500 }, (_, i) => ({ i })) })

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
    ['utf-8', Buffer.from(text)],
  ])('reads %s', async (encoding, body) => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(body)
    })
    expect((await open()(upstream.url)).body.toString()).toBe(text)
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50e6))],
    ['br', brotliCompressSync(Buffer.alloc(50e6))],
    ['deflate', deflateSync(Buffer.alloc(50e6))],
    ['zstd', zstdCompressSync(Buffer.alloc(50e6))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50e6)))],
  ])('stops a %s bomb at the limit', async (encoding, body) => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(body)
    })
    expect(await failureOf(open()(upstream.url, { maxBytes: 2 ** 20 }))).toMatchObject({
      kind: 'too-large',
      message: `${upstream.host} sent an answer of more than 1 MB`,
    })
  })

  it.each([
    ['gzip', Buffer.from('not gzip at all')],
    ['gzip', gzipSync(text).subarray(0, 40)],
    ['br', Buffer.from([1, 2, 3])],
    ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync('x'))))],
  ])('says that %s is damaged', async (encoding, body) => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(body)
    })
    expect(await failureOf(open()(upstream.url))).toMatchObject({ kind: 'invalid' })
  })
})

describe('guarded fetch, servers that misbehave', () => {
  it('stops a gigabyte at the limit and hangs up', async () => {
    const { handler, sent } = endless()
    const upstream = await startUpstream(handler)
    const error = await failureOf(open()(upstream.url, { maxBytes: 2 ** 20 }))
    expect(error.kind).toBe('too-large')
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
    expect(sent()).toBeLessThan(50e6)
  })

  it('hangs up before a body whose announced length is over the limit', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000000' })
      response.write('{')
    })
    expect(await failureOf(open()(upstream.url))).toMatchObject({ kind: 'too-large' })
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
  })

  it.each([
    ['never answers', silent],
    ['drips its body', drip],
  ])('gives up on a server that %s', async (_name, handler) => {
    const upstream = await startUpstream(handler)
    expect(await failureOf(open()(upstream.url, { timeoutMs: 150 }))).toMatchObject({
      kind: 'timeout',
      message: `${upstream.host} did not answer within 150 ms`,
    })
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
  })

  it.each([
    ['garbage', 'invalid' as const, 'hello\r\n\r\n'.repeat(20)],
    ['an empty connection', 'reset' as const, ''],
    ['half a status line', 'reset' as const, 'HTTP/1.1 20'],
    ['a truncated body', 'reset' as const, 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"a":'],
    [
      'a truncated chunked body',
      'reset' as const,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo',
    ],
    [
      'a broken chunk size',
      'invalid' as const,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n',
    ],
    ['endless headers', 'invalid' as const, `HTTP/1.1 200 OK\r\n${'x: '.padEnd(60_000, 'y')}\r\n`],
  ])('reports %s', async (_name, kind, bytes) => {
    const upstream = await startRawUpstream((socket) => socket.end(bytes))
    const error = await failureOf(open()(`${upstream.url}/secret-path?key=secret`))
    expect([error.kind, error.message.includes('secret')]).toEqual([kind, false])
  })

  it('refuses a body that comes byte by byte', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const upstream = await startRawUpstream((socket) =>
      socket.end(`${head}${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`),
    )
    expect(await failureOf(open()(upstream.url))).toMatchObject({
      kind: 'invalid',
      message: `${upstream.host} sent its answer in too many small pieces`,
    })
  })

  it('reads a body that comes in thousands of pieces', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const piece = 'x'.repeat(40)
    const upstream = await startRawUpstream((socket) =>
      socket.end(`${head}${`28\r\n${piece}\r\n`.repeat(20_000)}0\r\n\r\n`),
    )
    expect((await open()(upstream.url)).body.length).toBe(800_000)
  })

  it('reports a connection that is reset in the middle of the body', async () => {
    const upstream = await startRawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"a":', () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      )
    })
    expect(await failureOf(open()(upstream.url))).toMatchObject({
      kind: 'reset',
      message: `${upstream.host} closed the connection in the middle of its answer`,
    })
    expect(upstream.connections()).toBe(1)
  })

  it('reports a closed port, and a name that does not exist', async () => {
    const upstream = await startUpstream(silent)
    await upstream.close()
    expect(await failureOf(open()(upstream.url))).toMatchObject({
      kind: 'connect',
      message: `${upstream.host} cannot be reached (ECONNREFUSED)`,
    })
    const fetch = open({
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    })
    expect(await failureOf(fetch('http://nowhere.example/secret'))).toMatchObject({
      kind: 'connect',
      message: 'nowhere.example cannot be found: DNS has no address for this name',
    })
  })

  it('cancels with the signal, before and during the answer', async () => {
    const upstream = await startUpstream(drip)
    const fetch = open()
    const early = AbortSignal.abort()
    expect(await failureOf(fetch(upstream.url, { signal: early }))).toMatchObject({
      kind: 'aborted',
    })
    expect(upstream.paths).toEqual([])
    const controller = new AbortController()
    const failure = failureOf(fetch(upstream.url, { signal: controller.signal }))
    await vi.waitFor(() => expect(upstream.paths).toHaveLength(1))
    controller.abort()
    expect(await failure).toMatchObject({ kind: 'aborted' })
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
  })

  it('fails with the reason of the signal where that is an upstream error', async () => {
    const upstream = await startUpstream(silent)
    const reason = new UpstreamError('timeout', 'the search took too long')
    const failure = failureOf(open()(upstream.url, { signal: AbortSignal.abort(reason) }))
    expect(await failure).toBe(reason)
  })

  it('ends what runs when it is closed', async () => {
    const upstream = await startUpstream(silent)
    const client = createGuardedFetch({ allowPrivate: true })
    const failure = failureOf(client.fetch(upstream.url, { timeoutMs: 5_000 }))
    await vi.waitFor(() => expect(upstream.paths).toHaveLength(1))
    await client.close()
    expect((await failure).kind).toMatch(/aborted|reset|connect/)
  })
})

describe('guarded fetch, redirects', () => {
  it.each([301, 302, 303, 307, 308])('follows %i, relative and absolute', async (code) => {
    const target = await startUpstream(json({ here: true }))
    const upstream = await startUpstream((request, response) =>
      redirectTo(request.url === '/a' ? 'b' : `${target.url}/c?d=e`, code)(request, response),
    )
    const answer = await open()(`${upstream.url}/a`)
    expect(answer.url).toBe(`${target.url}/c?d=e`)
    expect(upstream.paths).toEqual(['/a', '/b'])
  })

  it('sends given headers and credentials to the first origin only', async () => {
    const target = await startUpstream(json({}))
    const upstream = await startUpstream((request, response) =>
      redirectTo(request.url === '/a' ? '/b' : target.url)(request, response),
    )
    const withPassword = upstream.url.replace('//', '//user:pass@')
    const fetch = open({ headers: { 'x-always': 'there' } })
    await fetch(`${withPassword}/a`, { headers: { 'x-secret': 'mine' } })
    expect(upstream.headers.map((each) => each['x-secret'])).toEqual(['mine', 'mine'])
    expect(target.headers[0]).toMatchObject({ 'x-always': 'there' })
    expect(target.headers[0]).not.toHaveProperty('x-secret')
    expect(target.headers[0]).not.toHaveProperty('authorization')
  })

  it('stops a circle after three redirects', async () => {
    const upstream = await startUpstream(redirectTo('/again'))
    expect(await failureOf(open()(upstream.url))).toMatchObject({
      kind: 'redirects',
      message: `${upstream.host} redirected more than 3 times`,
    })
    expect(upstream.paths).toHaveLength(4)
  })

  it('takes a redirect without a target for an answer', async () => {
    const upstream = await startUpstream(status(302))
    expect((await open()(upstream.url)).status).toBe(302)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://host/x',
    'javascript:alert(1)',
    'http://',
    'gopher://x:70/_',
  ])('refuses to be sent to %s', async (target) => {
    const upstream = await startUpstream(redirectTo(target))
    expect(await failureOf(open()(upstream.url))).toMatchObject({ kind: 'refused-address' })
  })

  it('refuses to be sent from an allowed host to a private one', async () => {
    const inner = await startUpstream(json({ secret: true }), '127.0.0.2')
    const upstream = await startUpstream(redirectTo(`${inner.url}/secret`))
    const error = await failureOf(open({ allowPrivate: ['127.0.0.1'] })(upstream.url))
    expect(error).toMatchObject({
      kind: 'refused-address',
      message: `127.0.0.2 is a private address; ALLOW_PRIVATE_URLS can allow it`,
    })
    expect(inner.connections()).toBe(0)
  })
})

describe('guarded fetch, private addresses', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://localhost:PORT/',
    'http://169.254.169.254/latest/meta-data',
  ])('refuses %s', async (pattern) => {
    const upstream = await startUpstream(json({}))
    const address = pattern.replace('PORT', String(upstream.port))
    const error = await failureOf(open({ allowPrivate: false })(address))
    expect(error.kind).toBe('refused-address')
    expect(error.message).toContain('ALLOW_PRIVATE_URLS')
    expect(upstream.connections()).toBe(0)
  })

  it.each(['file:///etc/passwd', 'ftp://host/x', 'no address', 'data:,x', ''])(
    'refuses the address "%s"',
    async (address) => {
      const error = await failureOf(open()(address))
      expect(error.kind).toBe('refused-address')
    },
  )

  it('checks what a name resolves to, every address of it', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = open({
      allowPrivate: false,
      resolve: () =>
        Promise.resolve([
          { address: '8.8.8.8', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    const error = await failureOf(fetch(`http://rebind.example:${upstream.port}/`))
    expect(error).toMatchObject({
      kind: 'refused-address',
      message: 'rebind.example is a private address; ALLOW_PRIVATE_URLS can allow it',
    })
    expect(upstream.connections()).toBe(0)
  })

  it('connects to the address that was checked, whatever the name says next', async () => {
    const [good, bad] = [await startUpstream(json({})), await startUpstream(json({}), '127.0.0.2')]
    const answers = ['127.0.0.1', '127.0.0.2']
    const fetch = open({
      allowPrivate: ['127.0.0.1'],
      resolve: () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.2', family: 4 }]),
    })
    expect((await fetch(`http://rebind.example:${good.port}/`)).status).toBe(200)
    await nextTurn()
    expect((await fetch(`http://rebind.example:${good.port}/`)).status).toBe(200)
    expect(await failureOf(fetch(`http://rebind.example:${bad.port}/`))).toMatchObject({
      kind: 'refused-address',
    })
    expect(bad.connections()).toBe(0)
  })

  it('asks listed hosts and ranges', async () => {
    const upstream = await startUpstream(json({}))
    expect((await open({ allowPrivate: ['127.0.0.0/8'] })(upstream.url)).status).toBe(200)
    const byName = open({
      allowPrivate: ['addon.lan'],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    expect((await byName(`http://addon.lan:${upstream.port}`)).status).toBe(200)
    expect(await failureOf(byName(upstream.url))).toMatchObject({ kind: 'refused-address' })
  })

  it('tries the next address of a name when the first does not answer', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = open({
      resolve: () =>
        Promise.resolve([
          { address: '127.0.0.3', family: 4 },
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    expect((await fetch(`http://several.example:${upstream.port}/`)).status).toBe(200)
  })

  it('asks the system for names that it is not told', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = open({ allowPrivate: ['localhost'] })
    expect((await fetch(`http://localhost:${upstream.port}/`)).status).toBe(200)
  })
})
