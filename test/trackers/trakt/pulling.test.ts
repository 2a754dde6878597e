import { describe, expect, it } from 'vitest'
import { at, episode, minute, series } from '../../support/trackers/events.ts'
import { openTrakt } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'

const watched_at = '2026-03-04T20:15:00.000Z'

describe('reading what was done elsewhere', () => {
  async function household(options: { mostOfPage?: number } = {}) {
    const opened = await openTrakt(options)
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
      plays: [],
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
    const { pull } = await openTrakt()
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
