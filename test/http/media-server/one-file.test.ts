import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createStreamProxy } from '../../../src/services/streaming/proxy.ts'
import { createStreamSlots, createViewings } from '../../../src/services/streaming/viewings.ts'
import { resumedBody } from '../../../src/services/streaming/resumed-body.ts'
import { itemId, startRoutes, versionIds } from '../../support/byte-routes.ts'
import { begins, gone, like, megabyte, page, part, startFiles } from '../../support/dead-links.ts'
import { libraryItem } from '../../support/library-item.ts'
import { startRawUpstream, startUpstream } from '../../support/upstream.ts'

async function standingIn() {
  const files = await startFiles()
  files.refuse('/dead', 404, 404)
  const routes = await startRoutes({
    results: [like(`${files.url}/dead`), like(`${files.url}/other`), like(`${files.url}/third`)],
  })
  expect(await begins(routes, itemId)).toBe('other')
  return { files, routes }
}

describe('A player in the middle of a stand-in', () => {
  it('never gets the original, even after the stand-in failed', async () => {
    const { files, routes } = await standingIn()
    files.refuse('/other', 404, 404)
    expect(await begins(routes, itemId, part(5_000))).toBe(503)
    expect(await begins(routes, itemId, part(5_000))).toBe('other')
    expect(await begins(routes, itemId, part(0))).toBe('third')
  })

  it('stays with it when another app reports that it failed', async () => {
    const { routes } = await standingIn()
    const { home, standIns, versions } = routes
    await standIns.markFailed(home, libraryItem(), versions[0]!.ref, 'proxied')
    expect(await begins(routes, versionIds[0]!, part(5_000))).toBe('other')
    expect(await begins(routes, itemId)).toBe('third')
  })

  it('gets an error where the file has another length now', async () => {
    const { routes } = await standingIn()
    const { ref } = routes.versions[0]!
    const state = (await routes.standIns.playing(ref))!
    await routes.standIns.keepPlaying(ref, { ...state, total: state.total! + 1 })
    expect(await begins(routes, itemId, part(5_000))).toBe(503)
  })

  it('does not undo what was decided since', async () => {
    const { routes } = await standingIn()
    const { ref } = routes.versions[0]!
    await routes.standIns.keepPlaying(ref, { mark: 3, total: null, isDead: false })
    await routes.standIns.renewPlaying(ref, 2)
    expect((await routes.standIns.playing(ref))!.mark).toBe(3)
  })
})

describe('What stands in', () => {
  it.each([
    ['carried', page],
    ['sent to it', {}],
  ])('keeps no player waiting that is %s, where the sources take long', async (_how, headers) => {
    const files = await startFiles()
    const results = ['dead', 'other'].map((name) => like(`${files.url}/${name}`))
    const beginTimes = { lookUpMs: 100 }
    const routes = await startRoutes({ results, findMs: 120_000, beginTimes })
    const { ref } = routes.versions[0]!
    const state = { mark: 2, total: null, isDead: false }
    await routes.standIns.keepPlaying(ref, state)
    const asked = { ...headers, range: 'bytes=5000-' }
    const { status } = await routes.get(`/Videos/${itemId}/stream`, asked)
    expect([status, await routes.standIns.playing(ref)]).toMatchObject([503, state])
  })

  it.each([
    { name: 'has all languages', wanted: ['German'], one: [], two: ['German', 'English'] },
    { name: 'has no known language where none was known', wanted: [], one: ['German'], two: [] },
  ])('$name', async ({ wanted, one, two }) => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const named = (name: string, languages: string[], resolution: string) =>
      like(`${files.url}/${name}`, { parsedFile: { languages, resolution } as never })
    const results = [
      named('dead', wanted, '1080p'),
      named('one', one, '1080p'),
      named('two', two, '720p'),
    ]
    expect(await begins(await startRoutes({ results }), itemId)).toBe('two')
  })

  it('has the same container', async () => {
    const files = await startFiles()
    files.refuse('/dead', ...gone)
    const results = [
      like(`${files.url}/dead`),
      like(`${files.url}/mp4`, { filename: 'Film.mp4', parsedFile: { languages: [] } as never }),
      like(`${files.url}/mkv`, { bingeGroup: 'two' }),
    ]
    expect(await begins(await startRoutes({ results }), itemId)).toBe('mkv')
  })

  it('is not kept where it is a clip', async () => {
    const files = await startFiles()
    const clips = await startFiles(megabyte)
    files.refuse('/dead', 404, 404)
    const results = [like(`${files.url}/dead`), like(`${clips.url}/clip`)]
    const routes = await startRoutes({ results })
    expect(await begins(routes, itemId)).toBe('clip')
    expect(await begins(routes, itemId)).toBe('dead')
  })
})

describe('A server that is busy', () => {
  it.each([
    { status: 429, after: '1' },
    { status: 503, after: '1' },
  ])('is asked again after $status', async ({ status, after }) => {
    const files = await startFiles()
    files.refuse('/film', status)
    files.wait('/film', after)
    const results = [like(`${files.url}/film`), like(`${files.url}/other`)]
    expect(await begins(await startRoutes({ results }), itemId)).toBe('film')
  })

  it.each(['60', new Date(Date.now() + 3_600_000).toUTCString()])(
    'is not dead, nor asked again before %s',
    async (after) => {
      const files = await startFiles()
      files.refuse('/film', 429)
      files.wait('/film', after)
      const routes = await startRoutes({ results: [like(`${files.url}/film`)] })
      expect(await begins(routes, itemId)).toBe(503)
      expect(files.asked('/film')).toBe(1)
      expect(routes.dead).toEqual([])
      expect(await routes.standIns.hasFailed(routes.versions[0]!.ref)).toBe(false)
    },
  )
})

describe('A link', () => {
  it('is dead where its server hangs, and the next version plays soon', async () => {
    const hanging = await startUpstream(() => {})
    const files = await startFiles()
    const routes = await startRoutes({
      results: [like(`${hanging.url}/dead`), like(`${files.url}/other`)],
      beginTimes: { eachMs: 100, lastMs: 60_000 },
    })
    expect(await begins(routes, itemId)).toBe('other')
    expect(routes.dead).toEqual(['links alpha timeout'])
  })

  it.each([
    { name: 'HEAD says a wrong length', method: 'HEAD', start: 'film', total: 60 * megabyte },
    { name: 'it is a playlist', method: 'GET', start: '#EXTM3U\n', total: 8 },
  ])('is no clip where $name', async ({ method, start, total }) => {
    const upstream = await startUpstream((request, response) => {
      const isHead = request.method === 'HEAD'
      const type = { 'content-type': 'application/octet-stream' }
      if (isHead) return response.writeHead(200, { ...type, 'content-length': 0 }).end()
      response.writeHead(206, { ...type, 'content-range': `bytes 0-${start.length - 1}/${total}` })
      return response.end(start)
    })
    const routes = await startRoutes({ results: [like(`${upstream.url}/film`)] })
    const answer = await routes.open(
      `/Videos/${itemId}/stream`,
      { ...page, range: 'bytes=0-' },
      method,
    )
    answer.destroy()
    expect(answer.statusCode).toBeLessThan(300)
    expect(routes.dead).toEqual([])
  })
})

describe('A clip whose type says nothing', () => {
  it('is looked at in the answer itself, once more before it plays', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-length': 20 }).end('a clip of some bytes')
    })
    const routes = await startRoutes({ results: [like(`${upstream.url}/clip`)] })
    expect(await begins(routes, itemId)).toBe('a clip of some bytes')
    expect(upstream.paths).toHaveLength(2)
  })
})

describe('A client that leaves while its answer begins', () => {
  it('leaves no request and no place behind', async () => {
    const { standIns, home, versions } = await startRoutes()
    const leaving = new AbortController()
    const body = new Readable({ read() {} })
    const headers = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-9/10', etag: '"a"' }
    const proxy = createStreamProxy({
      open: async () => ({ status: 206, headers, url: versions[0]!.link, body }),
      viewings: createViewings({ takeFreeSlot: createStreamSlots(1) }),
      fileHeaders: null,
      writer: { playlist: () => Promise.reject(new Error('it is a film')) },
      versions: {
        ...standIns,
        find: async () => versions[0]!,
        keepPlaying: async () => leaving.abort(),
      },
    })
    const playable = {
      household: home,
      item: libraryItem({ runtimeMs: null }),
      version: versions[0]!,
    }
    const { signal } = leaving
    const request = { method: 'GET', range: null, ifRange: null, directives: {}, signal } as const
    const reader = { profileId: null, credentialVersion: null, viewing: 'a', toVideos: '../' }
    await expect(proxy.proxyStream(playable, request, reader)).rejects.toThrow('cancelled')
    expect(body.destroyed).toBe(true)
  })
})

describe('A body that was destroyed before anyone read', () => {
  it('ends the answer', async () => {
    const first = new Readable({ read() {} })
    first.on('error', () => {}).destroy(new Error('left'))
    await new Promise((resolve) => first.once('close', resolve))
    const headers = { 'content-range': 'bytes 0-9/10', etag: '"a"' }
    const body = resumedBody({ status: 206, headers, body: first }, () =>
      Promise.reject(new Error('no')),
    )
    await expect(body.toArray()).rejects.toThrow('left')
  })
})

describe('A server that breaks off after the last byte', () => {
  it('has sent all of the file', async () => {
    const upstream = await startRawUpstream((socket) => {
      const range = 'content-range: bytes 0-9/10\r\netag: "a"\r\ntransfer-encoding: chunked'
      const head = `HTTP/1.1 206 Partial Content\r\ncontent-type: audio/mpeg\r\n${range}`
      socket.write(`${head}\r\n\r\na\r\n0123456789\r\n`, () => socket.end())
    })
    const { get } = await startRoutes({ results: [{ url: `${upstream.url}/film` }] })
    // More than the places that there are: each is free again.
    for (let time = 1; time <= 9; time += 1) {
      const answer = await get(`/Videos/${itemId}/stream`, part(0))
      expect(answer).toMatchObject({ status: 206, body: '0123456789' })
    }
  })

  it('has sent all of an empty file', async () => {
    const first = Readable.from([], { objectMode: false }).resume()
    await once(first, 'close')
    const headers = { 'content-length': '0', etag: '"a"', 'accept-ranges': 'bytes' }
    const body = resumedBody({ status: 200, headers, body: first }, () =>
      Promise.reject(new Error('no')),
    )
    expect(await body.toArray()).toEqual([])
  })
})
