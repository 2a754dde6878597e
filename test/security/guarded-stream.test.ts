import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { UpstreamError } from '../../src/core/upstream-error.ts'
import { createAddressGuard } from '../../src/security/address-guard.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import type { GuardedFetchOptions } from '../../src/security/guarded-fetch.ts'
import { createGuardedOpen } from '../../src/security/guarded-stream.ts'
import type { OpenRequest } from '../../src/security/guarded-stream.ts'
import { createOriginPools } from '../../src/security/origin-pools.ts'
import { createPayerLookUp, createPayerSlots } from '../../src/security/payer-slots.ts'
import { until } from '../support/until.ts'
import { drip, endless, json, redirectTo, silent, startUpstream } from '../support/upstream.ts'

const usual = () => ({
  method: 'GET' as const,
  signal: new AbortController().signal,
  connectTimeoutMs: 5_000,
  payer: 1,
})

function client(options: Partial<GuardedFetchOptions> = {}) {
  const guarded = createGuardedFetch({ allowPrivate: true, ...options })
  onTestFinished(() => guarded.close())
  return (url: string, request: Partial<OpenRequest> = {}) =>
    guarded.open(url, { ...usual(), ...request })
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no failure',
    (error: UpstreamError) => error.kind,
  )
}

describe('A guarded stream', () => {
  it('answers status, headers and bytes of the part that is asked for', async () => {
    const upstream = await startUpstream(({ headers }, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 2-3/9', 'x-range': headers.range })
      response.end('cd')
    })
    const answer = await client()(upstream.url, { headers: { Range: 'bytes=2-3' } })
    expect(answer).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 2-3/9', 'x-range': 'bytes=2-3' },
    })
    expect(String(await buffer(answer.body))).toBe('cd')
    expect(upstream.headers[0]).toMatchObject({ 'accept-encoding': 'identity' })
  })

  it('asks for the head alone', async () => {
    const methods: unknown[] = []
    const upstream = await startUpstream(({ method }, response) => {
      methods.push(method)
      response.writeHead(200, { 'content-length': 1_000 }).end()
    })
    const { headers, body } = await client()(upstream.url, { method: 'HEAD' })
    expect(headers['content-length']).toBe('1000')
    expect((await buffer(body)).length).toBe(0)
    expect(methods).toEqual(['HEAD'])
  })

  it('refuses private addresses, also behind a redirect, and what is no web address', async () => {
    const open = client({ allowPrivate: ['open.test'], resolve: () => loopback })
    const upstream = await startUpstream((request, response) => {
      const targets: Record<string, string> = {
        '/loopback': 'http://127.0.0.1:1/',
        '/metadata': 'http://169.254.169.254/latest',
        '/name': 'http://private.test/',
        '/file': 'file:///etc/passwd',
      }
      redirectTo(targets[request.url!]!)(request, response)
    })
    const at = (path: string) => kindOf(open(`http://open.test:${upstream.port}${path}`))
    expect(await kindOf(open(upstream.url))).toBe('refused-address')
    expect(await kindOf(open('ftp://open.test/'))).toBe('refused-address')
    for (const path of ['/loopback', '/metadata', '/name', '/file']) {
      expect(await at(path)).toBe('refused-address')
      const opening = open(`http://open.test:${upstream.port}${path}`)
      await expect(opening).rejects.toMatchObject({ status: 302 })
    }
    expect(upstream.paths).toHaveLength(8)
  })

  it('follows three redirects and no more', async () => {
    const upstream = await startUpstream((request, response) => {
      const left = Number(request.url!.slice(1))
      if (left === 0) response.end('there')
      else redirectTo(`/${left - 1}`)(request, response)
    })
    expect(String(await buffer((await client()(`${upstream.url}/3`)).body))).toBe('there')
    expect(await kindOf(client()(`${upstream.url}/4`))).toBe('redirects')
  })

  it('takes the part that is wanted to other origins, and secrets nowhere', async () => {
    const other = await startUpstream(json({}))
    const first = await startUpstream((request, response) =>
      redirectTo(request.url === '/' ? '/again' : other.url)(request, response),
    )
    const headers = { Range: 'bytes=5-', Cookie: 'secret=1', Referer: 'https://a.example/' }
    await client()(first.url, { headers })
    const sent = { range: 'bytes=5-', cookie: 'secret=1', referer: 'https://a.example/' }
    expect(first.headers).toMatchObject([sent, sent])
    expect(other.headers[0]).toMatchObject({ range: 'bytes=5-' })
    expect(other.headers[0]).not.toHaveProperty('cookie')
    expect(other.headers[0]).not.toHaveProperty('referer')
  })

  it('reads no faster than it is read', async () => {
    const { handler, sent } = endless()
    const upstream = await startUpstream(handler)
    const { body } = await client()(upstream.url)
    await once(body, 'readable')
    let before = -1
    const isSame = () => {
      const [last, now] = [before, sent()]
      before = now
      return now === last
    }
    await until('the sender to stop', isSame, Boolean, { everyMs: 200 })
    expect(before).toBeLessThan(2 ** 26)
    body.destroy()
    await expect.poll(() => upstream.openSockets()).toBe(0)
  })

  it('ends the request when the asker leaves, before and after the answer began', async () => {
    const quiet = await startUpstream(silent)
    const before = new AbortController()
    const waiting = kindOf(client()(quiet.url, { signal: before.signal }))
    await expect.poll(() => quiet.paths).toHaveLength(1)
    before.abort()
    expect(await waiting).toBe('aborted')
    await expect.poll(() => quiet.openSockets()).toBe(0)

    const upstream = await startUpstream(drip)
    const after = new AbortController()
    const { body } = await client()(upstream.url, { signal: after.signal })
    after.abort()
    await expect.poll(() => upstream.openSockets()).toBe(0)
    expect(body.destroyed).toBe(true)
  })

  it('waits only so long for the beginning, and for as long as something comes', async () => {
    const quiet = await startUpstream(silent)
    expect(await kindOf(client()(quiet.url, { connectTimeoutMs: 100 }))).toBe('timeout')

    const upstream = await startUpstream(drip)
    const { body } = await client()(upstream.url, { connectTimeoutMs: 100 })
    let bytes = 0
    body.on('data', (part: Buffer) => void (bytes += part.length))
    // One comes every 20 ms.
    await until('more bytes than come in that time', () => bytes > 10)
    body.destroy()
  })

  it('gives up on an answer that stops coming', async () => {
    const upstream = await startUpstream((_request, response) => void response.write('begun'))
    const pools = createOriginPools((_host, _options, done) => done(null, '127.0.0.1', 4), {
      maxOrigins: 1,
      maxConnections: 2,
    })
    onTestFinished(() => pools.close())
    const lookUp = createPayerLookUp(() => loopback)
    const open = createGuardedOpen({
      guard: createAddressGuard(true),
      pools,
      slots: createPayerSlots(1, lookUp),
      maxRedirects: 0,
      headers: {},
      idleMs: 1_000,
    })
    const { body } = await open(upstream.url, usual())
    await expect(buffer(body)).rejects.toThrow(/timeout/i)
  })
})

const loopback = Promise.resolve([{ address: '127.0.0.1', family: 4 }])
