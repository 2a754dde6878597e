import { describe, expect, it } from 'vitest'
import type { WatchEvent } from '../../../src/model/tracker.ts'
import type { MyAnimeListMark } from '../../support/trackers/my-anime-list-server.ts'
import { whole, animeFilm } from '../../support/trackers/events.ts'
import { openMyAnimeList, standingAtMyAnimeList } from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

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
    { title: 'a film', had: null, said: animeFilm, is: 'completed 1', id: 199 },
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
    const { server, push } = await openMyAnimeList()
    if (had) server.put(id, had)
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standingAtMyAnimeList(server, id)).toBe(is)
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
    const { server, push } = await openMyAnimeList()
    if (had) server.put(id, had)
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(server.changes).toEqual([])
  })

  it('leaves alone what nothing is said of', async () => {
    const { server, push } = await openMyAnimeList()
    server.put(48_583, { num_episodes_watched: 3, score: 9, status: 'on_hold' })
    await push({ event: 'unplayed', played: false })
    expect(server.changes).toEqual(['48583 num_watched_episodes=2'])
    expect(server.marks.get(48_583)).toMatchObject({ status: 'on_hold', score: 9 })
  })

  it('counts a round that came to its end', async () => {
    const { server, push } = await openMyAnimeList()
    const round = { status: 'completed', is_rewatching: true, num_times_rewatched: 1 } as const
    server.put(48_583, { ...round, num_episodes_watched: 11 })
    await push({ episode: 28 })
    expect(server.marks.get(48_583)).toMatchObject({ is_rewatching: false, num_times_rewatched: 2 })
  })

  it('raises each entry of a mark on several once, and leaves open what has no last episode', async () => {
    const { server, push } = await openMyAnimeList()
    const videos = [1, 16, 17, 18].map((episode) => ({
      videoId: `tt2560140:4:${episode}`,
      season: 4,
      episode,
    }))
    const onePiece = { videoId: 'mal:21:1122', season: 1, episode: 1122 }
    await push({ ...whole, videos: [...videos, onePiece] })
    expect(server.changes).toHaveLength(3)
    expect(standingAtMyAnimeList(server, 40_028)).toBe('completed 16')
    expect(standingAtMyAnimeList(server, 48_583)).toBe('watching 2')
    expect(standingAtMyAnimeList(server, 21)).toBe('watching 1122')
  })

  it.each([
    { title: 'no anime', said: { videoId: 'tt0903747:1:1', metaId: 'tt0903747', ids: {} } },
    { title: 'a pause', said: { event: 'pause', played: false } },
    { title: 'a stop in the middle', said: { event: 'stop', played: false } },
  ] as { title: string; said: Partial<WatchEvent> }[])(
    'is nothing, and MyAnimeList is not asked: $title',
    async ({ said }) => {
      const { server, push } = await openMyAnimeList()
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
    const { server, push, pull } = await openMyAnimeList()
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
    const { push } = await openMyAnimeList()
    const said = { videoId: 'mal:999999:1', metaId: 'mal:999999', season: 1, episode: 1 }
    expect(await push(said)).toMatchObject({
      kind: 'refused',
      reason: saying(
        expect.stringMatching(/^127\.0\.0\.1:\d+ answered with status 404: not_found$/),
      ),
    })
  })

  it('does not come: it is told again later', async () => {
    const { person, tracker, push } = await openMyAnimeList()
    const leaving = new AbortController()
    leaving.abort()
    expect(await push({}, person.ask(leaving.signal))).toMatchObject({ kind: 'retry' })
    expect(await tracker.pull(null, person.ask(leaving.signal))).toMatchObject({ kind: 'retry' })
  })
})
