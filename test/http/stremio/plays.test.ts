import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { failure } from '../../support/service.ts'
import type { Auth } from '../../support/service.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'
import { closesIn, noonZone } from '../../support/timed-home.ts'
import { until } from '../../support/until.ts'
import { startUpstream } from '../../support/upstream.ts'

const file = Buffer.alloc(2_000_000, 7)
const files = await startUpstream(
  ({ method, headers, url }, response) => {
    if (url === '/endless.mkv') {
      response.writeHead(200, { 'content-type': 'video/x-matroska' }).write(file)
      return
    }
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const end = to === '' ? file.length - 1 : Math.min(Number(to), file.length - 1)
    const body = file.subarray(Number(from), end + 1)
    response.writeHead(headers.range ? 206 : 200, {
      'content-type': 'video/x-matroska',
      'accept-ranges': 'bytes',
      'content-length': body.length,
      ...(headers.range && { 'content-range': `bytes ${from}-${end}/${file.length}` }),
    })
    response.end(method === 'HEAD' ? undefined : body)
  },
  '127.0.0.1',
  afterAll,
)

const link = `${files.url}/film.mkv?key=secret`
const name = 'Some.Film.2020.1080p.WEB-DL.x264-GRP.mkv'
const endlessId = 'tt1000003'
const markerName = 'Another Film'
const others = [
  { name: 'Torrent', infoHash: 'a'.repeat(40) },
  { name: 'Clip', ytId: 'aaaaaaaaaaa' },
  { name: 'Page', externalUrl: 'https://page.example/' },
]
const names: Record<string, string> = { tt1000001: 'Some Film', tt1000009: markerName }
const source = await serveAddon(
  {
    id: 'org.example.films',
    version: '1.0.0',
    name: 'Films',
    description: 'An addon as its authors write it',
    types: ['movie', 'series'],
    resources: ['stream', 'meta'],
    idPrefixes: ['tt', 'own'],
    catalogs: [],
  },
  {
    stream: ({ id }) => ({
      streams: [
        {
          name: 'Films 1080p',
          url: id === endlessId ? `${files.url}/endless.mkv` : link,
          behaviorHints: { filename: name },
        },
        ...others,
      ],
    }),
    meta: ({ type, id }) => ({
      meta: names[id]
        ? { id, type, name: names[id], runtime: '90 min', certification: '18' }
        : null,
    }),
  },
  afterAll,
)

const config = {
  name: 'Home',
  sources: [sourceAt(source.url, 'Films')],
  stremio: { recordPlays: true },
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
}

const shown = `nodes { user { name } item { name seriesName episode } origin delivery client finished
  lastPositionMs version { resolution source } }`

describe.each(serviceTargets)('plays in Stremio, $name', async ({ skip, start }) => {
  const nodes = skip ? [] : await start({}, afterAll)
  const [first, last] = [nodes[0]!, nodes.at(-1)!]

  async function streamsOf(user: Auth & { token: string }, path: string, own = '') {
    const address = `${first.url}/stremio/${user.uuid}/${user.token}${own}/manifest.json`
    const { addon } = await detectFromURL(address)
    const [type, id] = path.split('/')
    const { streams } = await addon.get('stream', type, id)
    return streams as { url?: string; behaviorHints?: object }[]
  }

  const urlOf = async (...asked: Parameters<typeof streamsOf>): Promise<string> =>
    (await streamsOf(...asked))[0]!.url!

  const open = (url: string, headers: HeadersInit = {}, method = 'GET') =>
    fetch(url, { method, headers, redirect: 'manual' })

  /** The same address at another node. */
  const elsewhere = (url: string): string => url.replace(first.url, last.url)

  async function playsOf(auth: Auth) {
    const { data } = await last.graphql(`{ plays(first: 20) { ${shown} } }`, { auth })
    return data.plays.nodes as object[]
  }

  const recorded = (auth: Auth, count = 1) =>
    until(
      'the play',
      () => playsOf(auth),
      (plays) => plays.length >= count,
    )

  /** Nothing but a play of another title, which is recorded after whatever came before. */
  async function expectNoPlays(user: Auth & { token: string }): Promise<void> {
    await open(await urlOf(user, 'movie/tt1000009'))
    const plays = await recorded(user)
    expect(plays).toMatchObject([{ item: { name: markerName } }])
  }

  it.skipIf(skip)('count once for each viewing, however often the file is opened', async () => {
    const user = await first.createUser(config)
    const url = await urlOf(user, 'movie/tt1000001')
    expect(url).toMatch(`${first.url}/stremio/play/`)
    expect(url).toMatch(/\/stream\.mkv$/)
    expect((await open(url, {}, 'HEAD')).headers.get('location')).toBe(link)
    expect((await open(url, { range: 'bytes=0-1' })).status).toBe(302)
    await expectNoPlays(user)
    const answers = await Promise.all(
      [url, elsewhere(url), url].map((one) => open(one, { range: 'bytes=0-' })),
    )
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([link, link, link])
    await recorded(user, 2)
    await open(elsewhere(url), { range: 'bytes=1000000-' })
    await open(url)
    expect(await playsOf(user)).toEqual([
      {
        user: { name: 'Olga' },
        item: { name: 'Some Film', seriesName: null, episode: null },
        origin: 'STREMIO',
        delivery: 'REDIRECT',
        client: 'Stremio',
        finished: false,
        lastPositionMs: null,
        version: { resolution: '1080p', source: 'Films' },
      },
      expect.objectContaining({ item: expect.objectContaining({ name: markerName }) }),
    ])
    const { data } = await first.graphql('{ history(first: 5) { nodes { played playCount } } }', {
      auth: user,
    })
    const unplayed = { played: false, playCount: 0 }
    expect(data.history.nodes).toEqual([unplayed, unplayed])
  })

  it.skipIf(skip)('are those of the user whose address it is', async () => {
    const user = await first.createUser(config)
    await open(await urlOf(user, 'movie/tt1000001', '/u/Kim'))
    expect(await recorded(user)).toMatchObject([{ user: { name: 'Kim' } }])
  })

  it.skipIf(skip)('are carried where the configuration carries', async () => {
    const proxy = { ...config.mediaServer, proxy: true }
    const user = await first.createUser({ ...config, mediaServer: proxy })
    const url = await urlOf(user, 'movie/tt1000001')
    const head = await open(url, {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(file.length))
    await expectNoPlays(user)
    const part = await open(url, { range: 'bytes=1500000-' })
    expect([part.status, (await part.bytes()).length]).toEqual([206, 500_000])
    const whole = await open(url)
    expect((await whole.bytes()).length).toBe(file.length)
    expect((await recorded(user, 2))[0]).toMatchObject({
      delivery: 'PROXIED',
      finished: false,
      lastPositionMs: null,
      item: { name: 'Some Film' },
    })
  })

  it.skipIf(skip)('have the name of the file where no source knows the title', async () => {
    const user = await first.createUser(config)
    await open(await urlOf(user, 'series/tt2000001:2:5'))
    expect(await recorded(user)).toMatchObject([
      { item: { name: 'Episode 5', seriesName: 'Some Film', episode: 5 } },
    ])
  })

  it.skipIf(skip)(
    'leave alone what is no file, and episodes of nobody knows which series',
    async () => {
      const user = await first.createUser(config)
      const streams = await streamsOf(user, 'movie/tt1000001')
      expect(streams.slice(1)).toMatchObject(others.map(({ name: _name, ...stream }) => stream))
      expect(await urlOf(user, 'series/own-id-of-an-episode')).toBe(link)
    },
  )

  it.skipIf(skip)('are recorded only where that is wished', async () => {
    for (const other of [{ stremio: {} }, { mediaServer: { enabled: false } }]) {
      const user = await first.createUser({ ...config, ...other })
      expect(await urlOf(user, 'movie/tt1000001')).toBe(link)
    }
    const user = await first.createUser(config)
    const url = await urlOf(user, 'movie/tt1000001')
    const save = (values: object) =>
      first.request('/api/v1/user', {
        method: 'PUT',
        auth: user,
        json: { config: { ...config, ...values } },
      })
    for (const other of [
      { stremio: { recordPlays: false } },
      { mediaServer: { enabled: false } },
    ]) {
      expect((await save(other)).status).toBe(200)
      expect((await open(url)).headers.get('location')).toBe(link)
    }
    await save({})
    await expectNoPlays(user)
  })

  it.skipIf(skip)('need an address of this service that has not ended', async () => {
    const user = await first.createUser(config)
    const url = await urlOf(user, 'movie/tt1000001')
    const wrong = [
      url.replace('/play/', '/play/A'),
      `${first.url}/stremio/play/x/stream.mkv`,
      `${first.url}/stremio/play/%00%FF/stream.mkv`,
      `${first.url}/stremio/play/${'A'.repeat(7_000)}/stream.mkv`,
    ]
    for (const one of wrong) {
      const answer = await open(one)
      expect([404, 400]).toContain(answer.status)
      expect(await answer.json()).toMatchObject({ success: false })
    }
    const { errors } = await first.graphql(
      'mutation { changePassword(password: "another horse") { encryptedPassword } }',
      { auth: user },
    )
    expect(errors).toBeUndefined()
    const ended = await first.request(url.slice(first.url.length))
    expect([ended.status, ended.body]).toEqual([404, failure('NOT_FOUND')])
  })

  it.skipIf(skip)('open for nobody who may not watch the title', async () => {
    const user = await first.createUser(config)
    const url = await urlOf(user, 'movie/tt1000001', '/u/Kim')
    const users = [{ name: 'Kim', maxRating: 12 }]
    await first.request('/api/v1/user', {
      method: 'PUT',
      auth: user,
      json: { config: { ...config, mediaServer: { ...config.mediaServer, users } } },
    })
    const answer = await first.request(url.slice(first.url.length))
    expect([answer.status, answer.body]).toEqual([404, failure('NOT_FOUND')])
    expect(await playsOf(user)).toEqual([])
  })

  it.skipIf(skip)('open for nobody outside the hours of the user', async () => {
    const user = await first.createUser(config)
    const [ofKim, ofAll] = await Promise.all([
      urlOf(user, `movie/${endlessId}`, '/u/Kim'),
      urlOf(user, 'movie/tt1000001'),
    ])
    const limit = async (accessSchedules: object[]) => {
      const mediaServer = {
        ...config.mediaServer,
        proxy: true,
        timeZone: noonZone(),
        users: [{ name: 'Kim', accessSchedules }],
      }
      const json = { config: { ...config, mediaServer } }
      const { status } = await first.request('/api/v1/user', { method: 'PUT', auth: user, json })
      expect(status).toBe(200)
    }
    await limit(closesIn(2_500))
    const running = await open(ofKim)
    expect(running.status).toBe(200)
    await expect(running.arrayBuffer()).rejects.toThrow('terminated')
    const answer = await first.request(ofKim.slice(first.url.length))
    expect([answer.status, answer.body]).toEqual([403, failure('FORBIDDEN')])
    expect((await open(ofAll)).status).toBe(200)
  })
})
