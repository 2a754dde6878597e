import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { failureOf, openGuardedFetch } from '../support/open-fetch.ts'
import { drip, endless, silent, startRawUpstream, startUpstream } from '../support/upstream.ts'

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
    expect((await openGuardedFetch()(upstream.url)).body.toString()).toBe(text)
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
    expect(await failureOf(openGuardedFetch()(upstream.url, { maxBytes: 2 ** 20 }))).toMatchObject({
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
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({ kind: 'invalid' })
  })
})

describe('guarded fetch, servers that misbehave', () => {
  it('stops a gigabyte at the limit and hangs up', async () => {
    const { handler, sent } = endless()
    const upstream = await startUpstream(handler)
    const error = await failureOf(openGuardedFetch()(upstream.url, { maxBytes: 2 ** 20 }))
    expect(error.kind).toBe('too-large')
    await expect.poll(() => upstream.openSockets()).toBe(0)
    expect(sent()).toBeLessThan(50e6)
  })

  it('hangs up before a body whose announced length is over the limit', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000000' })
      response.write('{')
    })
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({ kind: 'too-large' })
    await expect.poll(() => upstream.openSockets()).toBe(0)
  })

  it.each([
    ['never answers', silent],
    ['drips its body', drip],
  ])('gives up on a server that %s', async (_name, handler) => {
    const upstream = await startUpstream(handler)
    expect(await failureOf(openGuardedFetch()(upstream.url, { timeoutMs: 150 }))).toMatchObject({
      kind: 'timeout',
      message: `${upstream.host} did not answer within 150 ms`,
    })
    await expect.poll(() => upstream.openSockets()).toBe(0)
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
    const error = await failureOf(openGuardedFetch()(`${upstream.url}/secret-path?key=secret`))
    expect([error.kind, error.message.includes('secret')]).toEqual([kind, false])
  })

  it('refuses a body that comes byte by byte', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const upstream = await startRawUpstream((socket) =>
      socket.end(`${head}${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`),
    )
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({
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
    expect((await openGuardedFetch()(upstream.url)).body.length).toBe(800_000)
  })

  it('reports a connection that is reset in the middle of the body', async () => {
    const upstream = await startRawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"a":', () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      )
    })
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({
      kind: 'reset',
      message: `${upstream.host} closed the connection in the middle of its answer`,
    })
    expect(upstream.connections()).toBe(1)
  })

  it('reports a closed port, and a name that does not exist', async () => {
    const upstream = await startUpstream(silent)
    await upstream.close()
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({
      kind: 'connect',
      message: `${upstream.host} cannot be reached (ECONNREFUSED)`,
    })
    const fetch = openGuardedFetch({
      resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    })
    expect(await failureOf(fetch('http://nowhere.example/secret'))).toMatchObject({
      kind: 'connect',
      message: 'nowhere.example cannot be found: DNS has no address for this name',
    })
  })

  it('cancels with the signal, before and during the answer', async () => {
    const upstream = await startUpstream(drip)
    const fetch = openGuardedFetch()
    const early = AbortSignal.abort()
    expect(await failureOf(fetch(upstream.url, { signal: early }))).toMatchObject({
      kind: 'aborted',
    })
    expect(upstream.paths).toEqual([])
    const controller = new AbortController()
    const failure = failureOf(fetch(upstream.url, { signal: controller.signal }))
    await expect.poll(() => upstream.paths).toHaveLength(1)
    controller.abort()
    expect(await failure).toMatchObject({ kind: 'aborted' })
    await expect.poll(() => upstream.openSockets()).toBe(0)
  })

  it('fails with the reason of the signal where that is an upstream error', async () => {
    const upstream = await startUpstream(silent)
    const reason = new UpstreamError('timeout', 'the search took too long')
    const failure = failureOf(
      openGuardedFetch()(upstream.url, { signal: AbortSignal.abort(reason) }),
    )
    expect(await failure).toBe(reason)
  })

  it('ends what runs when it is closed', async () => {
    const upstream = await startUpstream(silent)
    const client = createGuardedFetch({ allowPrivate: true })
    const failure = failureOf(client.fetch(upstream.url, { timeoutMs: 5_000 }))
    await expect.poll(() => upstream.paths).toHaveLength(1)
    await client.close()
    expect((await failure).kind).toMatch(/aborted|reset|connect/)
  })
})
