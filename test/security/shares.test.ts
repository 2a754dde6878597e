import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import type { GuardedFetchOptions } from '../../src/security/guarded-fetch.ts'
import { createShares } from '../../src/security/shares.ts'
import type { OpenRequest } from '../../src/security/guarded-stream.ts'
import { failureOf } from '../support/open-fetch.ts'
import { endless, json, redirectTo, startUpstream } from '../support/upstream.ts'

/** Takes connections and says nothing. */
async function startSilent(): Promise<{ url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, sockets }
}

function openClient(options: Partial<GuardedFetchOptions> = {}) {
  const client = createGuardedFetch({ allowPrivate: true, ...options })
  onTestFinished(() => client.close())
  return client
}

const open = (options: Partial<GuardedFetchOptions> = {}) => openClient(options).fetch

const timeoutMs = 1_500

describe('A configuration with three hundred silent sources', () => {
  it('leaves the connections of the others alone', async () => {
    const silent = await Promise.all(Array.from({ length: 300 }, startSilent))
    const upstream = await startUpstream(json({ a: 1 }))
    const fetch = open()
    const failures = silent.map(({ url }) => failureOf(fetch(url, { timeoutMs, payer: 1 })))
    const connected = () => silent.filter(({ sockets }) => sockets.size > 0).length
    await expect.poll(connected).toBe(64)
    expect((await fetch(upstream.url, { timeoutMs, payer: 2 })).status).toBe(200)
    const kinds = new Set((await Promise.all(failures)).map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['timeout', 'busy']))
    expect((await fetch(upstream.url, { timeoutMs, payer: 1 })).status).toBe(200)
  })

  it('asks all of them where they answer', async () => {
    const upstreams = await Promise.all(
      Array.from({ length: 12 }, () => startUpstream(json({ a: 1 }))),
    )
    const fetch = open({ maxOrigins: 8 })
    const answers = upstreams.map(({ url }) => fetch(url, { timeoutMs: 5_000, payer: 1 }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      upstreams.map(() => 200),
    )
  })

  it('leaves half of the connections to those that are stored while it is not stored itself', async () => {
    const silent = await Promise.all(Array.from({ length: 12 }, startSilent))
    const fetch = open({ maxOrigins: 8 })
    const asked = silent.map(({ url }) => fetch(url, { timeoutMs, payer: 'unsaved' }))
    const connected = () => silent.filter(({ sockets }) => sockets.size > 0).length
    await expect.poll(connected).toBe(4)
    await Promise.allSettled(asked)
  })
})

describe('A configuration that waits for its own share', () => {
  const { signal } = new AbortController()

  it('gets it in the order of asking, each time as much as is free', async () => {
    const shares = createShares(8)
    const held = [await shares.hold(1, 'a', signal), await shares.hold(1, 'b', signal)]
    const entered: string[] = []
    const asks = ['c', 'd', 'c', 'e', 'd'].map(async (name) => {
      const slot = await shares.hold(1, name, signal)
      entered.push(name)
      return slot
    })
    await shares.hold(2, 'others', signal)
    expect(entered).toEqual([])
    held[0]!.leave()
    const [first] = await Promise.all([asks[0]!, asks[2]!])
    expect(entered).toEqual(['c', 'c'])
    held[1]!.leave()
    await Promise.all([asks[1]!, asks[4]!])
    expect(entered).toEqual(['c', 'c', 'd', 'd'])
    first.leave()
    ;(await asks[2]!).leave()
    await asks[3]!
    expect(entered.at(-1)).toBe('e')
  })

  it('wakes one for each place that is left, of a thousand that wait, and takes no more', async () => {
    const shares = createShares(4)
    const slot = await shares.hold(1, 'first', signal)
    let woken = 0
    const waiting = Array.from({ length: 1_000 }, async (_, place) => {
      const own = await shares.hold(1, `${place}`, signal)
      woken += 1
      return own
    })
    await expect(shares.hold(1, 'too many', signal)).rejects.toMatchObject({ kind: 'busy' })
    slot.leave()
    await waiting[0]!
    expect(woken).toBe(1)
  })

  it('leaves the place of who goes away to the next', async () => {
    const shares = createShares(4)
    const leaving = new AbortController()
    const slot = await shares.hold(1, 'first', signal)
    const left = shares.hold(1, 'left', leaving.signal)
    const next = shares.hold(1, 'next', signal)
    leaving.abort(new Error('gone'))
    slot.leave()
    await expect(left).rejects.toThrow('gone')
    expect(await next).toBeDefined()
  })
})

describe('A configuration that plays from many servers', () => {
  const signal = new AbortController().signal
  const usual = { method: 'GET', signal, connectTimeoutMs: timeoutMs } as const

  /** Eight servers at once, of which a configuration may use two. */
  async function startEndless(count: number) {
    const upstreams = await Promise.all(
      Array.from({ length: count }, () => startUpstream(endless().handler)),
    )
    const { open: openStream } = openClient({ maxOrigins: 8 })
    const play = (place: number, asked: Partial<OpenRequest> = {}) =>
      openStream(upstreams[place]!.url, { ...usual, payer: 1, ...asked })
    return { play, asked: (place: number) => upstreams[place]!.paths.length }
  }

  it('leaves the connections of the others alone, for as long as it plays', async () => {
    const { play, asked } = await startEndless(9)
    const own = await Promise.all([play(0), play(1)])
    const more = await Promise.all([2, 3, 4, 5, 6, 7].map((place) => failureOf(play(place))))
    expect(new Set(more.map(({ kind }) => kind))).toEqual(new Set(['busy']))
    expect(asked(2)).toBe(0)
    const other = await play(8, { payer: 2 })
    expect(other.status).toBe(200)
    for (const { body } of [...own, other]) body.destroy()
  })

  it('plays from the next one when a stream before ends or is given up', async () => {
    const { play, asked } = await startEndless(4)
    const [first, second] = await Promise.all([play(0), play(1)])
    const third = play(2)
    first.body.destroy()
    expect((await third).status).toBe(200)
    const leaves = new AbortController()
    const waiting = failureOf(play(3, { signal: leaves.signal }))
    leaves.abort()
    expect((await waiting).kind).toBe('aborted')
    expect(asked(3)).toBe(0)
    second.body.destroy()
    const fourth = await play(3)
    expect(fourth.status).toBe(200)
    for (const { body } of [await third, fourth]) body.destroy()
  })

  it('may open a server again that it plays from', async () => {
    const { play } = await startEndless(2)
    const opened = await Promise.all([play(0), play(1), play(0), play(1)])
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body } of opened) body.destroy()
  })

  it('keeps no connection for what has no bytes, led elsewhere or failed', async () => {
    const target = await startUpstream(({ method }, response) => {
      response.writeHead(200)
      if (method === 'HEAD') response.end()
      else response.end('all')
    })
    const leading = await Promise.all(
      Array.from({ length: 6 }, () => startUpstream(redirectTo(target.url))),
    )
    const { open: openStream } = openClient({ maxOrigins: 8 })
    const ask = (url: string, method: OpenRequest['method'] = 'GET') =>
      openStream(url, { ...usual, method, payer: 1 })
    const heads = await Promise.all(leading.map(({ url }) => ask(url, 'HEAD')))
    expect(heads.map(({ status }) => status)).toEqual(leading.map(() => 200))
    const dead = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/', 'http://127.0.0.1:3/']
    const failures = await Promise.all(dead.map((url) => failureOf(ask(url))))
    expect(failures.map(({ kind }) => kind)).toEqual(['connect', 'connect', 'connect'])
    const texts = await Promise.all(
      leading.map(async ({ url }) => String(await buffer((await ask(url)).body))),
    )
    expect(texts).toEqual(leading.map(() => 'all'))
  })
})

describe('A stream that leads to another server, while the share is taken meanwhile', () => {
  /** Playing from two servers, and led to a third one, whose name is found late. */
  async function leadOn(asked: Partial<OpenRequest> = {}) {
    const found = Promise.withResolvers<void>()
    const resolve = async (host: string) => {
      if (host === 'late.test') await found.promise
      return [{ address: '127.0.0.1', family: 4 as const }]
    }
    const last = await startUpstream(json({}))
    const leading = await startUpstream(redirectTo(`http://late.test:${last.port}/`))
    const others = await Promise.all([1, 2].map(() => startUpstream(endless().handler)))
    const { open: openStream } = openClient({ maxOrigins: 8, resolve })
    const usual = { method: 'GET', signal: new AbortController().signal, payer: 1 } as const
    const play = (url: string, more: Partial<OpenRequest> = {}) =>
      openStream(url, { ...usual, connectTimeoutMs: timeoutMs, ...more })
    const first = await play(others[0]!.url)
    const led = failureOf(play(leading.url, asked))
    await expect.poll(() => leading.paths.length).toBe(1)
    const second = await play(others[1]!.url)
    found.resolve()
    onTestFinished(() => {
      for (const { body } of [first, second]) body.destroy()
    })
    return { led, last }
  }

  it('fails as busy, and the server is not asked', async () => {
    const { led, last } = await leadOn()
    expect((await led).kind).toBe('busy')
    expect(last.paths).toEqual([])
  })

  it('fails as cancelled where its player leaves', async () => {
    const leaves = new AbortController()
    const { led, last } = await leadOn({ signal: leaves.signal })
    leaves.abort()
    expect((await led).kind).toBe('aborted')
    expect(last.paths).toEqual([])
  })
})

describe('Names that nobody answers for', () => {
  it('hold up only whoever asks for them', async () => {
    const looking: string[] = []
    const resolve = (host: string) => {
      looking.push(host)
      return host.startsWith('silent')
        ? new Promise<never>(() => {})
        : Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    }
    const upstream = await startUpstream(json({ a: 1 }))
    const fetch = open({ resolve })
    const asked = Array.from({ length: 50 }, (_, place) =>
      failureOf(fetch(`http://silent${place}.test/`, { timeoutMs, payer: 1 })),
    )
    const own = upstream.url.replace('127.0.0.1', 'own.test')
    expect((await fetch(own, { timeoutMs, payer: 2 })).status).toBe(200)
    await Promise.all(asked)
    expect(looking.filter((host) => host.startsWith('silent'))).toHaveLength(2)
  })
})
