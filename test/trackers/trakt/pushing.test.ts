import { describe, expect, it } from 'vitest'
import { episode, event, minute, series } from '../../support/trackers/events.ts'
import { openTrakt, renewing } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'
import { saying } from '../../support/trackers/reasons.ts'

const sentFilm = { title: 'Inception', year: 2010, ids: { imdb: 'tt1375666', tmdb: 27205 } }
const sentSeries = { title: 'Breaking Bad', year: 2008, ids: { imdb: 'tt0903747', tvdb: 81189 } }
const watched_at = '2026-03-04T20:15:00.000Z'

describe('watching', () => {
  it('reports a film with its place in percent', async () => {
    const { server, push } = await openTrakt()
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
    const { server, push } = await openTrakt()
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
    const { server, push } = await openTrakt()
    expect(await push({ played: true, positionMs: 110 * minute })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.history).toMatchObject([{ title: inception }, { title: breakingBad, episode: 7 }])
    expect(server.requests.map(({ body }) => body['progress'])).toEqual([100, 100])
  })

  it('does not count what does not count here, although Trakt would', async () => {
    const { server, push } = await openTrakt()
    expect(await push({ positionMs: 0.85 * 148 * minute })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
    expect(server.playback).toMatchObject([{ progress: 85 }])
  })

  it('takes a play that Trakt has already for delivered', async () => {
    const { server, push } = await openTrakt()
    const finished = { played: true, positionMs: 148 * minute }
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(await push(finished)).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(1)
  })

  it('says nothing of places that nobody knows or that Trakt does not keep', async () => {
    const { server, push } = await openTrakt()
    expect(await push({ durationMs: null })).toEqual({ kind: 'ignored' })
    expect(await push({ event: 'pause', positionMs: null })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
    expect(await push({ event: 'pause', positionMs: minute })).toEqual({ kind: 'ignored' })
  })
})

describe('marks', () => {
  it('puts films and episodes into the history, at the time of the mark, and takes them out', async () => {
    const { server, push } = await openTrakt()
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
    const { server, push } = await openTrakt()
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
    const { server, push } = await openTrakt()
    const season = { ...series, scope: 'season', season: 1 } as const
    expect(await push({ ...season, event: 'played' })).toEqual({ kind: 'delivered' })
    expect(server.history).toHaveLength(7)
    expect(await push({ ...series, event: 'unplayed' })).toEqual({ kind: 'delivered' })
    expect(server.history).toEqual([])
    expect(await push({ ...series, event: 'played', videos: [] })).toEqual({ kind: 'ignored' })
  })

  it('keeps the list of what to watch', async () => {
    const { server, push } = await openTrakt()
    expect(await push({ event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.watchlist.map(({ title }) => title)).toEqual([inception, breakingBad])
    expect(await push({ event: 'unwatchlisted' })).toEqual({ kind: 'delivered' })
    expect(server.watchlist.map(({ title }) => title)).toEqual([breakingBad])
  })

  it('drops series, and nothing else', async () => {
    const { server, push } = await openTrakt()
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
    const { server, push } = await openTrakt()
    const anime = { ...episode, ids: { kitsu: '7442', mal: '16498' } }
    expect(await push({ ids: {} })).toEqual({ kind: 'ignored' })
    expect(await push({ ids: { imdb: 'not an id', opaque: 'film-1' } })).toEqual({
      kind: 'ignored',
    })
    expect(await push({ ...anime, event: 'played' })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })

  it('includes episodes that only an anime database numbers so', async () => {
    const { server, push } = await openTrakt()
    const second = { ...episode, videoId: 'kitsu:8671:1', season: 1, episode: 1 }
    const videos = [{ videoId: 'kitsu:8671:1', season: 1, episode: 1 }]
    expect(await push({ ...second, event: 'played' })).toEqual({ kind: 'ignored' })
    expect(await push({ ...second, played: true })).toEqual({ kind: 'ignored' })
    expect(await push({ ...series, event: 'played', videos })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })

  it('is refused where it is no title there', async () => {
    const { push } = await openTrakt()
    const unknown = { ids: { imdb: 'tt9999999' } }
    const refusal = { kind: 'refused', reason: saying('Trakt does not know this title') }
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
    const { server, push } = await openTrakt()
    server.failNext('/sync/watchlist', { status, headers })
    const result = await push({ event: 'watchlisted' })
    expect(result).toMatchObject(outcome)
    expect(result).toMatchObject({ reason: saying(expect.stringContaining(`status ${status}`)) })
  })

  it('reads a time at which to come back', async () => {
    const { server, push } = await openTrakt()
    const then = new Date(Date.now() + minute).toUTCString()
    server.failNext('/sync/history', { status: 503, headers: { 'retry-after': then } })
    const outcome = await push({ event: 'played' })
    const { afterMs } = outcome.kind === 'retry' ? outcome : { afterMs: 0 }
    expect(afterMs).toBeGreaterThan(50_000)
    expect(afterMs).toBeLessThanOrEqual(minute)
  })

  it('of a server that is away is worth another try', async () => {
    const { tracker, tokens } = await openTrakt({ baseUrl: 'http://127.0.0.1:1' })
    const ask = renewing(tokens)
    const away = {
      kind: 'retry',
      reason: saying(expect.stringContaining('127.0.0.1:1')),
      afterMs: null,
    }
    expect(await tracker.push(event({}), ask)).toEqual(away)
    expect(await tracker.pull(null, ask)).toEqual(away)
  })
})
