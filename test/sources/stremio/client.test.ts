import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Cache } from '../../../src/cache/cache.ts'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createSlicer } from '../../../src/core/slices.ts'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { createSealer } from '../../../src/security/seal.ts'
import {
  createStremioClient,
  type StremioClientOptions,
} from '../../../src/sources/stremio/client.ts'
import { createStoredCache } from '../../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../../support/dialects.ts'
import { source } from '../../support/sources.ts'
import { json, silent, startUpstream, status, type Handler } from '../../support/upstream.ts'

function open(options: Partial<StremioClientOptions> = {}) {
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const clock = { now: Date.now() }
  const client = createStremioClient({
    fetch: guarded.fetch,
    cache: createMemoryCache({ maxBytes: 10e6 }),
    stored: createMemoryCache({ maxBytes: 10e6 }),
    slicer: createSlicer(),
    timeoutMs: 5_000,
    maxBytes: 16 * 2 ** 20,
    now: () => clock.now,
    ...options,
  })
  return { client, pass: (seconds: number) => (clock.now += seconds * 1_000) }
}

/** Answers the n-th request with the n-th handler, the last one for ever. */
function inTurn(...handlers: Handler[]): Handler {
  let turn = 0
  return (request, response) => {
    handlers[Math.min(turn, handlers.length - 1)]!(request, response)
    turn += 1
  }
}

const streams = (name: string, headers: Record<string, string> = {}) =>
  json({ streams: [{ name, url: 'https://cdn.example/a' }] }, headers)

const hour = 3_600
const day = 24 * hour

const keepFor = (seconds: number, more = '') => ({ 'cache-control': `max-age=${seconds}${more}` })

describe('a Stremio client', () => {
  it('asks for every resource under the paths of the protocol', async () => {
    const upstream = await startUpstream((request, response) => {
      json({
        resources: ['stream'],
        streams: [{ name: 'S', url: 'https://x' }],
        meta: { name: 'Film' },
        metas: [{ id: 'tt1', name: 'One' }],
        subtitles: [{ id: 's', url: 'https://x/s.srt', lang: 'ger' }],
      })(request, response)
    })
    const { client } = open()
    const addon = source({ url: `${upstream.url}/key|v/manifest.json?q=1` })
    expect((await client.manifest(addon)).value.name).toBe(upstream.host)
    expect((await client.streams(addon, 'series', 'tt1:2:3')).value).toHaveLength(1)
    expect((await client.meta(addon, 'series', 'tt1')).value?.name).toBe('Film')
    expect((await client.catalog(addon, 'movie', 'top', {})).value).toMatchObject([
      { id: 'tt1', type: 'movie', name: 'One' },
    ])
    await client.catalog(addon, 'movie', 'top', { genre: 'A & B', skip: '100' })
    expect((await client.subtitles(addon, 'movie', 'tt1', { filename: 'a b.mkv' })).value).toEqual([
      { id: 's', url: 'https://x/s.srt', lang: 'ger' },
    ])
    expect(upstream.paths).toEqual([
      '/key|v/manifest.json?q=1',
      '/key|v/stream/series/tt1%3A2%3A3.json?q=1',
      '/key|v/meta/series/tt1.json?q=1',
      '/key|v/catalog/movie/top.json?q=1',
      '/key|v/catalog/movie/top/genre=A%20%26%20B&skip=100.json?q=1',
      '/key|v/subtitles/movie/tt1/filename=a%20b.mkv.json?q=1',
    ])
  })

  it('takes for recent what is still fresh, and asks for what is older, failing as the source does', async () => {
    const manifest = { id: 'x', name: 'X', version: '1.0.0', resources: ['stream'] }
    const upstream = await startUpstream(inTurn(json(manifest), status(500)))
    const { client, pass } = open()
    const addon = source({ url: `${upstream.url}/manifest.json` })
    await client.manifest(addon)
    expect((await client.manifest(addon, { recent: true })).fromCache).toBe('fresh')
    pass(2 * hour)
    await expect(client.manifest(addon, { recent: true })).rejects.toThrow(/fault of its own/)
    // What was answered is kept a moment later, once it is compressed.
    await vi.waitFor(async () => expect((await client.manifest(addon)).fromCache).toBe('stale'))
  })

  it('reads an addon made with the official kit', async () => {
    const { addonBuilder, getRouter } = createRequire(import.meta.url)('stremio-addon-sdk') as {
      addonBuilder: new (manifest: object) => {
        defineStreamHandler(handler: (asked: object) => Promise<object>): void
        getInterface(): object
      }
      getRouter: (addon: object) => (...args: [...Parameters<RequestListener>, () => void]) => void
    }
    const builder = new addonBuilder({
      id: 'org.example',
      name: 'Kit',
      version: '1.0.0',
      description: 'd',
      catalogs: [],
      resources: ['stream'],
      types: ['movie'],
      idPrefixes: ['tt'],
    })
    const asked: unknown[] = []
    builder.defineStreamHandler((args) => {
      asked.push(args)
      return Promise.resolve({ streams: [{ url: 'https://x/1', title: 'T' }], cacheMaxAge: 60 })
    })
    const route = getRouter(builder.getInterface())
    const upstream = await startUpstream((request, response) =>
      route(request, response, () => response.end()),
    )
    const { client } = open()
    const addon = source({ url: upstream.url })
    expect((await client.manifest(addon)).value).toMatchObject({
      name: 'Kit',
      resources: [{ name: 'stream', types: ['movie'], idPrefixes: ['tt'] }],
    })
    const first = await client.streams(addon, 'movie', 'tt1:x y')
    expect(first).toMatchObject({ fromCache: null, value: [{ description: 'T' }] })
    expect(asked).toMatchObject([{ type: 'movie', id: 'tt1:x y' }])
    await vi.waitFor(async () =>
      expect((await client.streams(addon, 'movie', 'tt1:x y')).fromCache).toBe('fresh'),
    )
  })

  it.each([
    ['a wrong content type', { 'content-type': 'text/html' }, (text: string) => text],
    ['no content type', {}, (text: string) => text],
    ['a byte order mark', {}, (text: string) => `\uFEFF${text}`],
    ['gzip', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ])('reads an answer with %s', async (_name, headers: Record<string, string>, wrap) => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, headers)
      response.end(wrap(JSON.stringify({ streams: [{ url: 'https://x/1' }] })))
    })
    const { value } = await open().client.streams(source({ url: upstream.url }), 'movie', 'tt1')
    expect(value).toHaveLength(1)
  })

  it.each([
    [401, 'refused access: its address or the account behind it may be wrong (status 401)'],
    [404, 'has nothing at this address (status 404)'],
    [418, 'did not answer with success (status 418)'],
    [429, 'is being asked too often (status 429)'],
    [500, 'has a fault of its own (status 500)'],
    [503, 'is not available at the moment (status 503)'],
    [302, 'did not answer with success (status 302)'],
  ])('says what status %i means', async (code, meaning) => {
    const upstream = await startUpstream(status(code))
    const asking = open().client.streams(source({ url: `${upstream.url}/secret` }), 'movie', 'tt1')
    await expect(asking).rejects.toMatchObject({
      kind: 'status',
      status: code,
      message: `${upstream.host} ${meaning}`,
    })
  })

  it('knows no metadata where the answer is 404', async () => {
    const upstream = await startUpstream(status(404))
    const { value } = await open().client.meta(source({ url: upstream.url }), 'movie', 'tt1')
    expect(value).toBeNull()
  })

  it('takes 404 for the end of a catalog, but not for the catalog itself', async () => {
    const upstream = await startUpstream(status(404))
    const { client } = open()
    const page = (extra: Record<string, string>) =>
      client.catalog(source({ url: upstream.url }), 'movie', 'top', extra)
    expect((await page({ skip: '100' })).value).toEqual([])
    await expect(page({})).rejects.toMatchObject({ kind: 'status', status: 404 })
  })

  it('refuses an address that is none, and a type that would leave its path', async () => {
    const { client } = open()
    await expect(client.streams(source({ url: 'nothing' }), 'movie', 'tt1')).rejects.toMatchObject({
      kind: 'refused-address',
    })
    await expect(client.streams(source(), '..', 'tt1')).rejects.toMatchObject({
      kind: 'refused-address',
    })
  })

  it('gives a source its own time, and an answer its own size', async () => {
    const upstream = await startUpstream(silent)
    const { client } = open()
    const quick = source({ url: upstream.url, timeout: 100 })
    await expect(client.streams(quick, 'movie', 'tt1')).rejects.toThrow(
      'did not answer within 100 ms',
    )
    const large = await startUpstream(json({ streams: [], x: 'x'.repeat(5_000) }))
    const asking = client.streams(source({ url: large.url }), 'movie', 'tt1', { maxBytes: 1_000 })
    await expect(asking).rejects.toMatchObject({ kind: 'too-large' })
  })
})

describe('a Stremio client, concurrent questions', () => {
  it('asks the same thing once', async () => {
    const upstream = await startUpstream(streams('A'))
    const { client } = open()
    const addon = source({ url: upstream.url })
    const same = Array.from({ length: 20 }, () => client.streams(addon, 'movie', 'tt1'))
    const other = client.streams(addon, 'movie', 'tt2')
    expect((await Promise.all([...same, other])).map(({ value }) => value.length)).toEqual(
      Array.from({ length: 21 }, () => 1),
    )
    expect(upstream.paths).toHaveLength(2)
  })

  it('goes on for those who stay, and hangs up when the last has left', async () => {
    const upstream = await startUpstream(silent)
    const { client } = open()
    const addon = source({ url: upstream.url })
    const controllers = [new AbortController(), new AbortController()]
    const asking = controllers.map(({ signal }) =>
      client.streams(addon, 'movie', 'tt1', { signal }),
    )
    const settled = Promise.allSettled(asking)
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(1))
    controllers[0]!.abort()
    await expect(asking[0]).rejects.toThrow('aborted')
    expect(upstream.openSockets()).toBe(1)
    controllers[1]!.abort()
    await settled
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
  })
})

describe('a Stremio client with a cache', () => {
  async function start(...handlers: Handler[]) {
    const upstream = await startUpstream(inTurn(...handlers))
    const memory = createMemoryCache({ maxBytes: 10e6 })
    const set = vi.fn<Cache['set']>((...entry) => memory.set(...entry))
    const { client, pass } = open({ cache: { ...memory, set }, stored: { ...memory, set } })
    const addon = source({ url: upstream.url, timeout: 2_000 })
    async function ask() {
      const { value, fromCache } = await client.streams(addon, 'movie', 'tt1')
      return [value[0]?.name, fromCache]
    }
    /** Keeping an answer takes a moment longer than giving it. */
    const kept = (answers: number) => vi.waitFor(() => expect(set).toHaveBeenCalledTimes(answers))
    return { upstream, pass, ask, kept, client, addon }
  }

  it('asks again each time where the answer does not say how long it keeps', async () => {
    const { ask, upstream } = await start(streams('A'), streams('B'))
    expect([await ask(), await ask()]).toEqual([
      ['A', null],
      ['B', null],
    ])
    expect(upstream.paths).toHaveLength(2)
  })

  it('answers from the cache as long as the answer allows', async () => {
    const { ask, kept, pass } = await start(streams('A', keepFor(60)), streams('B', keepFor(60)))
    expect(await ask()).toEqual(['A', null])
    await kept(1)
    pass(59)
    expect(await ask()).toEqual(['A', 'fresh'])
    pass(2)
    expect(await ask()).toEqual(['B', null])
  })

  it('answers at once with what may be renewed behind, and renews it once', async () => {
    const { ask, kept, pass, upstream } = await start(
      streams('A', keepFor(60, ', stale-while-revalidate=60')),
      streams('B', keepFor(60)),
    )
    await ask()
    await kept(1)
    pass(61)
    expect(await ask()).toEqual(['A', 'stale'])
    await kept(2)
    expect(await ask()).toEqual(['B', 'fresh'])
    expect(upstream.paths).toHaveLength(2)
  })

  it('falls back to a kept answer where the source fails and the answer allows it', async () => {
    const { ask, kept, pass } = await start(
      streams('A', keepFor(60, ', stale-if-error=100')),
      status(503),
    )
    await ask()
    await kept(1)
    pass(61)
    expect(await ask()).toEqual(['A', 'stale'])
    pass(100)
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
  })

  it('keeps no failure', async () => {
    const { ask } = await start(
      (_request, response) => response.writeHead(500, keepFor(60)).end('{}'),
      json({ err: 'x' }, keepFor(60)),
      streams('A'),
    )
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
    await expect(ask()).rejects.toMatchObject({ kind: 'invalid' })
    expect(await ask()).toEqual(['A', null])
  })

  it('keeps nothing that shows a secret as a key, nor a readable body', async () => {
    const stored: [string, string][] = []
    const cache = {
      ...createMemoryCache({ maxBytes: 1e6 }),
      set: (key: string, value: Uint8Array) => {
        stored.push([key, Buffer.from(value).toString('latin1')])
        return Promise.resolve()
      },
    }
    const upstream = await startUpstream(streams('A', keepFor(60)))
    const { client } = open({ cache })
    await client.streams(source({ url: `${upstream.url}/hunter2/manifest.json` }), 'movie', 'tt1')
    await vi.waitFor(() => expect(stored).toHaveLength(1))
    expect(stored[0]![0]).toMatch(/^source:[\w-]{43}$/)
    expect(stored[0]!.join()).not.toContain('hunter2')
  })

  it('survives a damaged entry', async () => {
    const cache = createMemoryCache({ maxBytes: 1e6 })
    const upstream = await startUpstream(streams('A'))
    const damaged = { ...cache, get: () => Promise.resolve(new Uint8Array(60).fill(0x7f)) }
    const { client } = open({ cache: damaged })
    const { value } = await client.streams(source({ url: upstream.url }), 'movie', 'tt1')
    expect(value).toHaveLength(1)
  })

  it('holds a manifest in memory by the bytes of its answer, whatever its resources share', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(2_000, 'x'))
    const resources = Array.from({ length: 50 }, () => 'stream')
    const upstream = await startUpstream(json({ types: long, idPrefixes: long, resources }))
    const { client } = open()
    const addon = source({ url: `${upstream.url}/manifest.json` })
    const { value } = await client.manifest(addon)
    expect(value.resources).toHaveLength(50)
    expect((await client.manifest(addon)).value).toBe(value)
    expect(upstream.paths).toHaveLength(1)
  })

  it('keeps a manifest for minutes, renews it behind for a month, and survives an outage of three', async () => {
    const named = (name: string) =>
      json({ name, resources: ['stream'] }, { 'cache-control': 'no-store' })
    const { client, addon, kept, pass, upstream } = await start(named('A'), named('B'), status(503))
    const ask = async () => {
      const { value, fromCache } = await client.manifest(addon)
      return [value.name, fromCache]
    }
    expect(await ask()).toEqual(['A', null])
    await kept(1)
    expect(await ask()).toEqual(['A', 'fresh'])
    pass(11 * 60)
    expect(await ask()).toEqual(['A', 'stale'])
    await kept(2)
    expect(await ask()).toEqual(['B', 'fresh'])
    pass(29 * day)
    expect(await ask()).toEqual(['B', 'stale'])
    await vi.waitFor(() => expect(upstream.paths).toHaveLength(3))
    pass(60 * day)
    expect(await ask()).toEqual(['B', 'stale'])
    pass(2 * day)
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
  })
})

const sealer = createSealer(new Uint8Array(32), 'test', { packs: false })

describe.each(dialects)('a Stremio client that stores in $name', ({ skip, openMigrated }) => {
  const titles = (name: string, headers: Record<string, string> = {}) =>
    json({ metas: [{ id: 'tt1', name }], meta: { id: 'tt1', name } }, headers)

  async function start(...handlers: Handler[]) {
    const db = await openMigrated()
    const upstream = await startUpstream(inTurn(...handlers))
    const addon = source({ url: upstream.url, timeout: 2_000 })
    /** A client as after a start of the service, some seconds after the first one's. */
    function restart(seconds: number) {
      const stored = createStoredCache(db, { sealer })
      const now = Date.now() + seconds * 1_000
      const cache = createMemoryCache({ maxBytes: 10e6 })
      const { client } = open({ cache, stored, now: () => now })
      async function after<T>(asking: Promise<T>): Promise<T> {
        const answer = await asking
        await pause(50)
        await stored.close()
        return answer
      }
      const catalog = async (extra: Record<string, string> = {}) => {
        const { value, fromCache } = await after(client.catalog(addon, 'movie', 'top', extra))
        return [value[0]?.name, fromCache]
      }
      const meta = async () => {
        const { value, fromCache } = await after(client.meta(addon, 'movie', 'tt1'))
        return [value?.name, fromCache]
      }
      const manifest = async () => (await after(client.manifest(addon))).value.name
      return { catalog, meta, manifest }
    }
    return { upstream, restart }
  }

  it.skipIf(skip)(
    'has manifest, titles and catalogs when its source is down after a restart',
    async () => {
      const named = json({ name: 'Addon', resources: ['stream'] })
      const { restart, upstream } = await start(named, titles('A'), titles('A'), status(503))
      const first = restart(0)
      expect([await first.manifest(), await first.catalog(), await first.meta()]).toEqual([
        'Addon',
        ['A', null],
        ['A', null],
      ])
      await upstream.close()
      for (const [seconds, fromCache] of [
        [hour / 2, 'fresh'],
        [20 * day, 'stale'],
        [60 * day, 'stale'],
      ] as const) {
        const next = restart(seconds)
        expect([await next.manifest(), await next.catalog(), await next.meta()]).toEqual([
          'Addon',
          ['A', fromCache],
          ['A', fromCache],
        ])
      }
      const last = restart(91 * day)
      await expect(last.catalog()).rejects.toMatchObject({ kind: 'connect' })
      await expect(last.meta()).rejects.toMatchObject({ kind: 'connect' })
    },
  )

  it.skipIf(skip)('shows a list as it was while it renews it behind', async () => {
    const { restart, upstream } = await start(titles('A'), titles('B'))
    expect(await restart(0).catalog()).toEqual(['A', null])
    expect(await restart(2 * hour).catalog()).toEqual(['A', 'stale'])
    await vi.waitFor(async () =>
      expect(await restart(2 * hour + 1).catalog()).toEqual(['B', 'fresh']),
    )
    expect(upstream.paths).toHaveLength(2)
  })

  it.skipIf(skip)('asks a source that has a fault again only after a while', async () => {
    const { restart, upstream } = await start(titles('A'), status(500))
    await restart(0).catalog()
    const later = restart(2 * hour)
    for (let i = 0; i < 5; i += 1) expect(await later.catalog()).toEqual(['A', 'stale'])
    expect(upstream.paths).toHaveLength(2)
  })

  it.skipIf(skip).each([
    { says: {}, freshFor: hour },
    { says: keepFor(5), freshFor: 10 * 60 },
    { says: { 'cache-control': 'no-store' }, freshFor: 10 * 60 },
    { says: keepFor(3 * hour), freshFor: 3 * hour },
    { says: keepFor(5 * day), freshFor: day },
  ])('takes a catalog for new for $freshFor s where it says $says', async ({ says, freshFor }) => {
    const { restart } = await start(titles('A', says))
    await restart(0).catalog()
    expect(await restart(freshFor - 30).catalog()).toEqual(['A', 'fresh'])
    expect(await restart(freshFor + 30).catalog()).toEqual(['A', 'stale'])
  })

  it.skipIf(skip)(
    'soon asks again for a list that is empty or a title that is unknown',
    async () => {
      const { restart } = await start(json({ metas: [] }), json({ meta: null }), titles('A'))
      const first = restart(0)
      expect([await first.catalog(), await first.meta()]).toEqual([
        [undefined, null],
        [undefined, null],
      ])
      const soon = restart(5 * 60)
      expect([await soon.catalog(), await soon.meta()]).toEqual([
        [undefined, 'fresh'],
        [undefined, 'fresh'],
      ])
      const later = restart(11 * 60)
      expect([await later.catalog(), await later.meta()]).toEqual([
        ['A', null],
        ['A', null],
      ])
    },
  )

  it.skipIf(skip)('does not store what somebody typed', async () => {
    const { restart } = await start(titles('A'), titles('B'))
    const first = restart(0)
    expect(await first.catalog({ search: 'x' })).toEqual(['A', null])
    await vi.waitFor(async () =>
      expect(await first.catalog({ search: 'x' })).toEqual(['A', 'fresh']),
    )
    expect(await restart(1).catalog({ search: 'x' })).toEqual(['B', null])
  })
})

describe('a Stremio client with a breaker', () => {
  it('stops asking a source that failed five times in a row, and says so', async () => {
    const upstream = await startUpstream(status(503))
    const { client } = open()
    const addon = source({ url: upstream.url })
    for (let i = 0; i < 5; i += 1) {
      await expect(client.streams(addon, 'movie', `tt${i}`)).rejects.toMatchObject({
        kind: 'status',
      })
    }
    const paused = client.streams(addon, 'movie', 'tt9')
    await expect(paused).rejects.toBeInstanceOf(UpstreamError)
    await expect(paused).rejects.toThrow(
      `${upstream.host} did not answer 5 times in a row; it is asked again in 10 s`,
    )
    expect(upstream.paths).toHaveLength(5)
  })

  it('does not count those who left, but counts the time that a search gave', async () => {
    const upstream = await startUpstream(silent)
    const { client } = open()
    const addon = source({ url: upstream.url })
    async function askUntil(reason: Error, id: string): Promise<unknown> {
      const controller = new AbortController()
      const asking = client.streams(addon, 'movie', id, { signal: controller.signal })
      setTimeout(() => controller.abort(reason), 20)
      return asking.catch((error: unknown) => error)
    }
    const left = new Error('client left')
    for (let i = 0; i < 6; i += 1) expect(await askUntil(left, `tt${i}`)).toBe(left)
    const late = new UpstreamError('timeout', 'too late')
    for (let i = 0; i < 5; i += 1) expect(await askUntil(late, `tt${i}`)).toBe(late)
    expect(await askUntil(late, 'tt9')).toMatchObject({ kind: 'paused' })
  })

  it("is not tripped for others by one user's very short time", async () => {
    const upstream = await startUpstream((request, response) =>
      setTimeout(() => streams('A')(request, response), 150),
    )
    const { client } = open()
    for (let i = 0; i < 5; i += 1) {
      const hasty = client.streams(source({ url: upstream.url, timeout: 20 }), 'movie', `tt${i}`)
      await expect(hasty).rejects.toMatchObject({ kind: 'timeout' })
    }
    const { value } = await client.streams(source({ url: upstream.url }), 'movie', 'tt1')
    expect(value).toHaveLength(1)
  })
})

it('a Stremio client survives a server on the same machine that closes at once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const { port } = server.address() as { port: number }
  server.close()
  const asking = open().client.streams(source({ url: `http://127.0.0.1:${port}` }), 'movie', 'tt1')
  await expect(asking).rejects.toMatchObject({ kind: 'connect' })
})
