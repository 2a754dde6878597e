import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import { source } from '../../support/sources.ts'
import { hour, inTurn, openStremioClient, streams } from '../../support/stremio-client.ts'
import { json, silent, startUpstream, status } from '../../support/upstream.ts'

describe('a Stremio client', () => {
  it('asks for every resource under the paths of the protocol', async () => {
    const other = {
      transportUrl: 'https://o/manifest.json',
      transportName: 'http',
      manifest: { id: 'o', name: 'O', version: '1.0.0' },
    }
    const upstream = await startUpstream((request, response) => {
      json({
        resources: ['stream'],
        streams: [{ name: 'S', url: 'https://x' }],
        meta: { name: 'Film' },
        metas: [{ id: 'tt1', name: 'One' }],
        subtitles: [{ id: 's', url: 'https://x/s.srt', lang: 'ger' }],
        addons: [other],
      })(request, response)
    })
    const { client } = openStremioClient()
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
    expect((await client.addons(addon, 'other', 'list 1')).value).toEqual([other])
    expect(upstream.paths).toEqual([
      '/key|v/manifest.json?q=1',
      '/key|v/stream/series/tt1%3A2%3A3.json?q=1',
      '/key|v/meta/series/tt1.json?q=1',
      '/key|v/catalog/movie/top.json?q=1',
      '/key|v/catalog/movie/top/genre=A%20%26%20B&skip=100.json?q=1',
      '/key|v/subtitles/movie/tt1/filename=a%20b.mkv.json?q=1',
      '/key|v/addon_catalog/other/list%201.json?q=1',
    ])
  })

  it('takes for recent what is still fresh, and asks for what is older, failing as the source does', async () => {
    const manifest = { id: 'x', name: 'X', version: '1.0.0', resources: ['stream'] }
    const upstream = await startUpstream(inTurn(json(manifest), status(500)))
    const { client, pass } = openStremioClient()
    const addon = source({ url: `${upstream.url}/manifest.json` })
    await client.manifest(addon)
    expect((await client.manifest(addon, { recent: true })).fromCache).toBe('fresh')
    pass(2 * hour)
    await expect(client.manifest(addon, { recent: true })).rejects.toThrow(/fault of its own/)
    // What was answered is kept a moment later, once it is compressed.
    await expect.poll(async () => (await client.manifest(addon)).fromCache).toBe('stale')
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
    const { client } = openStremioClient()
    const addon = source({ url: upstream.url })
    expect((await client.manifest(addon)).value).toMatchObject({
      name: 'Kit',
      resources: [{ name: 'stream', types: ['movie'], idPrefixes: ['tt'] }],
    })
    const first = await client.streams(addon, 'movie', 'tt1:x y')
    expect(first).toMatchObject({ fromCache: null, value: [{ description: 'T' }] })
    expect(asked).toMatchObject([{ type: 'movie', id: 'tt1:x y' }])
    await expect
      .poll(async () => (await client.streams(addon, 'movie', 'tt1:x y')).fromCache)
      .toBe('fresh')
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
    const { value } = await openStremioClient().client.streams(
      source({ url: upstream.url }),
      'movie',
      'tt1',
    )
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
    const asking = openStremioClient().client.streams(
      source({ url: `${upstream.url}/secret` }),
      'movie',
      'tt1',
    )
    await expect(asking).rejects.toMatchObject({
      kind: 'status',
      status: code,
      message: `${upstream.host} ${meaning}`,
    })
  })

  it('knows no metadata where the answer is 404', async () => {
    const upstream = await startUpstream(status(404))
    const { value } = await openStremioClient().client.meta(
      source({ url: upstream.url }),
      'movie',
      'tt1',
    )
    expect(value).toBeNull()
  })

  it('takes 404 for the end of a catalog, but not for the catalog itself', async () => {
    const upstream = await startUpstream(status(404))
    const { client } = openStremioClient()
    const page = (extra: Record<string, string>) =>
      client.catalog(source({ url: upstream.url }), 'movie', 'top', extra)
    expect((await page({ skip: '100' })).value).toEqual([])
    await expect(page({})).rejects.toMatchObject({ kind: 'status', status: 404 })
  })

  it('refuses an address that is none, and a type that would leave its path', async () => {
    const { client } = openStremioClient()
    await expect(client.streams(source({ url: 'nothing' }), 'movie', 'tt1')).rejects.toMatchObject({
      kind: 'refused-address',
    })
    await expect(client.streams(source(), '..', 'tt1')).rejects.toMatchObject({
      kind: 'refused-address',
    })
  })

  it('gives a source its own time, and an answer its own size', async () => {
    const upstream = await startUpstream(silent)
    const { client } = openStremioClient()
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
    const { client } = openStremioClient()
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
    const { client } = openStremioClient()
    const addon = source({ url: upstream.url })
    const controllers = [new AbortController(), new AbortController()]
    const asking = controllers.map(({ signal }) =>
      client.streams(addon, 'movie', 'tt1', { signal }),
    )
    const settled = Promise.allSettled(asking)
    await expect.poll(() => upstream.openSockets()).toBe(1)
    controllers[0]!.abort()
    await expect(asking[0]).rejects.toThrow('aborted')
    expect(upstream.openSockets()).toBe(1)
    controllers[1]!.abort()
    await settled
    await expect.poll(() => upstream.openSockets()).toBe(0)
  })
})

describe('a Stremio client with a breaker', () => {
  it('stops asking a source that failed five times in a row, and says so', async () => {
    const upstream = await startUpstream(status(503))
    const { client } = openStremioClient()
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
    const { client } = openStremioClient()
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

  it('is not tripped for real titles by guesses', async () => {
    const upstream = await startUpstream(status(503))
    const { client } = openStremioClient()
    const addon = source({ url: upstream.url })
    const guess = (id: string) => client.meta(addon, 'series', id, { guess: true })
    for (let i = 0; i < 5; i += 1) {
      await expect(guess(`own:${i}`)).rejects.toMatchObject({ kind: 'status' })
    }
    await expect(guess('own:9')).rejects.toMatchObject({ kind: 'paused' })
    await expect(client.meta(addon, 'series', 'own')).rejects.toMatchObject({ kind: 'status' })
  })

  it("is not tripped for others by one user's very short time", async () => {
    const upstream = await startUpstream((request, response) =>
      setTimeout(() => streams('A')(request, response), 150),
    )
    const { client } = openStremioClient()
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
  const asking = openStremioClient().client.streams(
    source({ url: `http://127.0.0.1:${port}` }),
    'movie',
    'tt1',
  )
  await expect(asking).rejects.toMatchObject({ kind: 'connect' })
})
