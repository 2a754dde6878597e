import { describe, expect, it, onTestFinished } from 'vitest'
import { translateMediaId } from '../../src/anime/id-translator.ts'
import { sampleIndex } from '../../src/anime/sample.ts'
import type { IdTranslator } from '../../src/model/id-translator.ts'
import type { NativeAsk, TrackerTokens, WatchEvent } from '../../src/model/tracker.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import type { GuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createMyAnimeList } from '../../src/trackers/my-anime-list/client.ts'
import { startMyAnimeList } from '../support/trackers/my-anime-list-server.ts'
import type { MyAnimeListMark } from '../support/trackers/my-anime-list-server.ts'

const index = sampleIndex()
const animeDatabase: IdTranslator = {
  translate: async (id, type, wanted) => translateMediaId(index, id, type, wanted),
}

const day = 24 * 3_600_000

function openFetch(allowPrivate: boolean): GuardedFetch {
  const client = createGuardedFetch({ allowPrivate })
  onTestFinished(() => client.close())
  return client.fetch
}

/** MyAnimeList, and a person who is connected to it. */
async function open(secret: string | null = 'a secret of this client') {
  const server = await startMyAnimeList()
  server.client.secret = secret
  const fetch = openFetch(true)
  const tracker = createMyAnimeList({
    fetch,
    baseUrl: server.url,
    clientId: server.client.id,
    clientSecret: secret,
    translators: [animeDatabase],
  })
  const { access_token, refresh_token } = server.grant()
  const person = connected({
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + 31 * day,
  })
  const push = (said: Partial<WatchEvent>, ask: NativeAsk = person.ask()) =>
    tracker.push(event(said), ask)
  const pull = (version: string | null = null) => tracker.pull(version, person.ask())
  async function pulled(version: string | null = null) {
    const outcome = await pull(version)
    if (outcome.kind !== 'pulled') throw new Error(outcome.kind)
    return outcome.pulled
  }
  return { server, tracker, person, push, pull, pulled }
}

/** Keeps new tokens, as the service does. */
function connected(tokens: TrackerTokens) {
  let kept = tokens
  const renewals: TrackerTokens[] = []
  return {
    renewals,
    tokens: () => kept,
    /** The time at which the service believes that the tokens end. */
    ends(expiresAt: number | null) {
      kept = { ...kept, expiresAt }
    },
    ask: (signal = new AbortController().signal): NativeAsk => ({
      tokens: kept,
      renewed: async (tokens) => {
        renewals.push(tokens)
        kept = tokens
      },
      signal,
    }),
  }
}

/** Of Attack on Titan's fourth season, which MyAnimeList lists in parts: episode 19 is the third of 48583. */
function event(said: Partial<WatchEvent>): WatchEvent {
  const season = said.season === undefined ? 4 : said.season
  const episode = said.episode === undefined ? 19 : said.episode
  return {
    id: 'event-1',
    event: 'played',
    scope: 'episode',
    at: 1_700_000_000_000,
    mediaType: 'series',
    metaId: 'tt2560140',
    videoId: `tt2560140:${season}:${episode}`,
    name: 'Attack on Titan',
    year: 2013,
    ids: { imdb: 'tt2560140' },
    season,
    episode,
    positionMs: null,
    durationMs: null,
    played: true,
    videos: null,
    ...said,
  }
}

const whole = { scope: 'series', season: null, episode: null, videoId: 'tt2560140' } as const
const film = {
  scope: 'movie',
  mediaType: 'movie',
  metaId: 'tt0245429',
  videoId: 'tt0245429',
  ids: {},
  season: null,
  episode: null,
} as const

type Server = Awaited<ReturnType<typeof startMyAnimeList>>

function standing({ marks }: Server, id: number) {
  const mark = marks.get(id)
  if (!mark) return null
  return `${mark.status}${mark.is_rewatching ? ' again' : ''} ${mark.num_episodes_watched}`
}

describe('connecting MyAnimeList', () => {
  it.each([
    { title: 'a client with a secret', secret: 'a secret of this client' },
    { title: 'a client without one', secret: null },
  ])('leads to its page, and exchanges the code with proof: $title', async ({ secret }) => {
    const { server, tracker } = await open(secret)
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    expect(pairing).toMatchObject({ userCode: null, intervalMs: null })
    expect(pairing.expiresAt).toBeGreaterThan(Date.now())
    expect(pairing.secret).toMatch(/^[\w-]{43,128}$/)

    const address = await server.approve(pairing.url)
    const code = new URL(address).searchParams.get('code')
    const outcome = await tracker.finish(pairing, code, signal)
    if (outcome.kind !== 'connected') throw new Error(outcome.kind)
    const { accessToken, refreshToken, expiresAt } = outcome.tokens
    expect(server.accessTokens).toContain(accessToken)
    expect(server.refreshTokens.get(refreshToken!)).toBe(accessToken)
    expect(expiresAt! - Date.now()).toBeGreaterThan(30 * day)
  })

  it('takes the whole address that the person was sent to', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const address = await server.approve(pairing.url)
    expect(await tracker.finish(pairing, ` ${address} `, signal)).toMatchObject({
      kind: 'connected',
    })
  })

  it('opens the public pages where no other server is named', async () => {
    const fetch = openFetch(false)
    const tracker = createMyAnimeList({
      fetch,
      clientId: '12',
      clientSecret: null,
      translators: [],
    })
    const { url, secret } = await tracker.begin(new AbortController().signal)
    expect(url).toBe(
      `https://myanimelist.net/v1/oauth2/authorize?response_type=code&client_id=12&code_challenge=${secret}&code_challenge_method=plain`,
    )
  })

  it('waits while no code was brought', async () => {
    const { tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    for (const brought of [null, '', 'http://localhost/connected?error=access_denied']) {
      expect(await tracker.finish(pairing, brought, signal)).toEqual({ kind: 'pending' })
    }
  })

  it('is refused with a code that another one asked for', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const [mine, other] = [await tracker.begin(signal), await tracker.begin(signal)]
    expect(mine.secret).not.toBe(other.secret)
    const address = await server.approve(other.url)
    expect(await tracker.finish(mine, address, signal)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('The grant is invalid.'),
    })
  })

  it('can be tried again where MyAnimeList is away or does not know the service', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const address = await server.approve(pairing.url)
    server.next(/token/, { status: 503, body: '', headers: { 'retry-after': '9' } })
    server.next(/token/, { status: 403, body: '' })
    server.next(/token/, { status: 401, body: '{"error":"invalid_client"}' })
    server.next(/token/, { status: 200, body: '<html>' })
    const outcomes = []
    for (let at = 0; at < 4; at += 1) outcomes.push(await tracker.finish(pairing, address, signal))
    expect(outcomes).toMatchObject([
      { kind: 'retry', afterMs: 9_000 },
      { kind: 'retry', afterMs: null },
      { kind: 'retry', reason: expect.stringContaining('its client id or secret is wrong') },
      { kind: 'retry' },
    ])
    expect(await tracker.finish(pairing, address, signal)).toMatchObject({ kind: 'connected' })
  })
})

describe('tokens of MyAnimeList', () => {
  it('are used as they are while they last', async () => {
    const { server, person, push } = await open()
    await push({})
    expect(person.renewals).toEqual([])
    expect(server.requests).not.toContain('POST /v1/oauth2/token')
  })

  it('are renewed before they end, and kept before they are used', async () => {
    const { server, person, push } = await open()
    person.ends(Date.now() + 60_000)
    let keptAfter: string[] = []
    const ask = person.ask()
    const outcome = await push(
      {},
      {
        ...ask,
        renewed: async (tokens) => {
          keptAfter = [...server.requests]
          await ask.renewed(tokens)
        },
      },
    )
    expect(outcome).toEqual({ kind: 'delivered' })
    expect(keptAfter).toEqual(['POST /v1/oauth2/token'])
    expect(person.tokens()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' })
    expect(standing(server, 48_583)).toBe('watching 3')
  })

  it('are renewed once where they ended unforeseen', async () => {
    const { server, person, push, pulled } = await open()
    server.accessTokens.clear()
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(person.renewals).toHaveLength(1)
    server.accessTokens.clear()
    expect((await pulled()).watched).toHaveLength(3)
    expect(person.renewals).toHaveLength(2)
  })

  it('are not asked for for ever', async () => {
    const { server, push, pull } = await open()
    for (const _ of [1, 2, 3, 4]) server.next(/v2/, { status: 401, body: '{}' })
    const ended = {
      kind: 'unauthorized',
      reason: 'MyAnimeList does not accept the connection any more',
    }
    expect(await push({})).toEqual(ended)
    expect(server.requests).toHaveLength(3)
    expect(await pull()).toEqual(ended)
  })

  it('are renewed once in all: new ones that are no better are used all the same', async () => {
    const { server, person, push } = await open()
    const renewals = () => server.requests.filter((request) => request.includes('token'))
    person.ends(Date.now())
    const short = JSON.stringify({ ...server.grant(), expires_in: 60 })
    server.next(/token/, { status: 200, body: short })
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(renewals()).toHaveLength(1)

    server.next(/v2/, { status: 401, body: '{}' })
    expect(await push({ episode: 20 })).toMatchObject({ kind: 'unauthorized' })
    expect(renewals()).toHaveLength(2)
  })

  it('end where MyAnimeList does not renew them', async () => {
    const { server, person, push } = await open()
    server.accessTokens.clear()
    server.refreshTokens.clear()
    expect(await push({})).toMatchObject({ kind: 'unauthorized' })
    person.ends(Date.now())
    expect(await push({})).toMatchObject({ kind: 'unauthorized' })
    expect(person.renewals).toEqual([])
  })

  it('end where nothing renews them', async () => {
    const { server, push } = await open()
    const { signal } = new AbortController()
    const tokens = { accessToken: 'old', refreshToken: null, expiresAt: 0 }
    const ask = { tokens, renewed: async () => {}, signal }
    expect(await push({}, ask)).toMatchObject({ kind: 'unauthorized' })
    expect(server.requests).toEqual(['GET /v2/anime/48583'])
  })

  it('stay where the renewal may succeed another time', async () => {
    const { server, person, push } = await open()
    person.ends(Date.now())
    server.next(/token/, { status: 500, body: '' })
    expect(await push({})).toMatchObject({ kind: 'retry' })
    server.next(/token/, { status: 401, body: '{"error":"invalid_client"}' })
    expect(await push({})).toMatchObject({ kind: 'retry' })
    expect(await push({})).toEqual({ kind: 'delivered' })
    expect(person.renewals).toHaveLength(1)
  })

  it('are renewed once for all who come with the same, since that ends them', async () => {
    const { server, person, push, tracker } = await open()
    person.ends(Date.now())
    const asks = [person.ask(), person.ask(), person.ask()] as const
    const outcomes = await Promise.all([
      push({}, asks[0]),
      push({ episode: 18 }, asks[1]),
      tracker.pull(null, asks[2]),
    ])
    expect(outcomes.map(({ kind }) => kind)).not.toContain('unauthorized')
    // One comes a little later, with what it read before.
    expect(await push({ episode: 20 }, asks[0])).toEqual({ kind: 'delivered' })
    expect(server.requests.filter((request) => request.includes('token'))).toHaveLength(1)
  })

  it('are not lost by one who leaves meanwhile', async () => {
    const { person, push } = await open()
    person.ends(Date.now())
    const leaving = new AbortController()
    const pushing = push({}, person.ask(leaving.signal))
    leaving.abort()
    expect(await pushing).toMatchObject({ kind: 'retry' })
    expect(person.tokens().accessToken).toBe('access-2')
    expect(await push({})).toEqual({ kind: 'delivered' })
  })
})

describe('what is told to MyAnimeList', () => {
  type Case = {
    title: string
    had: Partial<MyAnimeListMark> | null
    said: Partial<WatchEvent>
    is: string | null
    id?: number
  }

  it.each<Case>([
    {
      title: 'a first start',
      had: null,
      said: { event: 'start', played: false },
      is: 'watching 0',
    },
    { title: 'a stop at the end', had: null, said: { event: 'stop' }, is: 'watching 3' },
    {
      title: 'one after a break',
      had: { status: 'on_hold', num_episodes_watched: 1 },
      said: {},
      is: 'watching 3',
    },
    {
      title: 'the last',
      had: { num_episodes_watched: 11 },
      said: { episode: 28 },
      is: 'completed 12',
    },
    {
      title: 'one more of a further round',
      had: { status: 'completed', is_rewatching: true, num_episodes_watched: 2 },
      said: {},
      is: 'completed again 3',
    },
    {
      title: 'the end of a further round',
      had: { status: 'completed', is_rewatching: true, num_episodes_watched: 11 },
      said: { episode: 28 },
      is: 'completed 12',
    },
    {
      title: 'the latest is taken back',
      had: { num_episodes_watched: 3 },
      said: { event: 'unplayed', played: false },
      is: 'watching 2',
    },
    {
      title: 'the last is taken back',
      had: { status: 'completed', num_episodes_watched: 12 },
      said: { event: 'unplayed', played: false, episode: 28 },
      is: 'watching 11',
    },
    { title: 'a film', had: null, said: film, is: 'completed 1', id: 199 },
    {
      title: 'what shall be watched',
      had: null,
      said: { ...whole, event: 'watchlisted' },
      is: 'plan_to_watch 0',
      id: 16_498,
    },
    {
      title: 'what shall not be watched after all',
      had: { status: 'plan_to_watch' },
      said: { ...whole, event: 'unwatchlisted' },
      is: null,
      id: 16_498,
    },
    {
      title: 'what was dropped',
      had: { num_episodes_watched: 4 },
      said: { ...whole, event: 'dropped' },
      is: 'dropped 4',
      id: 16_498,
    },
    {
      title: 'what is taken up again',
      had: { status: 'dropped', num_episodes_watched: 4 },
      said: { ...whole, event: 'undropped' },
      is: 'watching 4',
      id: 16_498,
    },
  ])('$title', async ({ had, said, is, id = 48_583 }) => {
    const { server, push } = await open()
    if (had) server.put(id, had)
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standing(server, id)).toBe(is)
    // Told twice, it is done once.
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(server.changes).toHaveLength(1)
  })

  it.each<Omit<Case, 'is'>>([
    { title: 'an earlier one', had: { num_episodes_watched: 5 }, said: {} },
    {
      title: 'one of what is completed',
      had: { status: 'completed', num_episodes_watched: 12 },
      said: {},
    },
    {
      title: 'taking back one before the latest',
      had: { num_episodes_watched: 5 },
      said: { event: 'unplayed', played: false },
    },
    {
      title: 'what shall be watched and is being watched',
      had: {},
      said: { ...whole, event: 'watchlisted' },
      id: 16_498,
    },
    {
      title: 'what shall not be watched and is being watched',
      had: {},
      said: { ...whole, event: 'unwatchlisted' },
      id: 16_498,
    },
  ])('nothing of $title', async ({ had, said, id = 48_583 }) => {
    const { server, push } = await open()
    if (had) server.put(id, had)
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(server.changes).toEqual([])
  })

  it('leaves alone what nothing is said of', async () => {
    const { server, push } = await open()
    server.put(48_583, { num_episodes_watched: 3, score: 9, status: 'on_hold' })
    await push({ event: 'unplayed', played: false })
    expect(server.changes).toEqual(['48583 num_watched_episodes=2'])
    expect(server.marks.get(48_583)).toMatchObject({ status: 'on_hold', score: 9 })
  })

  it('counts a round that came to its end', async () => {
    const { server, push } = await open()
    const round = { status: 'completed', is_rewatching: true, num_times_rewatched: 1 } as const
    server.put(48_583, { ...round, num_episodes_watched: 11 })
    await push({ episode: 28 })
    expect(server.marks.get(48_583)).toMatchObject({ is_rewatching: false, num_times_rewatched: 2 })
  })

  it('raises each entry of a mark on several once, and leaves open what has no last episode', async () => {
    const { server, push } = await open()
    const videos = [1, 16, 17, 18].map((episode) => ({
      videoId: `tt2560140:4:${episode}`,
      season: 4,
      episode,
    }))
    const onePiece = { videoId: 'mal:21:1122', season: 1, episode: 1122 }
    await push({ ...whole, videos: [...videos, onePiece] })
    expect(server.changes).toHaveLength(3)
    expect(standing(server, 40_028)).toBe('completed 16')
    expect(standing(server, 48_583)).toBe('watching 2')
    expect(standing(server, 21)).toBe('watching 1122')
  })

  it.each([
    { title: 'no anime', said: { videoId: 'tt0903747:1:1', metaId: 'tt0903747', ids: {} } },
    { title: 'a pause', said: { event: 'pause', played: false } },
    { title: 'a stop in the middle', said: { event: 'stop', played: false } },
  ] as { title: string; said: Partial<WatchEvent> }[])(
    'is nothing, and MyAnimeList is not asked: $title',
    async ({ said }) => {
      const { server, push } = await open()
      expect(await push(said)).toEqual({ kind: 'ignored' })
      expect(server.requests).toEqual([])
    },
  )
})

describe('what MyAnimeList answers', () => {
  it.each([
    { title: 'that it is asked too often', status: 429, afterMs: 20_000 },
    { title: 'the same in its own way', status: 403, afterMs: null },
    { title: 'that it is away', status: 503, afterMs: 20_000 },
    { title: 'with a page', status: 200, afterMs: null },
  ])('may be another time: $title', async ({ status, afterMs }) => {
    const { server, push, pull } = await open()
    const answer = { status, body: '<html>', headers: { 'retry-after': '20' } }
    server.next(/GET/, answer)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs })
    server.next(/GET/, answer)
    expect(await pull()).toMatchObject({ kind: 'retry', afterMs })
    if (status === 200) return
    server.next(/PATCH/, answer)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs })
    expect(server.changes).toEqual([])
  })

  it('is no once and for all: an entry that it does not have', async () => {
    const { push } = await open()
    const said = { videoId: 'mal:999999:1', metaId: 'mal:999999', season: 1, episode: 1 }
    expect(await push(said)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^127\.0\.0\.1:\d+ answered with status 404: not_found$/),
    })
  })

  it('does not come: it is told again later', async () => {
    const { person, tracker, push } = await open()
    const leaving = new AbortController()
    leaving.abort()
    expect(await push({}, person.ask(leaving.signal))).toMatchObject({ kind: 'retry' })
    expect(await tracker.pull(null, person.ask(leaving.signal))).toMatchObject({ kind: 'retry' })
  })
})

describe('what is known at MyAnimeList', () => {
  it('is every episode up to the progress', async () => {
    const { server, pulled } = await open()
    const { updated_at } = server.put(16_498, { num_episodes_watched: 3 })
    const { watched, begun, marked } = await pulled()
    expect(watched).toEqual(
      [1, 2, 3].map((episode) => ({
        kind: 'episode',
        ids: { mal: '16498' },
        name: 'Shingeki no Kyojin',
        year: 2013,
        season: null,
        episode,
        played: true,
        playCount: 1,
        positionMs: 0,
        durationMs: null,
        favorite: null,
        likes: null,
        // A list dates its entry, not each episode.
        at: episode === 3 ? Date.parse(updated_at) : null,
      })),
    )
    expect([begun, marked]).toEqual([[], []])
  })

  it('is a film that was seen, and all of what is seen again', async () => {
    const { server, pulled } = await open()
    server.put(199, { status: 'completed', num_episodes_watched: 1 })
    server.put(48_583, {
      status: 'completed',
      is_rewatching: true,
      num_episodes_watched: 2,
      num_times_rewatched: 3,
    })
    const { watched } = await pulled()
    expect(watched!.filter(({ kind }) => kind === 'movie')).toMatchObject([
      { ids: { mal: '199' }, episode: null, playCount: 1 },
    ])
    const episodes = watched!.filter(({ kind }) => kind === 'episode')
    expect(episodes).toHaveLength(12)
    expect(episodes[11]).toMatchObject({ episode: 12, playCount: 4 })
  })

  it('is what is planned and what was dropped', async () => {
    const { server, pulled } = await open()
    server.put(199, { status: 'plan_to_watch' })
    server.put(1535, { status: 'dropped', num_episodes_watched: 1 })
    expect((await pulled()).marked).toMatchObject([
      { kind: 'movie', ids: { mal: '199' }, favorite: true, likes: null, played: false },
      { kind: 'series', ids: { mal: '1535' }, year: null, favorite: null, likes: false },
    ])
  })

  it('is on as many pages as it takes, not for all eyes too', async () => {
    const { server, pulled } = await open()
    for (let id = 100_000; id < 102_100; id += 1) {
      const work = { id, title: `${id}`, num_episodes: 12, media_type: 'ona', start_season: null }
      server.works.set(id, { ...work, nsfw: id % 2 === 0 })
      server.put(id, { num_episodes_watched: 1 })
    }
    const { watched } = await pulled()
    expect(new Set(watched!.map(({ ids }) => ids.mal))).toHaveProperty('size', 2_100)
    expect(server.requests).toHaveLength(3)
  })

  it('is as before until something is changed, added or taken away', async () => {
    const { server, pulled } = await open()
    server.put(16_498, { num_episodes_watched: 1 })
    server.put(1535, { num_episodes_watched: 1 })
    const { version } = await pulled()
    const unchanged = { version, watched: null, begun: null, marked: null, ttlMs: null }
    expect(await pulled(version)).toEqual(unchanged)

    server.put(16_498, { num_episodes_watched: 2 })
    const changed = await pulled(version)
    expect(changed.watched).toHaveLength(3)

    server.marks.delete(1535)
    expect((await pulled(changed.version)).watched).toHaveLength(2)
  })
})
