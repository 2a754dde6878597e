import { describe, expect, it } from 'vitest'
import { expected, startHeaders } from '../../support/file-headers.ts'
import type { MediaServerOptions } from '../../support/media-files.ts'

type Instead = NonNullable<MediaServerOptions['instead']>

const sameFile = { infoHash: 'a'.repeat(40), fileIdx: 1 }

const breaksOff: Instead = (_request, response) => {
  response.writeHead(206, {
    'content-type': 'video/x-matroska',
    'content-length': 131_072,
    'content-range': 'bytes 0-131071/62914560',
  })
  return response.write('x', () => response.destroy())
}
const sends =
  (headers: Record<string, string>): Instead =>
  (_request, response) =>
    Boolean(response.writeHead(200, headers).end('#EXTM3U\n'))

describe('A link whose answer', () => {
  it.each<[string, Instead]>([
    ['breaks off', breaksOff],
    ['is a playlist', sends({ 'content-type': 'audio/mpegurl' })],
    ['is packed', sends({ 'content-type': 'video/mp4', 'content-encoding': 'gzip' })],
  ])('%s says nothing of another link to the same file', async (_what, instead) => {
    const { headers, ask, paths } = await startHeaders({
      instead: (request, response) => request.url === '/bad' && instead(request, response),
    })
    const bad = ask(sameFile, 1, '/bad')
    expect(await headers.read(bad)).toBeNull()
    const { length } = paths
    expect(await headers.failureOf(bad, AbortSignal.timeout(20_000))).toBeNull()
    expect(paths).toHaveLength(length)
    expect((await headers.read(ask(sameFile, 1, '/good')))?.tracks).toHaveLength(5)
  })

  it('breaks off once is asked again', async () => {
    const { headers, ask, paths } = await startHeaders({
      instead: (request, response) => paths.length === 1 && breaksOff(request, response),
    })
    expect((await headers.read(ask()))?.tracks).toHaveLength(5)
    expect(paths).toHaveLength(2)
  })

  it('cannot be read says so of the file, under all its links', async () => {
    const { headers, ask, paths } = await startHeaders({ file: 'make.sh' })
    expect(await headers.read(ask(sameFile, 1, '/one'))).toBeNull()
    const { length } = paths
    expect(await headers.read(ask(sameFile, 1, '/two'))).toBeNull()
    expect(paths).toHaveLength(length)
  })
})

const tiny: Instead = (_request, response) => {
  const headers = { 'content-type': 'video/x-matroska', 'content-range': 'bytes 0-9/10' }
  return Boolean(response.writeHead(206, headers).end('0123456789'))
}

describe('A clip in the place of a film', () => {
  const clips: [string, MediaServerOptions][] = [
    ['length', {}],
    ['size', { instead: tiny }],
  ]

  it.each(clips)(
    'stays known by its %s where there is no time to read it again',
    async (_what, server) => {
      const { headers, ask, paths } = await startHeaders(server)
      const late = AbortSignal.abort()
      expect(await headers.failureOf(ask(), late)).toBeNull()
      await headers.read(ask())
      const { length } = paths
      for (let time = 0; time < 2; time += 1) {
        expect(await headers.failureOf(ask(), late)).toBe('clip')
      }
      expect(paths).toHaveLength(length)
      expect(await headers.failureOf(ask(), AbortSignal.timeout(20_000))).toBe('clip')
      expect(paths.length).toBeGreaterThan(length)
    },
  )

  it.each(clips)(
    'stays known by its %s where reading it again takes long',
    async (_what, { instead = () => false }) => {
      let hangs = false
      const { headers, ask } = await startHeaders({
        waitMs: 50,
        instead: (request, response) => hangs || instead(request, response),
      })
      await headers.read(ask())
      await expect.poll(() => headers.failureOf(ask(), AbortSignal.abort())).toBe('clip')
      hangs = true
      for (let time = 0; time < 2; time += 1) {
        expect(await headers.failureOf(ask(), AbortSignal.timeout(20_000))).toBe('clip')
      }
    },
  )

  it.each(clips)(
    'stays known by its %s while two other files of its configuration are read',
    async (_what, { instead = () => false }) => {
      const isHeld = (path: string) => path.startsWith('/held')
      const { headers, ask, paths } = await startHeaders({
        instead: (request, response) => isHeld(request.url!) || instead(request, response),
      })
      await headers.read(ask())
      for (const size of [1, 2]) headers.read(ask({ size }, 1, `/held/${size}`)).catch(() => {})
      await expect.poll(() => paths.filter(isHeld)).toHaveLength(2)
      expect(await headers.failureOf(ask(), AbortSignal.timeout(20_000))).toBe('clip')
    },
  )

  it('is forgotten once the file has come', async () => {
    let hasCome = false
    const { headers, ask } = await startHeaders({
      instead: (request, response) => !hasCome && tiny(request, response),
    })
    const asked = { ...ask(), expected: { ...expected, ownMs: 2_038 } }
    expect(await headers.failureOf(asked, AbortSignal.timeout(20_000))).toBe('clip')
    hasCome = true
    expect(await headers.failureOf(asked, AbortSignal.timeout(20_000))).toBeNull()
    expect(await headers.failureOf(asked, AbortSignal.abort())).toBeNull()
  })
})
