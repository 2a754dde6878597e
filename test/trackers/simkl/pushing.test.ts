import { describe, expect, it } from 'vitest'
import type { WatchEvent } from '../../../src/model/tracker.ts'
import { episode, half, minute, series } from '../../support/trackers/events.ts'
import { openSimkl } from '../../support/trackers/harness.ts'
import {
  breakingBad,
  inception,
  titanOne,
  titanTwo,
  violet,
} from '../../support/trackers/simkl-titles.ts'
import { saying } from '../../support/trackers/reasons.ts'

const watched_at = '2026-03-04T20:15:00Z'

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

describe('watching', () => {
  it('reports a film and an episode with their place in percent', async () => {
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)?.plays).toMatchObject([{ season: 2, number: 7 }])
    expect(await push({ positionMs: 0.85 * 148 * minute })).toEqual({ kind: 'delivered' })
    expect(server.listed.has(inception)).toBe(false)
  })

  it('takes a play that Simkl has already for delivered', async () => {
    const { server, push } = await openSimkl()
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(await push({ ...episode, played: true })).toEqual({ kind: 'delivered' })
    expect(server.listed.get(breakingBad)?.plays).toHaveLength(1)
  })

  it.for([
    ['TVDB', anime],
    ['an anime database', entry],
  ] as const)('finds the entry of an anime counted as in %s', async ([, said]) => {
    const { server, push } = await openSimkl()
    expect(await push({ ...said, ...half })).toEqual({ kind: 'delivered' })
    expect(server.paused).toMatchObject([{ title: titanTwo, season: 1, number: 1 }])
  })

  it('knows films that are anime', async () => {
    const { server, push } = await openSimkl()
    const film = { metaId: 'mal:37987', videoId: 'mal:37987', ids: { mal: '37987' } }
    expect(await push(film)).toEqual({ kind: 'delivered' })
    expect(server.paused).toMatchObject([{ title: violet }])
  })
})

describe('marks', () => {
  it('puts films and episodes into the history, at the time of the mark, and takes them out', async () => {
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl()
    expect(await push({ event: 'dropped' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'dropped' })).toEqual({ kind: 'delivered' })
    expect([...server.listed.values()].map(({ status }) => status)).toEqual(['dropped', 'dropped'])
    expect(await push({ event: 'undropped' })).toEqual({ kind: 'delivered' })
    expect(await push({ ...series, event: 'undropped' })).toEqual({ kind: 'delivered' })
    expect([...server.listed.values()]).toMatchObject([{ title: breakingBad, status: 'watching' }])
  })

  it('never loses plays over a list', async () => {
    const { server, push } = await openSimkl()
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
    const { server, push } = await openSimkl({ intervalMs: undefined })
    expect(await push({ event: 'watchlisted' })).toEqual({ kind: 'delivered' })
    const [asked, moved] = server.requests
    expect(moved!.at - asked!.at).toBeGreaterThanOrEqual(1_000)
  })

  it('is nothing that an episode is in', async () => {
    const { server, push } = await openSimkl()
    expect(await push({ ...episode, event: 'watchlisted' })).toEqual({ kind: 'ignored' })
    expect(await push({ ...episode, event: 'dropped' })).toEqual({ kind: 'ignored' })
    expect(server.requests).toEqual([])
  })
})

describe('what Simkl cannot know', () => {
  it('is kept from it', async () => {
    const { server, push } = await openSimkl()
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
    const { push } = await openSimkl()
    const refusal = { kind: 'refused', reason: saying('Simkl does not know this title') }
    const unknown = { ids: { imdb: 'tt9999999' } }
    expect(await push({ ...unknown, event: 'start' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'played' })).toEqual(refusal)
    expect(await push({ ...unknown, event: 'watchlisted' })).toEqual(refusal)
  })
})
