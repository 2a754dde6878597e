import { describe, expect, it } from 'vitest'
import { itemId, startRoutes, versionIds } from '../../support/byte-routes.ts'
import { countFrames, frames, noFfmpeg, startHls } from '../../support/hls.ts'
import { startUpstream } from '../../support/upstream.ts'

const requestHeaders = {
  Referer: 'https://site.example/',
  Cookie: 'secret=1',
  'X-Api-Key': 'key',
  'User-Agent': 'Player/1',
}
const path = `/Videos/${itemId}/stream.hls`

/** Addresses in a playlist, as a player resolves them. */
function addressesIn(playlist: string, at: string): string[] {
  const found = [...playlist.matchAll(/^(?!#)(.+)$|URI="([^"]*)"/gm)]
  return found.map(([, line, attribute]) => {
    const { pathname, search } = new URL(line ?? attribute!, new URL(at, 'http://service'))
    return pathname + search
  })
}

describe.skipIf(noFfmpeg)('A playlist that is carried', () => {
  it.each(['', '/media', '/media/u/home/emby'])('plays to the end at "%s"', async (base) => {
    const upstream = await startHls()
    const { url, get } = await startRoutes({
      results: [{ url: `${upstream.url}/start`, requestHeaders }],
    })
    expect(await countFrames(url + base + path)).toEqual([String(frames), String(frames)])
    for (const headers of upstream.headers) {
      expect(headers).toMatchObject({ referer: 'https://site.example/', cookie: 'secret=1' })
    }
    expect(upstream.paths).toContain('/deep/encrypted/the.key?token=1')
    const answer = await get(base + path)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-store',
      'accept-ranges': 'none',
      'content-length': String(Buffer.byteLength(answer.body)),
    })
  })

  it('shows no address of its servers, however far it is followed', async () => {
    const upstream = await startHls()
    const { get } = await startRoutes({
      results: [{ url: `${upstream.url}/start`, requestHeaders }],
    })
    const seen = new Set<string>()
    const pending = [path]
    for (const next of pending) {
      if (seen.has(next)) continue
      seen.add(next)
      const { status, headers, body } = await get(next)
      expect([next, status]).toEqual([next, 200])
      expect(JSON.stringify(headers)).not.toMatch(/127\.0\.0\.1|deep/)
      if (headers['content-type'] !== 'application/vnd.apple.mpegurl') continue
      expect(body).not.toMatch(/127\.0\.0\.1|deep|fragments|the\.key|token/)
      pending.push(...addressesIn(body, next))
    }
    const kinds = [...seen].map((each) => /hls\/(.*)\?/.exec(each)?.[1])
    expect(new Set(kinds)).toEqual(
      new Set([undefined, 'playlist.m3u8', 'segment.ts', 'key.key', 'map.m4s', 'segment.m4s']),
    )
  })

  it('is the same whenever it is read, and passes parts of files', async () => {
    const upstream = await startHls()
    const { get } = await startRoutes({
      results: [{ url: `${upstream.url}/deep/fragments/index.m3u8`, requestHeaders }],
    })
    const first = await get(path, { range: 'bytes=0-1' })
    expect(first.status).toBe(200)
    expect((await get(path)).body).toBe(first.body)
    const [map, , next] = addressesIn(first.body, path)
    const whole = upstream.files.get('/deep/fragments/index.m4s')!
    const part = await get(map!, { range: 'bytes=4-7' })
    expect(part).toMatchObject({
      status: 206,
      body: 'ftyp',
      headers: {
        'content-range': `bytes 4-7/${whole.length}`,
        'content-type': 'video/mp4',
      },
    })
    const head = await get(next!, {}, 'HEAD')
    expect(head.headers['content-length']).toBe(String(whole.length))
    expect((await get(path, {}, 'HEAD')).headers).not.toHaveProperty('content-length')
  })

  it('stays where it is for players that are sent to it', async () => {
    const upstream = await startHls()
    const { get } = await startRoutes({ results: [{ url: `${upstream.url}/start` }] })
    const answer = await get(path)
    expect([answer.status, answer.headers.location]).toEqual([302, `${upstream.url}/start`])
    const page = await get(path, { origin: 'https://page.example' })
    expect(page.body).toContain(`${versionIds[0]}/hls/playlist.m3u8?target=`)
  })
})

describe('What a playlist leads to', () => {
  /** A version whose playlist is this text, and what else its server answers. */
  async function start(text: string, setting: Parameters<typeof startRoutes>[0] = {}) {
    const upstream = await startUpstream((request, response) => {
      if (request.url === '/live.m3u8') return response.end(text)
      if (request.url?.startsWith('/gone')) return response.writeHead(404).end()
      if (request.url?.startsWith('/broken')) return response.writeHead(500).end()
      if (request.url === '/low.m3u8') {
        return response.writeHead(200, { 'content-type': 'video/mp2t' }).end('#EXTM3U\na.ts\n')
      }
      if (request.url === '/defines') {
        return response.end(`#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="${'a'.repeat(3_000)}"\n`)
      }
      if (request.url?.startsWith('/page')) response.setHeader('content-type', 'text/html')
      return response.end('<b>bytes</b>')
    })
    const results = [{ url: `${upstream.url}/live.m3u8`, requestHeaders }, { url: upstream.url }]
    return { upstream, ...(await startRoutes({ results, ...setting })) }
  }

  it('plays where the playlist was read with the token of another household', async () => {
    const { get } = await start('#EXTM3U\n#EXTINF:4,\na.ts\n', {
      caller: (owner) => ({
        ...owner,
        configuration: 8,
        profile: { ...owner.profile, id: 'somebody' },
      }),
    })
    const { body } = await get(path, { authorization: 'MediaBrowser Token="b"' })
    const [segment] = addressesIn(body, path)
    expect((await get(segment!)).status).toBe(200)
  })

  it('is never an address in this network, whatever the playlist says', async () => {
    const other = await startUpstream((_, response) => response.end('secret'))
    const hidden = other.url.replace('127.0.0.1', '127.0.0.2')
    const lines = [hidden, 'http://169.254.169.254/latest', 'http://[::1]/', 'file:///etc/passwd']
    const { get } = await start(`#EXTM3U\n${lines.join('\n')}\n`, { allowPrivate: ['127.0.0.1'] })
    const { body } = await get(path)
    const addresses = addressesIn(body, path)
    const answers = await Promise.all(addresses.map((address) => get(address)))
    // The last one leads to nothing.
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 400])
    for (const answer of answers) expect(answer.body).not.toContain('secret')
    expect(other.paths).toEqual([])
  })

  it('comes without the secrets of the first host where it is elsewhere', async () => {
    const other = await startUpstream((_, response) => response.end('bytes'))
    const { get, upstream } = await start(`#EXTM3U\n${other.url}/a.ts\n/b.ts\n`)
    for (const address of addressesIn((await get(path)).body, path)) await get(address)
    expect(other.headers[0]).toMatchObject({
      referer: 'https://site.example/',
      'user-agent': 'Player/1',
    })
    for (const name of ['cookie', 'x-api-key']) expect(other.headers[0]).not.toHaveProperty(name)
    expect(upstream.headers.at(-1)).toMatchObject({ cookie: 'secret=1', 'x-api-key': 'key' })
  })

  it('keeps the secrets of the first host over a playlist elsewhere', async () => {
    const other = await startUpstream((_, response) =>
      response.end(`#EXTM3U\n${upstream.url}/a.ts\n`),
    )
    const { get, upstream } = await start(
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${other.url}/b.m3u8\n${other.url}/c\n`,
    )
    const leads = addressesIn((await get(path)).body, path)
    for (const lead of leads) await get(addressesIn((await get(lead)).body, lead)[0]!)
    for (const each of other.headers) expect(each).not.toHaveProperty('cookie')
    // The second of them was called a part, which has no right to lead back with secrets.
    expect(upstream.headers.slice(1).map(({ cookie }) => cookie)).toEqual(['secret=1', undefined])
  })

  it('opens whatever became of the list that its version is from', async () => {
    const { get, versions } = await start('#EXTM3U\na.ts\n')
    const [address] = addressesIn((await get(path)).body, path)
    versions.splice(0)
    expect((await get(address!)).status).toBe(200)
  })

  it('is refused where its source asks for headers that are too long for each address', async () => {
    const { get } = await start('#EXTM3U\na.ts\n')
    expect((await get(path)).status).toBe(200)
    const upstream = await startUpstream((_, response) => response.end('#EXTM3U\na.ts\n'))
    const long = { url: `${upstream.url}/live.m3u8`, requestHeaders: { Cookie: 'a'.repeat(4_000) } }
    const answer = await (await startRoutes({ results: [long] })).get(path)
    expect([answer.status, answer.body]).toEqual([503, expect.stringContaining('4000 characters')])
  })

  it('is read as a playlist where its server calls it a film', async () => {
    const { get } = await start('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n')
    const [address] = addressesIn((await get(path)).body, path)
    const { status, body } = await get(address!)
    expect([status, body]).toEqual([200, expect.stringMatching(/^#EXTM3U\n[./]+\w+\/hls\/segment/)])
  })

  it('says why it cannot be had, but not from where', async () => {
    const { get, upstream } = await start(
      '#EXTM3U\nhttp://127.0.0.1:1/a.ts\nhttp://nowhere.invalid/b.ts\ndefines\n',
    )
    const parts = addressesIn((await get(path)).body, path)
    const answers = await Promise.all(parts.map((part) => get(part)))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const { body } of answers) expect(body).not.toMatch(/127\.0\.0\.1|nowhere/)
    expect(answers[0]!.body).toContain('its server cannot be reached')
    expect(answers[2]!.body).toContain('defines too much')
    expect(upstream.paths).toContain('/defines')
  })

  it('is never a page, and fails as its server does', async () => {
    const { get, dead } = await start('#EXTM3U\npage.ts\ngone.ts\nbroken.ts\nhttp://[\n')
    const [page, gone, broken, nothing] = addressesIn((await get(path)).body, path)
    const answer = await get(page!)
    expect(answer.headers).toMatchObject({ 'content-type': 'video/mp2t' })
    expect((await get(gone!)).status).toBe(404)
    expect((await get(broken!)).status).toBe(503)
    expect((await get(nothing!)).status).toBe(400)
    expect(dead).toEqual([])
  })

  it('opens for its own version alone, and for none that was made up', async () => {
    const { get } = await start('#EXTM3U\na.ts\n')
    const [address] = addressesIn((await get(path)).body, path)
    const [own, other] = versionIds as [string, string]
    expect((await get(address!)).status).toBe(200)
    expect((await get(address!.replace(own, other))).status).toBe(404)
    expect((await get(address!.replace(own, itemId))).status).toBe(404)
    expect((await get(address!.slice(0, -3))).status).toBe(404)
    expect((await get(`/Videos/${own}/hls/a.ts?target=${'A'.repeat(90)}`)).status).toBe(404)
    expect((await get(`/Videos/nothing/hls/a.ts?target=AAAA`)).status).toBe(404)
  })

  it('is for the user who reads the playlist', async () => {
    const kim = { id: 'f'.repeat(32) }
    const signedIn = { value: true, other: false }
    const { get } = await start('#EXTM3U\na.ts\n', {
      caller: (owner) => {
        if (!signedIn.value) throw new Error('nobody')
        return signedIn.other ? { ...owner, profile: { ...owner.profile, ...kim } } : owner
      },
    })
    const [address] = addressesIn((await get(`${path}?api_key=a`)).body, path)
    expect((await get(address!)).status).toBe(200)
    signedIn.other = true
    expect((await get(`${address}&api_key=a`)).status).toBe(404)
  })

  it('tells the server for which part of a live playlist a player waits', async () => {
    const signed = 'hdnts=exp=1~acl=/live/*~hmac=a%2fb'
    const { get, upstream } = await start(
      `#EXTM3U\n${['', `?${signed}`, `?_HLS_msn=3&${signed}`]
        .map((query) => `#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8${query}\n`)
        .join('')}`,
    )
    for (const address of addressesIn((await get(path)).body, path)) {
      await get(`${address}&_HLS_msn=7&_HLS_part=2&other=1`)
    }
    expect(upstream.paths.slice(1)).toEqual([
      '/a.m3u8?_HLS_msn=7&_HLS_part=2',
      `/a.m3u8?${signed}&_HLS_msn=7&_HLS_part=2`,
      `/a.m3u8?${signed}&_HLS_msn=7&_HLS_part=2`,
    ])
  })

  it('is waited for at the first address, too, carried or not', async () => {
    const upstream = await startUpstream((_, response) => response.end('#EXTM3U\na.ts\n'))
    const asked = `${path}?_HLS_msn=7&other=1`
    const waited = '/live.m3u8?key=a%2fb&_HLS_msn=7'
    const url = `${upstream.url}/live.m3u8?key=a%2fb&_HLS_msn=6#live`
    const carried = await startRoutes({ results: [{ url, requestHeaders }] })
    expect((await carried.get(asked)).status).toBe(200)
    expect(upstream.paths).toEqual([waited])
    const sent = await startRoutes({ results: [{ url }] })
    expect((await sent.get(asked)).headers.location).toBe(upstream.url + waited)
    expect((await sent.get(path)).headers.location).toBe(url)
  })
})
