import { describe, expect, it } from 'vitest'
import { at, episode, minute } from '../../support/trackers/events.ts'
import { lasting, openSimkl } from '../../support/trackers/harness.ts'
import {
  breakingBad,
  inception,
  titanOne,
  titanTwo,
  violet,
} from '../../support/trackers/simkl-titles.ts'

const watched_at = '2026-03-04T20:15:00Z'
const later = '2026-04-05T06:07:08Z'

describe('reading what was done elsewhere', () => {
  async function household() {
    const opened = await openSimkl()
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
    const { pull, server } = await openSimkl()
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
    const { pull } = await openSimkl()
    expect(await pull(null)).toMatchObject({ watched: [], begun: [], marked: [] })
  })

  it('never takes what it cannot read for nothing', async () => {
    const { server, tracker } = await household()
    const ask = lasting([...server.tokens][0]!)
    server.failNext('/sync/all-items/shows', { status: 200, body: { shows: 'many' } })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'retry' })
    server.failNext('/sync/playback', { status: 200, body: { error: 'something new' } })
    expect(await tracker.pull(null, ask)).toMatchObject({ kind: 'retry' })
  })
})
