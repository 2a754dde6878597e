import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { like, page, part } from '../../support/dead-links.ts'
import { libraryItem } from '../../support/library-item.ts'
import { fileLasting, lengthOf, mediaFile } from '../../support/media-files.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const film = fileLasting(5_400_000)
const clip = fileLasting(120_000)
const total = 30 * 2 ** 20

/** Every byte says where it is. */
const numbered = Buffer.from(Uint32Array.from({ length: total / 4 }, (_, at) => at * 4).buffer)

/** A large file that begins so. */
function large(start: Buffer): Buffer {
  return Buffer.concat([start, numbered.subarray(start.length)])
}

async function buffer(answer: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await answer.toArray())
}

type Sending = { headers?: Record<string, string>; pieceBytes?: number; unknownLength?: boolean }

/** Sends a file as servers do, whole or in parts, in pieces. */
function serve(
  file: Buffer,
  { headers, pieceBytes = 2 ** 20, unknownLength }: Sending = {},
): Handler {
  return (request, response) => {
    const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const isPart = request.headers.range !== undefined && !unknownLength
    const [begin, end] = [Number(from), to ? Number(to) : file.length - 1]
    const content = isPart ? file.subarray(begin, end + 1) : file
    response.writeHead(isPart ? 206 : 200, {
      'content-type': 'application/octet-stream',
      ...(!unknownLength && { 'content-length': content.length }),
      ...(isPart && { 'content-range': `bytes ${begin}-${end}/${file.length}` }),
      ...headers,
    })
    if (request.method === 'HEAD') return void response.end()
    let at = 0
    const send = (): void => {
      if (at >= content.length) return void response.end()
      const piece = content.subarray(at, (at += pieceBytes))
      response.write(piece, send)
    }
    return send()
  }
}

async function start(handler: Handler, setting: { headersMs?: number; ownMs?: number } = {}) {
  const upstream = await startUpstream(handler)
  const { ownMs = 5_400_000, ...rest } = setting
  const routes = await startRoutes({
    results: [like(`${upstream.url}/first`), like(`${upstream.url}/second`, { filename: 'B.mkv' })],
    item: libraryItem({ runtimeMs: ownMs }),
    readsHeaders: true,
    ...rest,
  })
  const open = (headers: object = page, method = 'GET'): Promise<IncomingMessage> =>
    routes.open(`/Videos/${itemId}/stream`, { ...headers }, method)
  const ranges = () => upstream.headers.map(({ range }) => range ?? 'all')
  return { upstream, routes, open, ranges }
}

const own = 'bytes=0-131071'

describe('The header of a file that is carried', () => {
  it.each([
    ['Matroska', film, {}],
    ['Matroska that comes in small pieces', film, { pieceBytes: 10_007 }],
    ['Matroska of unknown length', film, { unknownLength: true }],
    ['MP4', mediaFile('front.mp4'), {}],
    ['another format', Buffer.alloc(10), {}],
  ])('is read from the bytes that are sent on, all of them: %s', async (_what, begin, sending) => {
    const file = large(begin)
    const { upstream, open } = await start(serve(file, sending), { ownMs: 10_000 })
    const answer = await open()
    expect((await buffer(answer)).equals(file)).toBe(true)
    expect(upstream.paths).toEqual(['/first'])
  })

  it('is read from the part that a player asks for, if that shows it', async () => {
    const file = large(film)
    const { open, ranges } = await start(serve(file))
    const answer = await open(part(0))
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([
      206,
      `bytes 0-${total - 1}/${total}`,
    ])
    expect((await buffer(answer)).equals(file)).toBe(true)
    expect(ranges()).toEqual(['bytes=0-'])
  })

  it.each([
    ['a part that is too small', { ...page, range: 'bytes=0-1' }, 'GET', ['bytes=0-1', own]],
    ['no bytes at all', page, 'HEAD', ['all', own]],
  ])('is asked for where the player asks for %s', async (_what, headers, method, asked) => {
    const { open, ranges } = await start(serve(large(film)))
    const answer = await open(headers, method)
    await buffer(answer)
    expect(ranges()).toEqual(asked)
  })

  it('is not looked for in the middle of a file', async () => {
    const { open, ranges } = await start(serve(large(clip)))
    ;(await open(part(1_000))).destroy()
    expect(ranges()).toEqual(['bytes=1000-'])
  })

  it('is asked for where it is at the end of the file', async () => {
    const file = mediaFile('end.mp4')
    const at = file.indexOf('moov', 0, 'latin1') - 4
    const padded = Buffer.concat([file.subarray(0, at), Buffer.alloc(total)])
    const mdat = file.indexOf('mdat', 0, 'latin1') - 4
    padded.writeUInt32BE(at + total - mdat, mdat)
    const whole = Buffer.concat([padded, file.subarray(at)])
    const { open, upstream, ranges } = await start(serve(whole))
    const answer = await open()
    expect((await buffer(answer)).equals(whole)).toBe(true)
    expect(new Set(upstream.paths)).toEqual(new Set(['/first', '/second']))
    expect(ranges().filter((range) => range !== 'all')).toContain(own)
  })

  it('may be that of a clip by now, whatever was read of the file before', async () => {
    let first = film
    const files = { '/second': large(film) } as Record<string, Buffer>
    const { open, routes, upstream } = await start((request, response) =>
      serve(files[request.url!] ?? large(first))(request, response),
    )
    await buffer(await open({}, 'GET'))
    expect(upstream.paths).toEqual(['/first'])
    first = clip
    const answer = await open()
    expect(lengthOf(await buffer(answer))).toBe(5_400_000)
    expect(upstream.paths).toEqual(['/first', '/first', '/first', '/second'])
    expect(routes.dead).toEqual(['links alpha invalid'])
  })
})

describe('A file whose header is not seen', () => {
  it('plays where its first bytes come late, all of them', async () => {
    const file = large(clip)
    let sendRest = () => {}
    const { open, upstream } = await start(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total })
        response.write(file.subarray(0, 1_000))
        sendRest = () => void response.end(file.subarray(1_000))
      },
      { headersMs: 200 },
    )
    const answer = await open()
    expect(answer.statusCode).toBe(200)
    sendRest()
    expect((await buffer(answer)).equals(file)).toBe(true)
    expect(upstream.paths).toEqual(['/first'])
  })

  it('plays as it is where it is packed', async () => {
    const packed = Buffer.concat([gzipSync(clip), Buffer.alloc(total)])
    const { open } = await start(serve(packed, { headers: { 'content-encoding': 'gzip' } }))
    const answer = await open()
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect((await buffer(answer)).equals(packed)).toBe(true)
  })

  it('leaves no connection behind where its player goes while it is waited for', async () => {
    const { routes, upstream } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total })
      response.write(film.subarray(0, 1_000))
    })
    const leaving = new AbortController()
    const { signal } = leaving
    const asking = fetch(`${routes.url}/Videos/${itemId}/stream`, { headers: page, signal })
    await expect.poll(() => upstream.openSockets()).toBe(1)
    leaving.abort()
    await expect(asking).rejects.toThrow('abort')
    await expect.poll(() => upstream.openSockets()).toBe(0)
    expect([upstream.paths, routes.dead]).toEqual([['/first'], []])
  })
})

it('A player that reads no further holds its server back, though the header was read', async () => {
  let sent = 0
  const chunk = Buffer.alloc(2 ** 18)
  const { open } = await start((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 2 ** 30 })
    response.write(film)
    const pump = (): void => {
      if (response.destroyed) return
      sent += chunk.length
      if (response.write(chunk)) setImmediate(pump)
      else response.once('drain', pump)
    }
    pump()
  })
  const answer = await open()
  await once(answer, 'readable')
  let before = -1
  await expect
    .poll(() => {
      const isSteady = sent === before
      before = sent
      return isSteady
    })
    .toBe(true)
  expect(sent).toBeLessThan(2 ** 25)
  answer.destroy()
})
