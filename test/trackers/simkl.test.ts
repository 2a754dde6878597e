import { describe, expect, it, onTestFinished } from 'vitest'
import type { NativeAsk, WatchEvent } from '../../src/model/tracker.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createSimkl } from '../../src/trackers/simkl/client.ts'
import {
  breakingBad,
  inception,
  startSimkl,
  titanOne,
  titanTwo,
  violet,
} from '../support/trackers/simkl-server.ts'

const minute = 60_000
const at = Date.parse('2026-03-04T20:15:00.000Z')
const watched_at = '2026-03-04T20:15:00Z'
const later = '2026-04-05T06:07:08Z'
const never = new AbortController().signal

async function open(options: { baseUrl?: string; clientId?: string; restMs?: number } = {}) {
  const server = await startSimkl()
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const tracker = createSimkl({
    fetch: guarded.fetch,
    baseUrl: server.url,
    clientId: server.client.id,
    clientSecret: server.client.secret,
    restMs: 1,
    ...options,
  })
  const ask = asking(server.grant())
  return {
    server,
    tracker,
    push: (said: Partial<WatchEvent>) => tracker.push(event(said), ask),
    pull: async (version: string | null) => {
      const outcome = await tracker.pull(version, ask)
      if (outcome.kind !== 'pulled') throw new Error(outcome.reason)
      return outcome.pulled
    },
  }
}

function asking(accessToken: string): NativeAsk {
  return {
    tokens: { accessToken, refreshToken: null, expiresAt: null },
    renewed: async () => {
      throw new Error('there is nothing to renew at Simkl')
    },
    signal: never,
  }
}

/** A film, half watched. */
function event(said: Partial<WatchEvent>): WatchEvent {
  return {
    id: 'event-1',
    event: 'stop',
    scope: 'movie',
    at,
    mediaType: 'movie',
    metaId: 'tt1375666',
    videoId: 'tt1375666',
    name: 'Inception',
    year: 2010,
    ids: { imdb: 'tt1375666', tmdb: '27205' },
    season: null,
    episode: null,
    positionMs: 74 * minute,
    durationMs: 148 * minute,
    played: false,
    videos: null,
    ...said,
  }
}

const half = { positionMs: 20 * minute, durationMs: 40 * minute }

const series = {
  scope: 'series',
  mediaType: 'series',
  metaId: 'tt0903747',
  videoId: 'tt0903747',
  name: 'Breaking Bad',
  year: 2008,
  ids: { imdb: 'tt0903747' },
  positionMs: null,
  durationMs: null,
} as const satisfies Partial<WatchEvent>

const episode = {
  ...series,
  scope: 'episode',
  videoId: 'tt0903747:2:7',
  season: 2,
  episode: 7,
} as const satisfies Partial<WatchEvent>

/** The first episode of the second season, counted as TVDB does. */
const anime = {
  ...episode,
  mediaType: 'anime',
  metaId: 'tt2560140',
  videoId: 'tt2560140:2:1',
  name: 'Attack on Titan',
  year: 2013,
  ids: { imdb: 'tt2560140', mal: '16498', kitsu: '7442' },
  season: 2,
  episode: 1,
} as const satisfies Partial<WatchEvent>

/** The same, counted as an anime database does: the second season is an entry of its own. */
const entry = {
  ...anime,
  metaId: 'kitsu:8671',
  videoId: 'kitsu:8671:1',
  ids: { imdb: 'tt2560140', mal: '25777', kitsu: '8671' },
  season: 1,
  episode: 1,
} as const satisfies Partial<WatchEvent>

describe('connecting', () => {
  it('shows a PIN, waits for it to be entered, and takes a token that does not end', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    expect(pairing).toMatchObject({
      url: 'https://simkl.com/pin',
      userCode: '5G6JA0',
      intervalMs: 5_000,
    })
    expect(await tracker.finish(pairing, null, never)).toEqual({ kind: 'pending' })
    server.pins.set('5G6JA0', 'approved')
    expect(await tracker.finish(pairing, null, never)).toEqual({
      kind: 'connected',
      tokens: { accessToken: 'token 2', refreshToken: null, expiresAt: null },
    })
  })

  it('ends where Simkl does not know the PIN any more, and gives another one unasked', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    server.pins.clear()
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'refused' })
    const late = { ...pairing, expiresAt: Date.now() - 1 }
    expect(await tracker.finish(late, null, never)).toMatchObject({ kind: 'refused' })
    expect(server.requests).toHaveLength(2)
  })

  it('slows down where Simkl says so, and comes back where it is away', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    const body = { result: 'KO', message: 'Slow down' }
    server.failNext('/oauth/pin', { status: 200, body })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ afterMs: 10_000 })
    server.failNext('/oauth/pin', { status: 502 })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({ kind: 'retry' })
  })

  it('says that the service itself is not known', async () => {
    const { server, tracker } = await open({ clientId: 'mistyped' })
    const reason = expect.stringContaining('Your client_id is wrong')
    await expect(tracker.begin(never)).rejects.toMatchObject({
      name: 'UpstreamError',
      message: reason,
    })
    // What was watched meanwhile waits until that is put right.
    expect(await tracker.push(event({}), asking(server.grant()))).toMatchObject({
      kind: 'retry',
      reason,
      afterMs: 60 * minute,
    })
  })
})

describe('watching', () => {
  it('reports a film and an episode with their place in percent', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'start', positionMs: 0 })).toEqual({ kind: 'delivered' })
    expect(server.state.watching).toBe(inception)
    expect(await push({ event: 'pause' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, ...half })).toEqual({ kind: 'delivered' })
    expect(server.paused).toMatchObject([
      { title: inception, progress: 50 },
      { title: breakingBad, season: 2, number: 7, progress: 50 },
    ])
  })

  it('counts what counts here and nothing else', async () => {
    const { server, push } = await open()
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)?.plays).toMatchObject([{ season: 2, number: 7 }])
    expect(await push({ positionMs: 0.85 * 148 * minute })).toEqual({ kind: 'delivered' })
    expect(server.listed.has(inception)).toBe(false)
  })

  it('takes a play that Simkl has already for delivered', async () => {
    const { server, push } = await open()
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)?.plays).toHaveLength(1)
  })

  it.for([
    ['TVDB', anime],
    ['an anime database', entry],
  ] as const)('finds the entry of an anime counted as in %s', async ([, said]) => {
    const { server, push } = await open()
    expect(await push({ ...said, ...half })).toEqual({ kind: 'delivered' })
    expect(server.paused).toMatchObject([{ title: titanTwo, season: 1, number: 1 }])
  })

  it('knows films that are anime', async () => {
    const { server, push } = await open()
    const film = { metaId: 'mal:37987', videoId: 'mal:37987', ids: { mal: '37987' } }
    expect(await push(film)).toEqual({ kind: 'delivered' })
    expect(server.paused).toMatchObject([{ title: violet }])
  })
})

describe('marks', () => {
  it('puts films and episodes into the history, at the time of the mark, and takes them out', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'played' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, event: 'played' })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(inception)).toMatchObject({ status: 'completed', at: watched_at })
    expect(server.listed.get(breakingBad)?.plays).toEqual([
      { season: 2, number: 7, at: watched_at },
    ])
    expect(await push({ event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(server.listed.has(inception)).toBe(false)
    expect(server.listed.get(breakingBad)?.plays).toEqual([])
  })

  it('sends every episode that a mark on a series means, and keeps the series in its list', async () => {
    const { server, push } = await open()
    const videos = [1, 2, 3].map((number) => ({
      videoId: `tt0903747:1:${number}`,
      season: 1,
      episode: number,
    }))
    expect(await push({ ...series, event: 'played', videos })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)?.plays).toHaveLength(3)
    expect(await push({ ...series, event: 'unplayed', videos })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)).toMatchObject({ status: 'watching', plays: [] })
  })

  it('means the whole where no episodes are told', async () => {
    const { server, push } = await open()
    expect(await push({ ...series, event: 'played' })).toEqual({ kind: 'delivered' })
    expect(server.requests[0]!.body.shows).toMatchObject([{ status: 'completed', watched_at }])
    expect(server.listed.get(breakingBad)?.status).toBe('completed')
    expect(await push({ ...anime, scope: 'season', event: 'played' })).toEqual({
      kind: 'delivered',
    })
    expect(server.listed.get(titanTwo)?.status).toBe('completed')
    expect(server.listed.has(titanOne)).toBe(false)
  })

  it('marks episodes of an anime in the entries that have them', async () => {
    const { server, push } = await open()
    const videos = [
      { videoId: 'kitsu:7442:12', season: 1, episode: 12 },
      { videoId: 'kitsu:8671:1', season: 1, episode: 1 },
      { videoId: 'tt2560140:2:2', season: 2, episode: 2 },
    ]
    const mark = { ...anime, scope: 'series', event: 'played', videos } as const
    expect(await push(mark)).toEqual({ kind: 'delivered' })
    expect(server.listed.get(titanOne)?.plays).toMatchObject([{ season: 1, number: 12 }])
    expect(server.listed.get(titanTwo)?.plays).toMatchObject([
      { season: 1, number: 1 },
      { season: 1, number: 2 },
    ])
  })
})

describe('lists', () => {
  it('puts what to watch where it belongs, and takes it out', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...entry, scope: 'series', event: 'watchlisted' })).toEqual({
      kind: 'delivered',
    })
    expect([...server.listed.values()]).toMatchObject([
      { title: inception, status: 'plantowatch' },
      { title: titanTwo, status: 'plantowatch' },
    ])
    expect(await push({ event: 'unwatchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.listed.has(inception)).toBe(false)
  })

  it('drops films and series, and takes them up again', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'dropped' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'dropped' })).toEqual({ kind: 'delivered' })
    expect([...server.listed.values()].map(({ status }) => status)).toEqual(['dropped', 'dropped'])
    expect(await push({ event: 'undropped' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'undropped' })).toEqual({ kind: 'delivered' })
    expect([...server.listed.values()]).toMatchObject([{ title: breakingBad, status: 'watching' }])
  })

  it('never loses plays over a list', async () => {
    const { server, push } = await open()
    await push({ event: 'played' })
    await push({ ...episode, event: 'played' })
    for (const said of ['watchlisted', 'unwatchlisted', 'dropped', 'undropped'] as const) {
      expect(await push({ event: said })).toEqual({ kind: 'delivered' })
    }
    expect(server.listed.get(inception)?.status).toBe('completed')
    for (const said of ['watchlisted', 'unwatchlisted', 'undropped'] as const) {
      expect(await push({ ...series, event: said })).toEqual({ kind: 'delivered' })
    }
    const begun = server.listed.get(breakingBad)!
    expect(begun).toMatchObject({ status: 'watching', plays: [{ number: 7 }] })
    begun.status = 'plantowatch'
    expect(await push({ ...series, event: 'unwatchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)).toMatchObject({
      status: 'watching',
      plays: [{ number: 7 }],
    })
  })

  it('leaves Simkl the second between two things that it wants', async () => {
    const { server, push } = await open({ restMs: undefined })
    expect(await push({ event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    const [asked, moved] = server.requests
    expect(moved!.at - asked!.at).toBeGreaterThanOrEqual(1_000)
  })

  it('is nothing that an episode is in', async () => {
    const { server, push } = await open()
    expect(await push({ ...episode, event: 'watchlisted' })).toEqual({ kind: 'ignored' })
    expect(await push({ ...episode, event: 'dropped' })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })
})

describe('what Simkl cannot know', () => {
  it('is kept from it', async () => {
    const { server, push } = await open()
    const numberless = { ...episode, videoId: 'tt0903747', season: null, episode: 7 }
    expect(await push({ ids: {} })).toEqual({ kind: 'ignored' })
    expect(await push({ ids: { opaque: 'film-1' }, event: 'watchlisted' })).toEqual({
      kind: 'ignored',
    })
    expect(await push({ ...numberless, event: 'played' })).toEqual({ kind: 'ignored' })
    expect(await push({ event: 'pause', positionMs: null })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })

  it('is refused where it is no title there', async () => {
    const { push } = await open()
    const refusal = { kind: 'refused', reason: 'Simkl does not know this title' }
    const unknown = { ids: { imdb: 'tt9999999' } }
    expect(await push({ ...unknown, event: 'start' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'played' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'watchlisted' })).toEqual(refusal)
  })
})

describe('trouble', () => {
  it.for([
    [429, { 'retry-after': '7' }, { kind: 'retry', afterMs: 7_000 }],
    [500, {}, { kind: 'retry', afterMs: null }],
    [403, {}, { kind: 'unauthorized' }],
    [400, {}, { kind: 'refused' }],
  ] as const)('of status %i', async ([status, headers, outcome]) => {
    const { server, push } = await open()
    server.failNext('/sync', { status, headers })
    expect(await push({ event: 'played' })).toMatchObject(outcome)
    server.failNext('/sync/watched', { status, headers })
    expect(await push({ event: 'watchlisted' })).toMatchObject(outcome)
  })

  it('of a connection that was taken back ends in connecting again', async () => {
    const { server, tracker } = await open()
    server.tokens.clear()
    const gone = { kind: 'unauthorized', reason: expect.stringContaining('The token is wrong') }
    expect(await tracker.push(event({}), asking('token 1'))).toEqual(gone)
    expect(await tracker.pull(null, asking('token 1'))).toEqual(gone)
  })

  it('of a server that is away is worth another try', async () => {
    const { tracker } = await open({ baseUrl: 'http://127.0.0.1:1' })
    const away = { kind: 'retry', reason: expect.stringContaining('127.0.0.1:1'), afterMs: null }
    expect(await tracker.push(event({}), asking('token 1'))).toEqual(away)
    expect(await tracker.pull(null, asking('token 1'))).toEqual(away)
  })
})

describe('reading what was done elsewhere', () => {
  async function household() {
    const opened = await open()
    const { listed, paused } = opened.server
    const said = (title: typeof inception, status: string, numbers: readonly number[] = []) => {
      const plays = numbers.map((number) => ({ season: 1, number, at: watched_at }))
      listed.set(title, { title, status, at: title.isFilm ? watched_at : later, plays })
    }
    said(inception, 'completed')
    said(breakingBad, 'dropped', [1, 2])
    said(titanOne, 'completed', [12])
    said(titanTwo, 'plantowatch')
    said(violet, 'completed')
    const place = { season: 1, number: 3, progress: 25, at: watched_at }
    paused.push({ ...place, title: breakingBad }, { ...place, title: titanTwo })
    paused.push({ ...place, title: inception })
    return opened
  }

  const seriesIds = { imdb: 'tt0903747', tmdb: '1396', tvdb: '81189' }
  const titanIds = { mal: '16498', anilist: '16498', anidb: '9541', kitsu: '7442' }

  it('brings plays, those of finished and dropped series too', async () => {
    const { pull } = await household()
    const { watched } = await pull(null)
    const played = { played: true, playCount: 1, at }
    expect(watched).toMatchObject([
      { ...played, kind: 'movie', ids: { imdb: 'tt1375666', tmdb: '27205' }, name: 'Inception' },
      { ...played, kind: 'episode', ids: seriesIds, season: 1, episode: 1 },
      { ...played, kind: 'episode', ids: seriesIds, season: 1, episode: 2 },
      { ...played, kind: 'episode', ids: titanIds, season: null, episode: 12 },
      { ...played, kind: 'movie', ids: { mal: '37987', anidb: '14013' }, season: null },
    ])
    // An id of the whole series would make it an episode of its first season.
    expect(watched![3]!.ids).toEqual(titanIds)
  })

  it('brings places, with the lengths that Simkl knows', async () => {
    const { pull, server } = await household()
    const { begun, version } = await pull(null)
    expect(begun).toMatchObject([
      { kind: 'episode', season: 1, episode: 3, positionMs: 11.75 * minute, at, played: false },
      { kind: 'episode', season: null, episode: 3, durationMs: 24 * minute },
      { kind: 'movie', season: null, positionMs: 37 * minute, durationMs: 148 * minute },
    ])
    server.requests.length = 0
    server.tick()
    await pull(version)
    await pull(null)
    // Lengths stay what they are.
    expect(server.paths().filter((path) => !path.startsWith('GET /sync/'))).toEqual([])
  })

  it('brings what is to be watched and what was dropped', async () => {
    const { pull } = await household()
    const { marked } = await pull(null)
    expect(marked).toMatchObject([
      { kind: 'series', ids: seriesIds, favorite: null, likes: false, played: false },
      { kind: 'series', name: titanTwo.title, favorite: true, likes: null },
    ])
  })

  it('takes a finished series without episodes for played, and a forgotten time for none', async () => {
    const { pull, server } = await open()
    const whole = { status: 'completed', at: '1970-01-01T00:00:01Z', plays: [] }
    server.listed.set(breakingBad, { title: breakingBad, ...whole })
    const { watched } = await pull(null)
    expect(watched).toMatchObject([{ kind: 'series', played: true, at: null }])
  })

  it('asks for nothing that did not change, and not all day long', async () => {
    const { pull, push, server } = await household()
    const first = await pull(null)
    expect(first.ttlMs).toBeGreaterThanOrEqual(15 * minute)
    server.requests.length = 0
    expect(await pull(first.version)).toMatchObject({ watched: null, begun: null, marked: null })
    expect(server.paths()).toEqual(['GET /sync/activities'])
    await push({ event: 'pause' })
    const paused = await pull(first.version)
    expect(paused).toMatchObject({ watched: null, begun: expect.any(Array), marked: null })
    await push({ ...episode, event: 'played' })
    expect(await pull(paused.version)).toMatchObject({
      watched: expect.any(Array),
      marked: expect.any(Array),
    })
  })

  it('says that there is nothing where there is nothing', async () => {
    const { pull } = await open()
    expect(await pull(null)).toMatchObject({ watched: [], begun: [], marked: [] })
  })

  it('never takes what it cannot read for nothing', async () => {
    const { server, tracker } = await household()
    const ask = asking([...server.tokens][0]!)
    server.failNext('/sync/all-items/shows', { status: 200, body: { shows: 'many' } })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'retry' })
    server.failNext('/sync/playback', { status: 200, body: { error: 'something new' } })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'retry' })
  })
})
