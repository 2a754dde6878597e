import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as ask } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { fastify } from 'fastify'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createSlicer } from '../../../src/core/slices.ts'
import type { ItemRef } from '../../../src/model/item-ref.ts'
import type { UserData } from '../../../src/model/user-data.ts'
import type { SearchResult } from '../../../src/model/search-result.ts'
import type { Version } from '../../../src/model/version.ts'
import { bytesRoutes } from '../../../src/http/media-server/playback/byte-routes.ts'
import { createKnownPaths } from '../../../src/http/known-paths.ts'
import { createPublicAddress } from '../../../src/http/public-address.ts'
import { mountMediaServer } from '../../../src/http/media-server/transport/mount.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import { createItemIds, createPlaySessionIds } from '../../../src/security/item-ids.ts'
import {
  readCues,
  writeAss,
  writeSrt,
  writeVtt,
  writtenFormat,
} from '../../../src/services/playback/subtitle-cues.ts'
import { decodeSubtitles } from '../../../src/services/playback/subtitle-text.ts'
import { createPlaybackService } from '../../../src/services/playback/service.ts'
import { createStremioClient } from '../../../src/sources/stremio/client.ts'
import { startAddon } from '../../support/addon.ts'
import { household, itemRef, libraryItem } from '../../support/library-item.ts'
import { stream } from '../../support/streams.ts'
import { endless, startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const itemIds = createItemIds(Buffer.alloc(32, 1))
const playSessionIds = createPlaySessionIds(Buffer.alloc(32, 1))
const itemId = itemIds.encode(itemRef())
const versionIds = [1, 2].map((version) => itemIds.encode(itemRef({ kind: 'version', version })))
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

type Setting = { results?: Partial<SearchResult>[]; userData?: UserData }

/** The routes over a real server, for a film that has these results. */
async function startRoutes({ results = [{}], userData = {} }: Setting = {}) {
  const home = household(userData)
  const failed: ItemRef[] = []
  const versions = results.map((result, place): Version => {
    const ref = itemRef({ kind: 'version', version: place + 1 })
    const filename = 'Film.mkv'
    const all = stream({ filename, parsedFile: { container: 'mkv' }, ...result })
    const link = all.url ?? 'https://streams.example/film.mkv?key=1'
    return { ref, id: itemIds.encode(ref), result: all, link, name: 'Film', description: '' }
  })
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const cache = createMemoryCache({ maxBytes: 2 ** 20 })
  const slicer = createSlicer()
  const playback = createPlaybackService({
    itemIds,
    playSessionIds,
    profiles: { household: async (number) => (number === 7 ? home : null) },
    library: {
      item: async (_member, ref) =>
        ref.kind === 'movie' && ref.number === 1_000_000 ? libraryItem() : null,
    },
    versions: {
      find: async (_home, _item, ref) =>
        (ref.kind === 'version'
          ? versions.find((version) => version.ref.version === ref.version)
          : versions[0]) ?? null,
      markFailed: async (_home, ref) => void failed.push(ref),
    },
    client: createStremioClient({
      fetch: guarded.fetch,
      cache,
      stored: cache,
      slicer,
      timeoutMs: 5_000,
      maxBytes: 2 ** 20,
    }),
    translators: [],
    cache,
    slicer,
    fetch: guarded.fetch,
    open: guarded.open,
  })
  const app = fastify()
  onTestFinished(() => app.close())
  mountMediaServer(app, bytesRoutes({ playback }), {
    prefix: 'media',
    addressOf: createPublicAddress(null),
    paths: createKnownPaths(),
    contexts: { create: () => ({ signal: new AbortController().signal }) } as never,
    log: { error: console.error } as never,
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.server.closeAllConnections())

  async function open(
    path: string,
    headers: OutgoingHttpHeaders = {},
    method = 'GET',
  ): Promise<IncomingMessage> {
    const asking = ask(base + path, { method, headers, agent: false }).end()
    asking.on('error', () => {})
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.on('error', () => {})
    return answer
  }
  async function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
    const answer = await open(path, headers, method)
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  return { open, get, failed, playback, home, versions }
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
    const { get, failed } = await startRoutes({ results: [{ url: `${upstream.url}/?key=1` }] })
    const answer = await get(`/Videos/${itemId}/stream`, page)
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('Choose another one')
    expect(answer.body).not.toContain('key=1')
    expect(failed).toEqual([itemRef({ kind: 'version', version: 1 })])
  })

  it('reads no faster than the player, ends with it, and gives eight at once', async () => {
    const { handler, sent } = endless('video/mp4')
    const upstream = await startUpstream(handler)
    const setting = { results: [{ url: upstream.url, requestHeaders: {} }] }
    const { open, get, failed } = await startRoutes(setting)
    const path = `/Videos/${itemId}/stream`
    const running = await Promise.all(Array.from({ length: 8 }, () => open(path)))
    expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    await wait(500)
    const before = sent()
    await wait(200)
    expect(sent()).toBe(before)
    expect(before).toBeLessThan(8 * 2 ** 24)

    const refused = await get(path)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    for (const answer of running) answer.destroy()
    await vi.waitFor(() => expect(upstream.openSockets()).toBe(0))
    const next = await open(path)
    expect(next.statusCode).toBe(200)
    next.destroy()
    expect(failed).toEqual([])
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

const srt =
  '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">Good</font> <i>evening</i>.\r\n\r\n2\r\n01:00:00,5 --> 01:00:01,000\r\n{\\an8}Two\r\nlines\r\n'
const ass =
  '[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}One, two{\\i0}\\Nthree\n'

describe('The subtitle route', () => {
  async function startFiles() {
    const files: Record<string, string | Buffer> = {
      '/a.srt': srt,
      '/b.ass': ass,
      '/c.srt': Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nd\xe9j\xe0 vu\n', 'latin1'),
      '/d.srt': Buffer.from('\ufeff1\n00:00:01,000 --> 00:00:02,000\nüber\n', 'utf16le'),
    }
    const upstream = await startUpstream(({ url }, response) => {
      const file = files[url!]
      if (file === undefined) response.writeHead(404).end()
      else response.end(file)
    })
    const own = ['a.srt', 'b.ass', 'c.srt', 'd.srt', 'gone.srt', 'a.srt']
    const subtitleTracks = own.map((name) => ({
      id: null,
      url: `${upstream.url}/${name}`,
      lang: 'en',
    }))
    const routes = await startRoutes({ results: [{ subtitleTracks }] })
    const at = (index: number, end: string) =>
      routes.get(`/Videos/${itemId}/${versionIds[0]}/Subtitles/${index}/${end}`)
    return { at, subtitleTracks }
  }

  it('rewrites SubRip as WebVTT and as events, and passes it on as it is', async () => {
    const { at } = await startFiles()
    const vtt = await at(2, '0/Stream.vtt')
    expect(vtt.headers['content-type']).toMatch('text/vtt')
    expect(vtt.body).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nGood <i>evening</i>.\n\n01:00:00.500 --> 01:00:01.000\nTwo\nlines\n\n',
    )
    expect(JSON.parse((await at(2, 'Stream.js')).body)).toEqual({
      TrackEvents: [
        {
          Id: '1',
          Text: 'Good <i>evening</i>.',
          StartPositionTicks: 10_000_000,
          EndPositionTicks: 25_000_000,
        },
        {
          Id: '2',
          Text: 'Two\nlines',
          StartPositionTicks: 36_005_000_000,
          EndPositionTicks: 36_010_000_000,
        },
      ],
    })
    expect((await at(2, 'Stream.srt')).body).toContain('{\\an8}Two')
  })

  it('reads what other programs write', async () => {
    const { at } = await startFiles()
    expect((await at(3, 'Stream.ass')).body).toBe(ass)
    expect((await at(3, 'Stream.srt')).body).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nOne, two\nthree\n\n',
    )
    expect((await at(4, 'Stream.vtt')).body).toContain('déjà vu')
    expect((await at(5, 'Stream.vtt')).body).toContain('über')
  })

  it('rewrites everything as SubStation Alpha, with what is bold or slanted', async () => {
    const { at } = await startFiles()
    for (const ending of ['ass', 'ssa']) {
      const { headers, body } = await at(2, `Stream.${ending}`)
      expect(headers['content-type']).toMatch('text/x-ssa')
      expect(body).toMatch(/^\[Script Info\]\n/)
      expect(body.split('[Events]\n')[1]).toBe(
        [
          'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
          String.raw`Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Good {\i1}evening{\i0}.`,
          String.raw`Dialogue: 0,1:00:00.50,1:00:01.00,Default,,0,0,0,,Two\Nlines`,
          '',
        ].join('\n'),
      )
    }
  })

  it('keeps every line and its times from each format to each', async () => {
    const cues = Array.from({ length: 1_200 }, (_, place) => ({
      from: place * 31_010,
      to: place * 31_010 + 990,
      text: `Line ${place}\nbelow, it`,
    }))
    const slicer = createSlicer()
    const writers = { srt: writeSrt, vtt: writeVtt, ass: writeAss }
    for (const [name, write] of Object.entries(writers)) {
      const text = await slicer.run(write(cues))
      expect([name, writtenFormat(text)]).toEqual([name, name])
      expect(await slicer.run(readCues(text))).toEqual(cues)
    }
  })

  it.each([
    ['rus', Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
    ['pol', Buffer.from('bff3b3e6', 'hex'), 'żółć'],
    ['jpn', Buffer.from('82b182f182c982bf82cd', 'hex'), 'こんにちは'],
    ['chi', Buffer.from('c4e3bac3', 'hex'), '你好'],
    ['gre', Buffer.from('c3e5e9e1', 'hex'), 'Γεια'],
    ['kor', Buffer.from('c0cce9', 'hex'), 'ÀÌé'],
    ['fre', Buffer.from('e9e0', 'hex'), 'éà'],
    [null, Buffer.from('e9e0', 'hex'), 'éà'],
    ['rus', Buffer.from('déjà'), 'déjà'],
  ])('reads old files of the language %s as they were written', (language, bytes, expected) => {
    expect(decodeSubtitles(bytes, language)).toBe(expected)
  })

  it('says what it does not have', async () => {
    const { at } = await startFiles()
    expect((await at(6, 'Stream.vtt')).status).toBe(503)
    expect((await at(7, 'Stream.vtt')).status).toBe(404)
    expect((await at(1, 'Stream.vtt')).status).toBe(404)
    expect((await at(2, 'Stream.sup')).status).toBe(400)
  })

  it('is not held up by a hostile file', async () => {
    const upstream = await startUpstream(
      (_request, response) =>
        void response.end(`${'1'.repeat(2 ** 21)}${' '.repeat(2 ** 20)}${'{'.repeat(2 ** 20)}`),
    )
    const subtitleTracks = [{ id: null, url: `${upstream.url}/x.srt`, lang: null }]
    const { get } = await startRoutes({ results: [{ subtitleTracks }] })
    const started = performance.now()
    const path = `/Videos/${itemId}/${versionIds[0]}/Subtitles/2/Stream.vtt`
    expect((await get(path)).body).toBe('WEBVTT\n\n')
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('Tracks of subtitle sources', () => {
  it('are asked for once, of the sources that have subtitles, without waiting for a slow one', async () => {
    let asked = 0
    const answer =
      (list: object[]): Handler =>
      (request, response) => {
        if (request.url!.includes('/subtitles/')) asked += 1
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify(
            request.url!.includes('/subtitles/')
              ? { subtitles: list }
              : {
                  id: 'a',
                  name: 'A',
                  version: '1.0.0',
                  types: ['movie'],
                  resources: ['subtitles'],
                  catalogs: [],
                },
          ),
        )
      }
    const many = await startUpstream(
      answer([
        { id: '1', lang: 'eng', url: 'https://s.example/1.srt' },
        { id: '2', lang: 'pt-BR', url: 'https://s.example/2.vtt?key=1' },
        { id: '3', lang: 'Klingon', url: 'https://s.example/3' },
        { id: '4', lang: 'eng', url: 'https://s.example/1.srt' },
        { id: '5', lang: 'eng', url: 'file:///etc/passwd' },
      ]),
    )
    const streams = await startAddon()
    const slow = await startUpstream(() => {})
    const source = (url: string) => ({
      type: 'stremio' as const,
      url: `${url}/manifest.json`,
    })
    const userData = { sources: [source(slow.url), source(many.url), streams.source] } as UserData
    const { playback, home } = await startRoutes({ userData })
    const signal = new AbortController().signal
    const ask = () => playback.tracks(home, { key: 'tt1000000', mediaType: 'movie' }, signal)
    const [tracks] = await Promise.all([ask(), ask()])
    expect(tracks).toEqual([
      { url: 'https://s.example/1.srt', language: 'eng', title: 'English', codec: 'subrip' },
      {
        url: 'https://s.example/2.vtt?key=1',
        language: 'por',
        title: 'Portuguese (Brazil)',
        codec: 'webvtt',
      },
      { url: 'https://s.example/3', language: null, title: 'Klingon', codec: 'subrip' },
    ])
    expect(await ask()).toEqual(tracks)
    expect(asked).toBe(1)
  }, 10_000)
})
