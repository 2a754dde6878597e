import { request as ask } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../support/addon.ts'
import { freePort } from '../support/free-port.ts'
import { basic, startService, userDataHeader } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  drip,
  endless,
  json,
  redirectTo,
  silent,
  startRawUpstream,
  startUpstream,
  status,
} from '../support/upstream.ts'
import type { Handler } from '../support/upstream.ts'

// Only this one address may be asked: everything else on this machine counts as a private network.
const { port, request, createUser } = await startService(
  { SOURCE_TIMEOUT: '700ms', SOURCE_MAX_BYTES: '1mb', ALLOW_PRIVATE_URLS: '127.0.0.1' },
  afterAll,
)
const good = await startAddon({ name: 'Good', streams: [filmStream(1)], ends: afterAll })
const key = 'k3y-0f-a-s0urce'

const search = (sources: object[], id = 'tt1') =>
  request(`/api/v1/search?type=movie&id=${id}`, {
    headers: { 'x-service-user-data': userDataHeader({ sources }) },
  })

type Fault = [what: string, handler: Handler, says: RegExp]

const gigabyte = endless()
const elsewhere = await startUpstream(json({ streams: [filmStream(9)] }), '127.0.0.2', afterAll)
const late: Handler = (request, response) => {
  setTimeout(() => json({ streams: [filmStream(8)] })(request, response), 1_500)
}
const circle: Handler = ({ url }, response) => {
  response.writeHead(302, { location: url!.replace(/\?.*|$/, `?key=${key}&round`) }).end()
}
const halfway: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 })
  response.write('{"streams":[')
  setTimeout(() => response.destroy(), 20)
}
const body =
  (text: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(200, headers).end(text)

const faults: Fault[] = [
  ['never answers', silent, /did not answer within 700 ms/],
  ['answers after the deadline', late, /did not answer within 700 ms/],
  ['answers a byte at a time for ever', drip, /did not answer within 700 ms/],
  ['sends a gigabyte', gigabyte.handler, /(large|more than|over)/i],
  [
    'announces a gigabyte',
    (_, r) => r.writeHead(200, { 'content-length': 2 ** 30 }).end('{'),
    /\w/,
  ],
  ['sends random bytes', body(Buffer.from([0, 255, 1, 254, 2])), /\w/],
  ['sends a page instead of JSON', body('<html>no</html>', { 'content-type': 'text/html' }), /\w/],
  ['sends JSON of another shape', body('"streams"'), /\w/],
  ['sends what is no gzip', body('plain', { 'content-encoding': 'gzip' }), /\w/],
  ['hangs up at once', (_, response) => response.destroy(), /closed the connection/],
  ['hangs up in the middle', halfway, /closed the connection in the middle/],
  ['redirects to a private address', redirectTo(`${elsewhere.url}/?key=${key}`), /private/],
  ['redirects to a file', redirectTo('file:///etc/passwd'), /\w/],
  ['redirects in a circle', circle, /redirect/],
  ['refuses access', status(403), /refused access/],
  ['has a fault', status(500), /fault of its own/],
]

/** Some with the fault in their manifest, some in their streams. */
async function faulty(handler: Handler, what: string) {
  const inStreams = await startAddon({ name: what, streams: handler })
  const inManifest = await startUpstream(handler)
  return [
    sourceAt(`${inStreams.url}/${key}/manifest.json?token=${key}`, what),
    sourceAt(`${inManifest.url}/${key}/manifest.json?token=${key}`, what),
  ]
}

const oneLine = /^[^\n\r]{10,200}$/

describe('the others answer when a source', () => {
  it.each(faults)('%s', async (what, handler, says) => {
    const { status, body, text } = await search([good.source, ...(await faulty(handler, what))])
    expect(status).toBe(200)
    expect(body.data.results).toMatchObject([{ addon: 'Good' }])
    expect(body.data.errors).toHaveLength(2)
    for (const error of body.data.errors) {
      expect(error.title).toBe(what)
      expect(error.description).toMatch(oneLine)
      expect(error.description).toMatch(says)
    }
    expect(text).not.toContain(key)
  })

  it('is not the only one that fails', async () => {
    const sources = (
      await Promise.all(faults.map(([what, handler]) => faulty(handler, what)))
    ).flat()
    const { body, text } = await search([...sources, good.source])
    expect(body.data.results).toMatchObject([{ addon: 'Good' }])
    expect(body.data.errors).toHaveLength(sources.length)
    expect(text).not.toContain(key)
  })

  it('sends a gigabyte, which is not read to its end', () => {
    expect(gigabyte.sent()).toBeGreaterThan(2 ** 20)
    expect(gigabyte.sent()).toBeLessThan(2 ** 28)
  })

  it('redirects to a private address, which is not asked', () => {
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('a source that is not there', () => {
  it.each([
    ['has a closed port', async () => `http://127.0.0.1:${await freePort()}`, /cannot be reached/],
    ['has a name of nobody', async () => 'http://nobody.invalid', /cannot be found|looked up/],
    ['is in a private network', async () => 'http://10.0.0.1', /private/],
    ['is a cloud’s metadata', async () => 'http://169.254.169.254', /private/],
    ['is written as a number', async () => 'http://2130706434', /private/],
  ])('%s', async (_what, origin, says) => {
    const { body, text } = await search([
      good.source,
      sourceAt(`${await origin()}/${key}/manifest.json`, 'Away'),
    ])
    expect(body.data.results).toHaveLength(1)
    expect(body.data.errors).toEqual([{ title: 'Away', description: expect.stringMatching(says) }])
    expect(text).not.toContain(key)
  })

  it('names the setting that would allow a private address', async () => {
    const { body } = await search([sourceAt('http://10.0.0.1/manifest.json')])
    expect(body.data.errors[0].description).toContain('ALLOW_PRIVATE_URLS')
  })

  it('says no HTTP', async () => {
    const raw = await startRawUpstream((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    const { body } = await search([sourceAt(`${raw.url}/manifest.json`)])
    expect(body.data.errors[0].description).toMatch(/HTTP/)
  })
})

describe('a source that sends too much of the right', () => {
  it('100,000 streams are refused by their size, or read', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => filmStream(index + 10))
    const addon = await startAddon({ name: 'Many', streams: many })
    const { request } = await startService({ SOURCE_MAX_BYTES: '64mb' })
    const headers = {
      'x-service-user-data': userDataHeader({
        sources: [addon.source, good.source],
        limits: { total: 50 },
      }),
    }
    const large = await request('/api/v1/search?type=movie&id=tt2', { headers })
    expect(large.body.data.errors).toEqual([])
    expect(large.body.data.results).toHaveLength(50)
    const small = await search([addon.source, good.source], 'tt2')
    expect(small.body.data.results).toMatchObject([{ addon: 'Good' }])
    expect(small.body.data.errors).toMatchObject([{ title: 'Many' }])
  }, 60_000)

  it('numbers that no answer can hold are left out, and their streams stay', async () => {
    const { max, safe } = { max: 2 ** 31 - 1, safe: Number.MAX_SAFE_INTEGER }
    const odd = [
      filmStream(1, { fileIdx: max + 1, title: '👤 99999999999' }),
      filmStream(2, { title: 'Duration: 1s', behaviorHints: { videoSize: safe } }),
      filmStream(3, { fileIdx: max, behaviorHints: { videoSize: safe + 1 } }),
    ]
    const addon = await startAddon({ streams: odd })
    const { status, body } = await search([addon.source])
    expect(status).toBe(200)
    const byHash = new Map<string, object>(
      body.data.results.map((result: { infoHash: string }) => [result.infoHash.at(-1), result]),
    )
    expect(byHash.get('1')).toMatchObject({ fileIdx: null, seeders: null })
    expect(byHash.get('2')).toMatchObject({ size: safe, duration: 1, bitrate: null })
    expect(byHash.get('3')).toMatchObject({ fileIdx: max, seeders: 3 })
  })

  it('streams that are nonsense are left out, and the good ones stay', async () => {
    const nonsense = [null, 5, 'x', [], {}, { url: 5 }, { infoHash: {} }, { url: 'javascript:x' }]
    const addon = await startAddon({
      streams: [...nonsense, filmStream(3)] as object[],
    })
    const { body } = await search([addon.source])
    expect(body.data.results).toMatchObject([{ infoHash: '3'.padStart(40, '0') }])
  })
})

describe('a client that leaves in the middle of a search', () => {
  async function searchesInProgress(): Promise<number> {
    const { text } = await request('/metrics')
    return Number(/^searches_in_progress (\d+)/m.exec(text)![1])
  }

  it.each([
    ['over REST', '/api/v1/search?type=movie&id=tt1', undefined],
    ['over GraphQL', '/graphql', '{ search(type: "movie", id: "tt1") { filtered } }'],
    ['as a player', '', undefined],
  ])('%s ends the requests to the sources', async (_how, path, query) => {
    const addon = await startAddon({ streams: silent })
    const user = await createUser({ sources: [{ ...addon.source, timeout: 60_000 }] })
    const client = ask({
      port,
      host: '127.0.0.1',
      path: path || `/stremio/${user.uuid}/${user.token}/stream/movie/tt1.json`,
      method: query ? 'POST' : 'GET',
      headers: { authorization: basic(user), 'content-type': 'application/json' },
    })
    client.on('error', () => {})
    client.end(query && JSON.stringify({ query }))
    const asked = () => addon.paths.some((path) => path.includes('/stream/'))
    await expect.poll(asked).toBe(true)
    expect(addon.openSockets()).toBeGreaterThan(0)
    client.destroy()
    await expect.poll(() => addon.openSockets()).toBe(0)
  })

  it('does not end them for another one who asks the same', async () => {
    let answer = (): void => {}
    const addon = await startAddon({
      streams: (request, response) => {
        answer = () => json({ streams: [filmStream(4)] })(request, response)
      },
    })
    const user = await createUser({ sources: [{ ...addon.source, timeout: 60_000 }] })
    const path = '/api/v1/search?type=movie&id=tt1'
    const leaving = new AbortController()
    const first = request(path, { auth: user, signal: leaving.signal }).catch(() => 'left')
    const second = request(path, { auth: user })
    await expect.poll(() => addon.paths.some((path) => path.includes('/stream/'))).toBe(true)
    await until('both to wait', searchesInProgress, (count) => count === 2)
    leaving.abort()
    expect(await first).toBe('left')
    await until('one to be gone', searchesInProgress, (count) => count === 1)
    answer()
    expect((await second).body.data.results).toHaveLength(1)
    expect(addon.paths.filter((path) => path.includes('/stream/'))).toHaveLength(1)
  })

  it('leaves the service able to answer', async () => {
    const slow = await startAddon({ streams: silent })
    const headers = {
      'x-service-user-data': userDataHeader({ sources: [slow.source] }),
    }
    const leaving = new AbortController()
    const gone = Array.from({ length: 50 }, () =>
      request('/api/v1/search?type=movie&id=tt1', { headers, signal: leaving.signal }),
    )
    await until('their searches to begin', searchesInProgress)
    leaving.abort()
    await Promise.allSettled(gone)
    expect((await search([good.source])).body.data.results).toHaveLength(1)
  })
})
