import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import type { GuardedFetchOptions } from '../../src/security/guarded-fetch.ts'
import { failureOf } from '../support/open-fetch.ts'
import { json, startUpstream } from '../support/upstream.ts'

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

function open(options: Partial<GuardedFetchOptions> = {}) {
  const client = createGuardedFetch({ allowPrivate: true, ...options })
  onTestFinished(() => client.close())
  return client.fetch
}

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
