import { describe, expect, it } from 'vitest'
import { failureOf, openGuardedFetch } from '../support/open-fetch.ts'
import {
  json,
  redirectTo,
  silent,
  startRawUpstream,
  startUpstream,
  status,
  type Upstream,
} from '../support/upstream.ts'

/** A connection is used again from the next turn of the event loop on. */
const nextTurn = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe('guarded fetch', () => {
  it('answers status, headers in lower case and the whole body', async () => {
    const upstream = await startUpstream(
      json({ a: 'ä' }, { 'X-Thing': 'yes', 'set-cookie': 'a=1' }),
    )
    const answer = await openGuardedFetch()(`${upstream.url}/some/path?q=1`)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'x-thing': 'yes', 'content-type': 'application/json' })
    expect(JSON.parse(answer.body.toString())).toEqual({ a: 'ä' })
    expect(answer.url).toBe(`${upstream.url}/some/path?q=1`)
    expect(upstream.paths).toEqual(['/some/path?q=1'])
  })

  it.each([204, 404, 500])('takes status %i for an answer', async (code) => {
    const upstream = await startUpstream(status(code, ''))
    const answer = await openGuardedFetch()(upstream.url)
    expect([answer.status, answer.body.length]).toEqual([code, 0])
  })

  it('keeps connections and opens more for concurrent requests', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = openGuardedFetch()
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
    const fetch = openGuardedFetch({ maxOrigins: 2 })
    for (const { url } of [first, second, first, third]) {
      await fetch(url)
      await nextTurn()
    }
    await expect.poll(() => second.openSockets()).toBe(0)
    expect([first.openSockets(), third.openSockets()]).toEqual([1, 1])
    expect((await fetch(second.url)).status).toBe(200)
  })

  it('refuses one more origin while all are being asked', async () => {
    const [busy, other] = [await startUpstream(silent), await startUpstream(json({}))]
    const fetch = openGuardedFetch({ maxOrigins: 1 })
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
    expect((await openGuardedFetch()(upstream.url)).body.toString()).toBe('{}')
    expect(sockets).toBe(2)
  })

  it('turns user name and password of an address into a header', async () => {
    const upstream = await startUpstream(json({}))
    await openGuardedFetch()(`http://us%C3%A9r:p%40ss@${upstream.host}/x`)
    expect(upstream.headers[0]?.authorization).toBe(
      `Basic ${Buffer.from('usér:p@ss').toString('base64')}`,
    )
  })

  it.each(['%', '%zz', '%ff'])('survives %j in the user name of an address', async (name) => {
    const upstream = await startUpstream(json({}))
    expect((await openGuardedFetch()(`http://${name}@${upstream.host}/x`)).status).toBe(200)
  })
})

describe('guarded fetch, redirects', () => {
  it.each([301, 302, 303, 307, 308])('follows %i, relative and absolute', async (code) => {
    const target = await startUpstream(json({ here: true }))
    const upstream = await startUpstream((request, response) =>
      redirectTo(request.url === '/a' ? 'b' : `${target.url}/c?d=e`, code)(request, response),
    )
    const answer = await openGuardedFetch()(`${upstream.url}/a`)
    expect(answer.url).toBe(`${target.url}/c?d=e`)
    expect(upstream.paths).toEqual(['/a', '/b'])
  })

  it('sends given headers and credentials to the first origin only', async () => {
    const target = await startUpstream(json({}))
    const upstream = await startUpstream((request, response) =>
      redirectTo(request.url === '/a' ? '/b' : target.url)(request, response),
    )
    const withPassword = upstream.url.replace('//', '//user:pass@')
    const fetch = openGuardedFetch({ headers: { 'x-always': 'there' } })
    await fetch(`${withPassword}/a`, { headers: { 'x-secret': 'mine' } })
    expect(upstream.headers.map((each) => each['x-secret'])).toEqual(['mine', 'mine'])
    expect(target.headers[0]).toMatchObject({ 'x-always': 'there' })
    expect(target.headers[0]).not.toHaveProperty('x-secret')
    expect(target.headers[0]).not.toHaveProperty('authorization')
  })

  it('stops a circle after three redirects', async () => {
    const upstream = await startUpstream(redirectTo('/again'))
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({
      kind: 'redirects',
      message: `${upstream.host} redirected more than 3 times`,
    })
    expect(upstream.paths).toHaveLength(4)
  })

  it('takes a redirect without a target for an answer', async () => {
    const upstream = await startUpstream(status(302))
    expect((await openGuardedFetch()(upstream.url)).status).toBe(302)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://host/x',
    'javascript:alert(1)',
    'http://',
    'gopher://x:70/_',
  ])('refuses to be sent to %s', async (target) => {
    const upstream = await startUpstream(redirectTo(target))
    expect(await failureOf(openGuardedFetch()(upstream.url))).toMatchObject({
      kind: 'refused-address',
      status: 302,
    })
  })

  it('refuses to be sent from an allowed host to a private one', async () => {
    const inner = await startUpstream(json({ secret: true }), '127.0.0.2')
    const upstream = await startUpstream(redirectTo(`${inner.url}/secret`))
    const error = await failureOf(openGuardedFetch({ allowPrivate: ['127.0.0.1'] })(upstream.url))
    expect(error).toMatchObject({
      kind: 'refused-address',
      message: `127.0.0.2 is a private address; ALLOW_PRIVATE_URLS can allow it`,
      status: 302,
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
    const error = await failureOf(openGuardedFetch({ allowPrivate: false })(address))
    expect(error).toMatchObject({ kind: 'refused-address', status: null })
    expect(error.message).toContain('ALLOW_PRIVATE_URLS')
    expect(upstream.connections()).toBe(0)
  })

  it.each(['file:///etc/passwd', 'ftp://host/x', 'no address', 'data:,x', ''])(
    'refuses the address "%s"',
    async (address) => {
      const error = await failureOf(openGuardedFetch()(address))
      expect(error.kind).toBe('refused-address')
    },
  )

  it('checks what a name resolves to, every address of it', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = openGuardedFetch({
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
    const fetch = openGuardedFetch({
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
    expect((await openGuardedFetch({ allowPrivate: ['127.0.0.0/8'] })(upstream.url)).status).toBe(
      200,
    )
    const byName = openGuardedFetch({
      allowPrivate: ['addon.lan'],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    expect((await byName(`http://addon.lan:${upstream.port}`)).status).toBe(200)
    expect(await failureOf(byName(upstream.url))).toMatchObject({ kind: 'refused-address' })
  })

  it('tries the next address of a name when the first does not answer', async () => {
    const upstream = await startUpstream(json({}))
    const fetch = openGuardedFetch({
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
    const fetch = openGuardedFetch({ allowPrivate: ['localhost'] })
    expect((await fetch(`http://localhost:${upstream.port}/`)).status).toBe(200)
  })
})
