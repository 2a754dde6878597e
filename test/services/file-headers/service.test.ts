import { describe, expect, it } from 'vitest'
import type { SearchResult } from '../../../src/model/search-result.ts'
import type { Version } from '../../../src/model/version.ts'
import { createFileHeaders } from '../../../src/services/file-headers/service.ts'
import { expected, startHeaders, version } from '../../support/file-headers.ts'
import { mediaFile } from '../../support/media-files.ts'
import type { MediaServerOptions } from '../../support/media-files.ts'
import { until } from '../../support/until.ts'

describe('The header of a version', () => {
  it('is read once for its release, with the headers of the source, and kept', async () => {
    const { headers, create, ask, paths, headers: _, ...server } = await startHeaders()
    const asked = ask({ requestHeaders: { Referer: 'https://site.example/', Range: 'bytes=9-' } })
    expect(await headers.known(asked.version)).toBeNull()
    const [one, other] = await Promise.all([headers.read(asked), headers.read(asked)])
    expect(one?.tracks).toHaveLength(5)
    expect(other).toEqual(one)
    expect(paths).toEqual(['/film.mkv?key=1'])
    expect(server.state.sent).toBeLessThanOrEqual(2 ** 20)
    // Another process, another day, another address of the same file.
    const again = ask({}, 1, '/film.mkv?key=2')
    expect(await create().read(again)).toEqual(one)
    expect(await create().known(again.version)).toEqual(one)
    expect(paths).toHaveLength(1)
  })

  it('is asked for with what the source wants to be sent, save the range', async () => {
    let sent: Record<string, unknown> = {}
    const { headers, ask } = await startHeaders({
      instead: (request) => {
        sent = request.headers
        return false
      },
    })
    await headers.read(
      ask({ requestHeaders: { Referer: 'https://site.example/', Range: 'bytes=9-' } }),
    )
    expect(sent).toMatchObject({ referer: 'https://site.example/', range: 'bytes=0-131071' })
  })

  it('is read anew for another file, and for another configuration, whose sources may lie', async () => {
    const { headers, ask, paths } = await startHeaders()
    const hash = 'a'.repeat(40)
    await headers.read(ask({ infoHash: hash, fileIdx: 1 }))
    await headers.read(ask({ infoHash: hash.toUpperCase(), fileIdx: 1, addon: 'Beta' }))
    expect(paths).toHaveLength(1)
    await headers.read(ask({ infoHash: hash, fileIdx: 2 }))
    await headers.read(ask({ infoHash: hash, fileIdx: 1 }, 2))
    expect(paths).toHaveLength(3)
  })

  it.each<[string, Partial<SearchResult>]>([
    ['the same name and size', { filename: 'S01E01.mkv' }],
    ['an address that differs in its query', { filename: null, size: null }],
    ['no file of a torrent', { filename: null, size: null, infoHash: 'a'.repeat(40) }],
  ])('is not that of another title, though both have %s', async (_what, result) => {
    const { headers, ask, paths } = await startHeaders()
    await headers.read(ask(result))
    const { version: shown } = ask(result)
    for (const other of [{ number: 2 }, { season: 1, episode: 2 }] as const) {
      const ref = { ...shown.ref, ...other } as Version['ref']
      expect(await headers.known({ ...shown, ref })).toBeNull()
    }
    expect(paths).toHaveLength(1)
  })

  it('is that of the whole address where the source names no file', async () => {
    const { headers, ask } = await startHeaders()
    const nameless = { filename: null, size: null }
    expect(await headers.read(ask(nameless, 1, '/get?id=1'))).not.toBeNull()
    expect(await headers.known(ask(nameless, 1, '/get?id=2').version)).toBeNull()
  })

  it('is there for a node that had none before another one read it', async () => {
    const { headers, create, ask } = await startHeaders()
    expect(await headers.known(ask().version)).toBeNull()
    const read = await create().read(ask())
    expect(read).not.toBeNull()
    expect(await headers.known(ask().version)).toEqual(read)
  })

  it('is remembered for a while, within a bound of bytes', async () => {
    const chapters = Array.from({ length: 500 }, () => ({ startMs: 0, name: 'x'.repeat(80) }))
    const bytes = Buffer.from(JSON.stringify({ tracks: [], chapters }))
    const asked: string[] = []
    const get = async (key: string) => {
      asked.push(key)
      return bytes
    }
    const open = () => Promise.reject(new Error('nothing is to be opened'))
    const headers = createFileHeaders({ open, stored: { get, set: async () => {} } })
    const film = (size: number) => version('https://files.example/a', { size })
    await headers.known(film(0))
    await headers.known(film(0))
    expect(asked).toHaveLength(1)
    for (let size = 1; size < 300; size += 1) await headers.known(film(size))
    await headers.known(film(0))
    expect(asked).toHaveLength(301)
  })

  it('leaves others their turn: of one configuration two are read at a time', async () => {
    const held: (() => void)[] = []
    const { headers, ask, paths } = await startHeaders({
      waitMs: 3_600_000,
      instead: (request, response) => {
        const isHeld = request.url!.startsWith('/held')
        if (isHeld) held.push(() => response.writeHead(302, { location: '/film.mkv' }).end())
        return isHeld
      },
    })
    const slow = [1, 2].map((size) => headers.read(ask({ size }, 1, `/held/${size}`)))
    await until(
      'both requests',
      () => held.length,
      (length) => length === 2,
    )
    expect(await headers.read(ask({ size: 3 }))).toBeNull()
    expect(paths).toHaveLength(2)
    expect((await headers.read(ask({ size: 3 }, 2)))?.tracks).toHaveLength(5)
    for (const answer of held) answer()
    for (const header of await Promise.all(slow)) expect(header?.tracks).toHaveLength(5)
    expect((await headers.read(ask({ size: 3 })))?.tracks).toHaveLength(5)
  })

  it('is not read of torrents, lists of parts, and files that a service does not have yet', async () => {
    const { headers, ask, paths } = await startHeaders()
    for (const type of ['p2p', 'usenet', 'youtube', 'external', 'live'] as const) {
      expect(await headers.read(ask({ type }))).toBeNull()
    }
    expect(await headers.read(ask({ type: 'debrid', cached: false }))).toBeNull()
    expect(await headers.read(ask({}, 1, '/film.m3u8'))).toBeNull()
    expect(paths).toEqual([])
    expect(await headers.read(ask({ type: 'debrid', cached: true }))).not.toBeNull()
  })

  it('is read from the front where the server knows no ranges', async () => {
    const { headers, ask, state } = await startHeaders({ hasRanges: false })
    expect((await headers.read(ask()))?.tracks).toHaveLength(5)
    expect(state.sent).toBeLessThanOrEqual(2 ** 20)
  })

  it('does not hold up the answer: what comes late is there the next time', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    let held = false
    const { headers, ask, paths } = await startHeaders({
      waitMs: 50,
      instead: (request, response) => {
        if (held) return false
        held = true
        void promise.then(() => response.writeHead(302, { location: request.url! }).end())
        return true
      },
    })
    expect(await headers.read(ask())).toBeNull()
    release()
    await until(
      'the header',
      () => headers.known(ask().version),
      (header) => header !== null,
    )
    expect((await headers.read(ask()))?.chapters).toHaveLength(2)
    expect(paths).toHaveLength(2)
  })

  it('comes from another link to the same file where the first is dead, for those who wait for both', async () => {
    const { headers, ask, paths } = await startHeaders({
      instead: (request, response) =>
        request.url === '/dead' && Boolean(response.writeHead(404).end()),
    })
    const hash = { infoHash: 'a'.repeat(40), fileIdx: 1 }
    const signal = AbortSignal.timeout(20_000)
    const asking = (path: string) => ({
      ...ask(hash, 1, path),
      expected: { ...expected, ownMs: 2_038 },
    })
    const [dead, alive] = [asking('/dead'), asking('/alive')]
    const asked = [headers.failureOf(dead, signal), headers.failureOf(alive, signal)]
    expect(await Promise.all(asked)).toEqual(['status', null])
    expect(paths).toEqual(['/dead', '/dead', '/alive'])
    expect((await headers.read(alive))?.tracks).toHaveLength(5)
  })

  it('is waited for once: who asks later for what comes late gets an answer at once', async () => {
    const { headers, ask, paths } = await startHeaders({ waitMs: 1_000, instead: () => true })
    expect(await headers.read(ask())).toBeNull()
    const begun = performance.now()
    expect(await headers.isTooShort(ask())).toBe(false)
    expect(performance.now() - begun).toBeLessThan(500)
    expect(paths).toHaveLength(1)
  })
})

describe('On bad days', () => {
  const status = (code: number): MediaServerOptions => ({
    instead: (_request, response) => {
      response.writeHead(code).end()
      return true
    },
  })
  const typed = (type: string, body: string): MediaServerOptions => ({
    instead: (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
      return true
    },
  })
  it.each<[string, MediaServerOptions]>([
    ['the file is gone', status(404)],
    ['the server is down', status(500)],
    ['a page comes in its place', typed('text/html', '<html>')],
    ['a playlist comes in its place', typed('application/vnd.apple.mpegurl', '#EXTM3U')],
    ['a clip comes in its place', { total: 1_000_000 }],
    ['the connection breaks', { instead: (request) => Boolean(request.socket.destroy()) }],
    ['the file is of another kind', { ...typed('video/mp4', 'x'.repeat(40_000_000)) }],
  ])('%s: there is no header, and nobody asks again for a while', async (_what, options) => {
    const { headers, ask, paths } = await startHeaders(options)
    expect(await headers.read(ask())).toBeNull()
    const asked = paths.length
    expect(asked).toBeLessThan(5)
    expect(await headers.read(ask())).toBeNull()
    expect(paths).toHaveLength(asked)
  })

  it('the file changes between two requests: there is no header', async () => {
    const file = mediaFile('end.mp4')
    let count = 0
    const { headers, ask } = await startHeaders({
      file: 'end.mp4',
      instead: (_request, response) => {
        count += 1
        const total = 60e6 + count
        const head = Buffer.alloc(131_072)
        file.copy(head, 0, 0, 32)
        head.writeUInt32BE(50_000_000, 32)
        head.write('mdat', 36)
        response
          .writeHead(206, {
            'content-range': `bytes 0-131071/${total}`,
            'content-type': 'video/mp4',
          })
          .end(head)
        return true
      },
    })
    expect(await headers.read(ask())).toBeNull()
    expect(count).toBe(2)
  })
})
