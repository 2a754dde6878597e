import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { NativeAsk, TrackerTokens, WatchEvent } from '../../src/model/tracker.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createTrakt } from '../../src/trackers/trakt/client.ts'
import { breakingBad, inception, startTrakt } from '../support/trackers/trakt-server.ts'

const minute = 60_000
const hour = 60 * minute
const at = Date.parse('2026-03-04T20:15:00.000Z')
const never = new AbortController().signal

async function open(options: { mostOfPage?: number; baseUrl?: string } = {}) {
  const server = await startTrakt(options)
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const tracker = createTrakt({
    fetch: guarded.fetch,
    baseUrl: options.baseUrl ?? `${server.url}/`,
    clientId: server.client.id,
    clientSecret: server.client.secret,
  })
  const { access, refresh } = server.grant()
  const tokens = { accessToken: access, refreshToken: refresh, expiresAt: Date.now() + 24 * hour }
  const ask = asking(tokens)
  return {
    server,
    tracker,
    tokens,
    push: (said: Partial<WatchEvent>) => tracker.push(event(said), ask),
    pull: (version: string | null) => tracker.pull(version, ask),
  }
}

function asking(tokens: TrackerTokens, renewed = vi.fn<NativeAsk['renewed']>(async () => {})) {
  return { tokens, renewed, signal: never }
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

const series = {
  scope: 'series',
  mediaType: 'series',
  metaId: 'tt0903747',
  videoId: 'tt0903747',
  name: 'Breaking Bad',
  year: 2008,
  ids: { imdb: 'tt0903747', tvdb: '81189' },
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

describe('connecting', () => {
  it('shows a code, waits for it to be entered, and takes the tokens', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    expect(pairing).toMatchObject({
      url: 'https://trakt.tv/activate',
      userCode: '5055CC52',
      intervalMs: 5_000,
    })
    expect(pairing.expiresAt - Date.now()).toBeGreaterThan(9 * minute)
    expect(await tracker.finish(pairing, null, never)).toEqual({ kind: 'pending' })
    server.codes.set(pairing.secret, 'approved')
    const outcome = await tracker.finish(pairing, null, never)
    expect(outcome).toMatchObject({
      kind: 'connected',
      tokens: { accessToken: 'access 2', refreshToken: 'refresh 2' },
    })
    const { expiresAt } = outcome.kind === 'connected' ? outcome.tokens : { expiresAt: 0 }
    expect(Math.abs(expiresAt! - Date.now() - 24 * hour)).toBeLessThan(minute)
  })

  it.for([
    ['declined', 'declined'],
    ['expired', 'in time'],
    ['used', 'used already'],
    ['unknown', 'does not know'],
  ] as const)('ends where the code is %s', async ([stands, reason]) => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    if (stands === 'unknown') server.codes.clear()
    else server.codes.set(pairing.secret, stands)
    expect(await tracker.finish(pairing, null, never)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    })
  })

  it('does not ask for a code whose time is over', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    const late = { ...pairing, expiresAt: Date.now() - 1 }
    expect((await tracker.finish(late, null, never)).kind).toBe('refused')
    expect(server.paths()).toEqual(['POST /oauth/device/code'])
  })

  it('slows down where Trakt says so', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(never)
    server.failNext('/oauth/device/token', { status: 429 })
    expect(await tracker.finish(pairing, null, never)).toMatchObject({
      kind: 'retry',
      afterMs: 10_000,
    })
  })

  it('throws where Trakt gives no code', async () => {
    const { server, tracker } = await open()
    server.failNext('/oauth/device/code', { status: 503 })
    await expect(tracker.begin(never)).rejects.toMatchObject({ name: 'UpstreamError', status: 503 })
  })
})

describe('the token', () => {
  it('is renewed before it ends, and kept before it is used', async () => {
    const { server, tracker, tokens } = await open()
    const renewed = vi.fn<NativeAsk['renewed']>(async () => {
      expect(server.paths()).toEqual(['POST /oauth/token'])
    })
    const ask = asking({ ...tokens, expiresAt: Date.now() + minute }, renewed)
    expect(await tracker.push(event({}), ask)).toEqual({ kind: 'delivered' })
    expect(renewed).toHaveBeenCalledExactlyOnceWith({
      accessToken: 'access 2',
      refreshToken: 'refresh 2',
      expiresAt: expect.any(Number),
    })
    expect(server.paths()).toEqual(['POST /oauth/token', 'POST /scrobble/stop'])
  })

  it('is renewed once after it was refused, for everything that follows', async () => {
    const { server, tracker, tokens } = await open()
    const ask = asking(tokens)
    server.end(tokens.accessToken)
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'pulled' })
    expect(ask.renewed).toHaveBeenCalledOnce()
    expect(server.paths().slice(0, 3)).toEqual([
      'GET /sync/last_activities',
      'POST /oauth/token',
      'GET /sync/last_activities',
    ])
  })

  it('is exchanged once for all who hold it', async () => {
    const { server, tracker, tokens } = await open()
    server.end(tokens.accessToken)
    const push = async (said: Partial<WatchEvent>) => tracker.push(event(said), asking(tokens))
    const both = await Promise.all([push({}), push({ ...episode, event: 'start' })])
    // And for one who did not hear of it.
    const late = await push({ event: 'start' })
    expect([...both, late].map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'delivered'])
    const exchanges = server.paths().filter((path) => path === 'POST /oauth/token')
    expect(exchanges).toHaveLength(1)
  })

  it('cannot be renewed where the person took the connection back', async () => {
    const { server, tracker, tokens } = await open()
    server.end(tokens.accessToken)
    const ask = asking({ ...tokens, refreshToken: 'refresh of long ago' })
    expect(await tracker.push(event({}), ask)).toEqual({
      kind: 'unauthorized',
      reason: expect.stringContaining('The provided authorization grant is invalid'),
    })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'unauthorized' })
    expect(ask.renewed).not.toHaveBeenCalled()
  })

  it('is not given up where Trakt is away at that moment', async () => {
    const { server, tracker, tokens } = await open()
    server.end(tokens.accessToken)
    server.failNext('/oauth/token', { status: 503, headers: { 'retry-after': '30' } })
    expect(await tracker.push(event({}), asking(tokens))).toMatchObject({
      kind: 'retry',
      afterMs: 30_000,
    })
    expect(await tracker.push(event({}), asking(tokens))).toEqual({ kind: 'delivered' })
  })
})

describe('watching', () => {
  it('reports a film with its place in percent', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'start', positionMs: 0 })).toEqual({ kind: 'delivered' })
    expect(server.state.watching).toBe(inception)
    expect(await push({ event: 'pause' })).toEqual({ kind: 'delivered' })
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/scrobble/start', { movie: sentFilm, progress: 0 }],
      ['/scrobble/pause', { movie: sentFilm, progress: 50 }],
    ])
    expect(server.playback).toMatchObject([{ title: inception, progress: 50 }])
  })

  it('reports an episode by its numbers, specials too', async () => {
    const { server, push } = await open()
    const half = { positionMs: 20 * minute, durationMs: 40 * minute }
    const special = { ...episode, videoId: 'tt0903747:0:3', season: 0, episode: 3 }
    expect(await push({ ...episode, ...half })).toEqual({ kind: 'delivered' })
    expect(await push({ ...special, ...half })).toEqual({ kind: 'delivered' })
    expect(server.playback).toMatchObject([
      { title: breakingBad, season: 2, episode: 7 },
      { title: breakingBad, season: 0, episode: 3 },
    ])
  })

  it('counts what counts here, although Trakt would wait for 80 %', async () => {
    const { server, push } = await open()
    expect(await push({ played: true, positionMs: 110 * minute })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.history).toMatchObject([{ title: inception }, { title: breakingBad, episode: 7 }])
    expect(server.requests.map(({ body }) => body['progress'])).toEqual([100, 100])
  })

  it('does not count what does not count here, although Trakt would', async () => {
    const { server, push } = await open()
    expect(await push({ positionMs: 0.85 * 148 * minute })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
    expect(server.playback).toMatchObject([{ progress: 85 }])
  })

  it('takes a play that Trakt has already for delivered', async () => {
    const { server, push } = await open()
    const finished = { played: true, positionMs: 148 * minute }
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(1)
  })

  it('says nothing of places that nobody knows or that Trakt does not keep', async () => {
    const { server, push } = await open()
    expect(await push({ durationMs: null })).toEqual({ kind: 'ignored' })
    expect(await push({ event: 'pause', positionMs: null })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
    expect(await push({ event: 'pause', positionMs: minute })).toEqual({ kind: 'ignored' })
  })
})

const sentFilm = { title: 'Inception', year: 2010, ids: { imdb: 'tt1375666', tmdb: 27205 } }
const sentSeries = { title: 'Breaking Bad', year: 2008, ids: { imdb: 'tt0903747', tvdb: 81189 } }
const watched_at = '2026-03-04T20:15:00.000Z'

describe('marks', () => {
  it('puts films and episodes into the history, at the time of the mark, and takes them out', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'played', played: true })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, event: 'played', played: true })).toEqual({ kind: 'delivered' })
    expect(server.history.map(({ season, episode, at }) => [season, episode, at])).toEqual([
      [null, null, watched_at],
      [2, 7, watched_at],
    ])
    expect(await push({ event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
  })

  it('sends every episode that a mark on a season or series means, each once', async () => {
    const { server, push } = await open()
    const videos = [
      { videoId: 'tt0903747:1:1', season: 1, episode: 1 },
      { videoId: 'tt0903747:1:2', season: 1, episode: 2 },
      { videoId: 'tt0903747:1:2', season: 1, episode: 2 },
      { videoId: 'tt0903747:0:1', season: 0, episode: 1 },
    ]
    expect(await push({ ...series, event: 'played', videos })).toEqual({ kind: 'delivered' })
    expect(server.requests[0]!.body).toEqual({
      shows: [
        {
          ...sentSeries,
          seasons: [
            {
              number: 1,
              episodes: [
                { number: 1, watched_at },
                { number: 2, watched_at },
              ],
            },
            { number: 0, episodes: [{ number: 1, watched_at }] },
          ],
        },
      ],
    })
    expect(server.history).toHaveLength(3)
    expect(await push({ ...series, event: 'unplayed', videos })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
  })

  it('means the whole where no episodes are told', async () => {
    const { server, push } = await open()
    const season = { ...series, scope: 'season', season: 1 } as const
    expect(await push({ ...season, event: 'played' })).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(7)
    expect(await push({ ...series, event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
    expect(await push({ ...series, event: 'played', videos: [] })).toEqual({ kind: 'ignored' })
  })

  it('keeps the list of what to watch', async () => {
    const { server, push } = await open()
    expect(await push({ event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.watchlist.map(({ title }) => title)).toEqual([inception, breakingBad])
    expect(await push({ event: 'unwatchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.watchlist.map(({ title }) => title)).toEqual([breakingBad])
  })

  it('drops series, and nothing else', async () => {
    const { server, push } = await open()
    expect(await push({ ...series, event: 'dropped' })).toEqual({ kind: 'delivered' })
    expect(server.dropped).toEqual([breakingBad])
    expect(await push({ ...series, event: 'undropped' })).toEqual({ kind: 'delivered' })
    expect(server.dropped).toEqual([])
    expect(await push({ event: 'dropped' })).toEqual({ kind: 'ignored' })
    expect(await push({ ...episode, event: 'dropped' })).toEqual({ kind: 'ignored' })
  })
})

describe('what Trakt cannot know', () => {
  it('is kept from it', async () => {
    const { server, push } = await open()
    const anime = { ...episode, ids: { kitsu: '7442', mal: '16498' } }
    expect(await push({ ids: {} })).toEqual({ kind: 'ignored' })
    expect(await push({ ids: { imdb: 'not an id', opaque: 'film-1' } })).toEqual({
      kind: 'ignored',
    })
    expect(await push({ ...anime, event: 'played' })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })

  it('includes episodes that only an anime database numbers so', async () => {
    const { server, push } = await open()
    const second = { ...episode, videoId: 'kitsu:8671:1', season: 1, episode: 1 }
    const videos = [{ videoId: 'kitsu:8671:1', season: 1, episode: 1 }]
    expect(await push({ ...second, event: 'played' })).toEqual({ kind: 'ignored' })
    expect(await push({ ...second, played: true })).toEqual({ kind: 'ignored' })
    expect(await push({ ...series, event: 'played', videos })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })

  it('is refused where it is no title there', async () => {
    const { push } = await open()
    const unknown = { ids: { imdb: 'tt9999999' } }
    const refusal = { kind: 'refused', reason: 'Trakt does not know this title' }
    expect(await push({ ...unknown, event: 'start' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'played' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'watchlisted' })).toEqual(refusal)
  })
})

describe('trouble', () => {
  it.for([
    [429, { 'retry-after': '7' }, { kind: 'retry', afterMs: 7_000 }],
    [502, {}, { kind: 'retry', afterMs: null }],
    [408, { 'retry-after': 'soon' }, { kind: 'retry', afterMs: null }],
    [403, {}, { kind: 'unauthorized' }],
    [420, {}, { kind: 'refused' }],
    [409, {}, { kind: 'refused' }],
  ] as const)('of status %i', async ([status, headers, outcome]) => {
    const { server, push } = await open()
    server.failNext('/sync/watchlist', { status, headers })
    const result = await push({ event: 'watchlisted' })
    expect(result).toMatchObject(outcome)
    expect(result).toMatchObject({ reason: expect.stringContaining(`status ${status}`) })
  })

  it('reads a time at which to come back', async () => {
    const { server, push } = await open()
    const then = new Date(Date.now() + minute).toUTCString()
    server.failNext('/sync/history', { status: 503, headers: { 'retry-after': then } })
    const outcome = await push({ event: 'played' })
    const { afterMs } = outcome.kind === 'retry' ? outcome : { afterMs: 0 }
    expect(afterMs).toBeGreaterThan(50_000)
    expect(afterMs).toBeLessThanOrEqual(minute)
  })

  it('of a server that is away is worth another try', async () => {
    const { tracker, tokens } = await open({ baseUrl: 'http://127.0.0.1:1' })
    const ask = asking(tokens)
    const away = { kind: 'retry', reason: expect.stringContaining('127.0.0.1:1'), afterMs: null }
    expect(await tracker.push(event({}), ask)).toEqual(away)
    expect(await tracker.pull(null, ask)).toEqual(away)
  })
})

describe('reading what was done elsewhere', () => {
  async function household(options: { mostOfPage?: number } = {}) {
    const opened = await open(options)
    const { server } = opened
    const play = { title: breakingBad, at: '2025-05-06T07:08:09.000Z' }
    server.history.push(
      { title: inception, season: null, episode: null, at: '2024-01-02T03:04:05.000Z' },
      { ...play, season: 0, episode: 1 },
      { ...play, season: 1, episode: 1 },
      { ...play, season: 1, episode: 1, at: '2025-06-06T07:08:09.000Z' },
    )
    server.playback.push(
      { title: inception, season: null, episode: null, progress: 25, at: watched_at },
      { title: breakingBad, season: 1, episode: 2, progress: 50, at: watched_at },
    )
    server.watchlist.push({ title: inception, season: null, episode: null })
    server.dropped.push(breakingBad)
    return opened
  }

  const film = { kind: 'movie', name: 'Inception', year: 2010 }
  const filmIds = { imdb: 'tt1375666', tmdb: '27205' }
  const seriesIds = { imdb: 'tt0903747', tmdb: '1396', tvdb: '81189' }

  it('brings plays, places and marks', async () => {
    const { pull } = await household()
    const outcome = await pull(null)
    const { pulled } = outcome as Extract<typeof outcome, { kind: 'pulled' }>
    expect(pulled.watched).toEqual([
      {
        ...film,
        ids: filmIds,
        season: null,
        episode: null,
        played: true,
        playCount: 1,
        positionMs: 0,
        durationMs: null,
        favorite: null,
        likes: null,
        at: Date.parse('2024-01-02T03:04:05.000Z'),
      },
      expect.objectContaining({ kind: 'episode', ids: seriesIds, season: 0, episode: 1 }),
      expect.objectContaining({
        kind: 'episode',
        name: 'Breaking Bad',
        season: 1,
        episode: 1,
        playCount: 2,
        at: Date.parse('2025-06-06T07:08:09.000Z'),
      }),
    ])
    expect(pulled.begun).toMatchObject([
      { ...film, positionMs: 37 * minute, durationMs: 148 * minute, played: false },
      { kind: 'episode', season: 1, episode: 2, positionMs: 23.5 * minute, at },
    ])
    expect(pulled.marked).toMatchObject([
      { ...film, ids: filmIds, favorite: true, likes: null },
      { kind: 'series', ids: seriesIds, favorite: null, likes: false },
    ])
    expect(pulled.ttlMs).toBeNull()
  })

  it('turns every page', async () => {
    const { pull, server } = await household({ mostOfPage: 1 })
    expect(await pull(null)).toMatchObject({
      pulled: { begun: [{ kind: 'movie' }, { kind: 'episode' }] },
    })
    const pages = server.requests.filter(({ path }) => path === '/sync/playback')
    expect(pages.map(({ query }) => query.get('page'))).toEqual(['1', '2'])
  })

  it('asks for nothing that did not change', async () => {
    const { pull, push, server } = await household()
    const version = async (before: string | null) => {
      const outcome = await pull(before)
      return (outcome as Extract<typeof outcome, { kind: 'pulled' }>).pulled
    }
    const first = await version(null)
    server.requests.length = 0
    expect(await version(first.version)).toEqual({
      version: first.version,
      watched: null,
      begun: null,
      marked: null,
      ttlMs: null,
    })
    expect(server.paths()).toEqual(['GET /sync/last_activities'])
    server.rate()
    const rated = await version(first.version)
    expect(rated).toMatchObject({ watched: null, begun: null, marked: null })
    await push({ event: 'pause' })
    const paused = await version(rated.version)
    expect(paused).toMatchObject({ watched: null, begun: expect.any(Array), marked: null })
    await push({ ...series, event: 'undropped' })
    const undropped = await version(paused.version)
    expect(undropped).toMatchObject({ watched: null, begun: null, marked: expect.any(Array) })
    await push({ ...episode, event: 'unplayed' })
    const unplayed = await version(undropped.version)
    expect(unplayed).toMatchObject({ watched: expect.any(Array), marked: null })
  })

  it('says that there is nothing where there is nothing', async () => {
    const { pull } = await open()
    expect(await pull(null)).toMatchObject({
      pulled: { version: expect.any(String), watched: [], begun: [], marked: [] },
    })
  })

  it('never takes what it cannot read for nothing', async () => {
    const { pull, server } = await household()
    server.failNext('/sync/watchlist', { status: 200, body: { error: 'something new' } })
    expect(await pull(null)).toMatchObject({ kind: 'retry' })
    server.state.hasSeasons = false
    expect(await pull(null)).toMatchObject({ kind: 'retry' })
    server.failNext('/sync/watched/shows', { status: 429, headers: { 'retry-after': '3' } })
    expect(await pull(null)).toMatchObject({ kind: 'retry', afterMs: 3_000 })
  })
})
