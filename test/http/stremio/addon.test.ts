import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, lintManifest } from '../../support/stremio.ts'
import { startUpstream, status } from '../../support/upstream.ts'
import { variedStreams } from '../../support/varied-streams.ts'

const source = await startAddon({ streams: variedStreams, ends: afterAll })
const broken = await startUpstream(status(404), '127.0.0.1', afterAll)
const brokenSource = sourceAt(`${broken.url}/secret-key/manifest.json`, 'Broken')
const { url, dataDir, request, createUser } = await startService({}, afterAll)
const user = await createUser({ name: 'Home', sources: [source.source] })
const address = (auth = user) => `/stremio/${auth.uuid}/${auth.token}`
const streamsOf = async (path: string) => {
  const { body } = await request(path)
  return (body as unknown as { streams: Record<string, unknown>[] }).streams
}

describe('the manifest', () => {
  it('passes the linter of the protocol', async () => {
    const { status, headers, body } = await request(`${address()}/manifest.json`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(lintManifest(body)).toEqual({ valid: true, errors: [], warnings: [] })
  })

  it('declares what the sources can be asked for', async () => {
    const { body } = await request(`${address()}/manifest.json`)
    expect(body).toMatchObject({
      id: expect.stringContaining(user.uuid),
      name: 'Home',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      types: ['movie', 'series'],
      resources: [{ name: 'stream', types: ['movie', 'series'], idPrefixes: ['tt'] }],
      catalogs: [],
    })
  })

  it('shows a logo that is there', async () => {
    const { body } = await request(`${address()}/manifest.json`)
    const { logo } = body as unknown as { logo: string }
    expect(logo).toBe(`${url}/logo.svg`)
    const { status, headers } = await request(logo)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
  })

  it('is answered for a configuration without sources, and for sources that are down', async () => {
    for (const sources of [[], [brokenSource]]) {
      const other = await createUser({ sources })
      const { status, body } = await request(`${address(other)}/manifest.json`)
      expect(status).toBe(200)
      expect(lintManifest(body).valid).toBe(true)
    }
  })

  it('has the name, description and logo of the configuration', async () => {
    const presented = {
      name: 'Cabin',
      description: 'Films for the woods',
      logo: 'https://page.example/logo.png',
    }
    const other = await createUser(presented)
    expect((await request(`${address(other)}/manifest.json`)).body).toMatchObject(presented)
  })

  it('uses the public address where one is set', async () => {
    const { request } = await startService({
      DATA_DIR: dataDir,
      BASE_URL: 'https://streams.example/base/',
    })
    const { body } = await request(`${address()}/manifest.json`)
    expect(body).toMatchObject({ logo: 'https://streams.example/base/logo.svg' })
  })

  it('believes the forwarding headers of a trusted proxy alone', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'streams.example' }
    const behind = await startService({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' })
    const trusted = await behind.request(`${address()}/manifest.json`, { headers })
    expect(trusted.body).toMatchObject({ logo: 'https://streams.example/logo.svg' })
    const direct = await request(`${address()}/manifest.json`, { headers })
    expect(direct.body).toMatchObject({ logo: `${url}/logo.svg` })
  })
})

describe('a player', () => {
  it('takes it for an addon and gets its streams', async () => {
    const { addon } = await detectFromURL(`${url}${address()}/manifest.json`)
    expect(addon.isSupported('stream', 'movie', 'tt1')).toBe(true)
    expect(addon.isSupported('stream', 'movie', 'kitsu:1')).toBe(false)
    const { streams } = await addon.get('stream', 'movie', 'tt1')
    expect(streams).toHaveLength(5)
  })

  it('may add what it knows of the file', async () => {
    const { addon } = await detectFromURL(`${url}${address()}/manifest.json`)
    const { streams } = await addon.get('stream', 'movie', 'tt1', {
      videoHash: '8e245d9679d31e12',
      videoSize: 652_174_912,
    })
    expect(streams).toHaveLength(5)
  })

  it('gets the stream objects of the protocol, each with one address', async () => {
    const streams = await streamsOf(`${address()}/stream/movie/tt1.json`)
    for (const stream of streams) {
      const addresses = ['url', 'infoHash', 'ytId', 'externalUrl', 'nzbUrl'].filter(
        (name) => name in stream,
      )
      expect(addresses).toHaveLength(1)
      expect(Object.values(stream)).not.toContain(null)
    }
    expect(streams.find(({ url }) => url === 'https://cdn.example/3.mkv')).toEqual({
      name: expect.any(String),
      description: expect.any(String),
      url: 'https://cdn.example/3.mkv',
      subtitles: [{ id: 'en1', url: 'https://cdn.example/en.srt', lang: 'eng' }],
      behaviorHints: {
        // The source names none: alike releases of the next episode have the same.
        bingeGroup: 'Loopback|720p|WEB-DL|WEB',
        filename: 'Some.Film.2020.720p.WEB-DL.x264-WEB.mkv',
        notWebReady: true,
        countryWhitelist: ['deu'],
        proxyHeaders: { request: { 'User-Agent': 'player' } },
        videoHash: '8e245d9679d31e12',
      },
    })
  })

  it.each([
    'series/tt0903747:5:14.json',
    'series/tt0903747%3A5%3A14.json',
    'series/tt0903747%3a5%3a14.json',
    'series/tt0903747%3A5%3A14/videoSize=1.json',
  ])('asks for an episode as %s', async (path) => {
    const before = source.paths.length
    expect(await streamsOf(`${address()}/stream/${path}`)).toHaveLength(5)
    const asked = source.paths.slice(before).filter((path) => path.includes('/stream/'))
    for (const path of asked) {
      expect(decodeURIComponent(path)).toBe('/stream/series/tt0903747:5:14.json')
    }
  })

  it('gets nothing for an id that no source knows', async () => {
    expect(await streamsOf(`${address()}/stream/movie/other%2Fid%3F.json`)).toEqual([])
  })

  it('may keep a complete answer for a moment, and one with failures not at all', async () => {
    const complete = await request(`${address()}/stream/movie/tt1.json`)
    expect(complete.headers.get('cache-control')).toBe(
      'private, max-age=60, stale-while-revalidate=600, stale-if-error=3600',
    )
    expect(complete.body).toMatchObject({
      cacheMaxAge: 60,
      staleRevalidate: 600,
      staleError: 3_600,
    })
    const other = await createUser({ sources: [brokenSource] })
    const failed = await request(`${address(other)}/stream/movie/tt1.json`)
    expect(failed.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('a configuration that names itself as a source', () => {
  it('is told so at once, and has the results of its other sources', async () => {
    const other = await createUser()
    const itself = sourceAt(`${url}${address(other)}/manifest.json`, 'Itself')
    const config = { sources: [itself, source.source] }
    await request('/api/v1/user', { method: 'PUT', auth: other, json: { config } })
    const { status, body } = await request('/api/v1/search?type=movie&id=tt1', { auth: other })
    expect(status).toBe(200)
    expect(body.data.results).toHaveLength(5)
    expect(body.data.errors).toEqual([
      { title: 'Itself', description: expect.stringContaining('status 400') },
    ])
    const streams = await streamsOf(`${address(other)}/stream/movie/tt1.json`)
    expect(streams.filter(({ name }) => String(name).includes('Itself'))).toHaveLength(1)
    expect(streams).toHaveLength(6)
  })
})

describe('errors and statistics among the streams', () => {
  const show = async (settings: object) => {
    const other = await createUser({ sources: [source.source, brokenSource], ...settings })
    const answer = await request(`${address(other)}/stream/movie/tt1.json`)
    expect(answer.text).not.toContain('secret-key')
    const { streams } = answer.body as unknown as { streams: Record<string, string>[] }
    return streams.map(({ name, externalUrl }) => (externalUrl === `${url}/` ? name! : 'result'))
  }
  const results = Array.from({ length: 5 }, () => 'result')

  it('are the failed sources, at the end, by default', async () => {
    expect(await show({})).toEqual([...results, expect.stringContaining('Broken')])
  })

  it('are left out with hideErrors', async () => {
    expect(await show({ hideErrors: true })).toEqual(results)
  })

  it('that a source sends as streams without an address open the service, or are left out', async () => {
    const note = { name: '❌ Error', title: 'Your subscription has expired' }
    const { source: noting } = await startAddon({ streams: [filmStream(1), note] })
    const streams = async (settings: object) => {
      const other = await createUser({ sources: [noting], ...settings })
      return streamsOf(`${address(other)}/stream/movie/tt1.json`)
    }
    const film = expect.objectContaining({ infoHash: expect.any(String) })
    expect(await streams({})).toEqual([film, expect.objectContaining({ externalUrl: `${url}/` })])
    expect(await streams({ hideErrors: true })).toEqual([film])

    const other = await createUser({ sources: [noting] })
    const search = '/api/v1/search?type=movie&id=tt1'
    const { body } = await request(search, { auth: other })
    expect(body.data.results.map(({ type }: { type: string }) => type)).toEqual(['p2p', 'error'])
    const bare = await request(`${search}&format=stremio`, { auth: other })
    expect(bare.body).toEqual({ streams: [film] })
  })

  it('are the statistics, at the beginning, where they are asked for', async () => {
    const names = await show({ statistics: true, hideErrors: true })
    expect(names.slice(-5)).toEqual(results)
    expect(names.slice(0, -5)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Loopback'),
        expect.stringContaining('Total'),
      ]),
    )
  })
})
