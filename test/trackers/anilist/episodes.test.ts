import { describe, expect, it, vi } from 'vitest'
import type { IdTranslator } from '../../../src/model/id-translator.ts'
import type { WatchEvent } from '../../../src/model/tracker.ts'
import { createAniList } from '../../../src/trackers/anilist/client.ts'
import type { AniListEntry } from '../../support/trackers/anilist-schema.ts'
import { titanEvent, animeFilm } from '../../support/trackers/events.ts'
import {
  animeDatabase,
  lasting,
  memberToken,
  openAniList,
  openFetch,
  standingAtAniList,
} from '../../support/trackers/harness.ts'

describe('what an event means at AniList', () => {
  it.each([
    { title: 'an episode of a season that is two entries', said: {}, at: 131_681, is: 'CURRENT 3' },
    { title: 'one of the first of them', said: { episode: 5 }, at: 110_277, is: 'CURRENT 5' },
    {
      title: 'an id of another anime database',
      said: { videoId: 'kitsu:1:3', metaId: 'kitsu:1', ids: {}, season: 1, episode: 3 },
      at: 1,
      is: 'CURRENT 3',
    },
    {
      title: "AniList's own id, which nothing has to translate",
      said: { videoId: 'anilist:21:1071', metaId: 'anilist:21', ids: {}, season: 1, episode: 1071 },
      at: 21,
      is: 'CURRENT 1071',
    },
    {
      title: 'an id that says nothing, by the ids of the series',
      said: { videoId: 'abc', metaId: 'x' },
      at: 131_681,
      is: 'CURRENT 3',
    },
    {
      title: 'the same by an entry of AniList',
      said: { videoId: 'abc', metaId: 'x', ids: { anilist: '1535' }, season: 1, episode: 7 },
      at: 1535,
      is: 'CURRENT 7',
    },
    {
      title: 'the same without a season: the first is meant',
      said: { videoId: 'abc', metaId: 'x', season: null, episode: 5 },
      at: 16_498,
      is: 'CURRENT 5',
    },
    {
      title: 'a number behind the last',
      said: { videoId: 'anilist:131681:14' },
      at: 131_681,
      is: 'COMPLETED 12',
    },
    { title: 'a film', said: animeFilm, at: 199, is: 'COMPLETED 1' },
    {
      title: 'a film whose parts AniList has not counted',
      said: { ...animeFilm, videoId: 'kitsu:2', metaId: 'kitsu:2' },
      at: 5,
      is: 'COMPLETED 1',
    },
    {
      title: 'a film by a number that series have too',
      said: { ...animeFilm, videoId: 'tmdb:129', metaId: 'tmdb:129' },
      at: 199,
      is: 'COMPLETED 1',
    },
  ])('$title', async ({ said, at, is }) => {
    const { server, push } = await openAniList()
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standingAtAniList(server, at)).toBe(is)
    expect(server.changes).toEqual([`save ${at}`])
  })

  it.each([
    { title: 'no anime', said: { videoId: 'tt0903747:1:1', metaId: 'tt0903747', ids: {} } },
    { title: 'an id that nobody can read', said: { videoId: 'a', metaId: 'b', ids: {} } },
    { title: 'a special of an entry', said: { videoId: 'anilist:1:0:2', metaId: 'x', ids: {} } },
    { title: 'a special', said: { season: 0, episode: 1, videoId: 'tt2560140:0:1' } },
    {
      title: 'an entry of AniList with a season that may be any other entry',
      said: { videoId: 'a', metaId: 'b', ids: { anilist: '1535' }, season: 2, episode: 1 },
    },
    { title: 'a pause', said: { event: 'pause', played: false } },
    { title: 'a stop in the middle', said: { event: 'stop', played: false } },
    { title: 'a dislike of one episode', said: { event: 'dropped' } },
    { title: 'a season of unknown episodes', said: { scope: 'season', episode: null } },
  ] as { title: string; said: Partial<WatchEvent> }[])(
    'nothing, and AniList is not asked: $title',
    async ({ said }) => {
      const { server, push } = await openAniList()
      expect(await push(said)).toEqual({ kind: 'ignored' })
      expect(server.questions()).toBe(0)
    },
  )

  it('asks the translators in order, until one knows', async () => {
    const { server } = await openAniList()
    const fetch = openFetch()
    const third = vi.fn<IdTranslator['translate']>(async () => [])
    const tracker = createAniList({
      fetch,
      baseUrl: server.url,
      clientId: '1',
      clientSecret: '2',
      translators: [{ translate: async () => [] }, animeDatabase, { translate: third }],
    })
    expect(await tracker.push(titanEvent({}), lasting(memberToken))).toEqual({ kind: 'delivered' })
    expect(third).not.toHaveBeenCalled()
  })
})

describe('watching', () => {
  type Case = {
    title: string
    had: Partial<AniListEntry> | null
    said: Partial<WatchEvent>
    is: string | null
  }

  it.each<Case>([
    { title: 'a first start', had: null, said: { event: 'start', played: false }, is: 'CURRENT 0' },
    {
      title: 'the start of what was planned',
      had: { status: 'PLANNING' },
      said: { event: 'start', played: false },
      is: 'CURRENT 0',
    },
    { title: 'a stop at the end', had: null, said: { event: 'stop' }, is: 'CURRENT 3' },
    { title: 'a further one', had: { progress: 2 }, said: {}, is: 'CURRENT 3' },
    {
      title: 'one after a break',
      had: { status: 'PAUSED', progress: 1 },
      said: {},
      is: 'CURRENT 3',
    },
    {
      title: 'one of what was dropped',
      had: { status: 'DROPPED', progress: 1 },
      said: {},
      is: 'CURRENT 3',
    },
    { title: 'the last', had: { progress: 11 }, said: { episode: 28 }, is: 'COMPLETED 12' },
    {
      title: 'one more of a further round',
      had: { status: 'REPEATING', progress: 2, repeat: 1 },
      said: {},
      is: 'REPEATING 3',
    },
    {
      title: 'the latest is taken back',
      had: { progress: 3 },
      said: { event: 'unplayed', played: false },
      is: 'CURRENT 2',
    },
    {
      title: 'the last is taken back',
      had: { status: 'COMPLETED', progress: 12 },
      said: { event: 'unplayed', played: false, episode: 28 },
      is: 'CURRENT 11',
    },
  ])('$title changes the entry', async ({ had, said, is }) => {
    const { server, push } = await openAniList()
    if (had) server.put(131_681, had)
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standingAtAniList(server, 131_681)).toBe(is)
    // Told twice, it is done once.
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(server.changes).toHaveLength(1)
  })

  it.each<Omit<Case, 'is'>>([
    { title: 'a start of what is being watched', had: { progress: 2 }, said: { event: 'start' } },
    { title: 'a start of what is done', had: { status: 'COMPLETED' }, said: { event: 'start' } },
    { title: 'an earlier one', had: { progress: 5 }, said: {} },
    {
      title: 'an earlier one of what was dropped',
      had: { status: 'DROPPED', progress: 5 },
      said: {},
    },
    { title: 'one of what is completed', had: { status: 'COMPLETED', progress: 12 }, said: {} },
    {
      title: 'the last of what is completed',
      had: { status: 'COMPLETED', progress: 12 },
      said: { episode: 28 },
    },
    {
      title: 'taking back one before the latest',
      had: { progress: 5 },
      said: { event: 'unplayed', played: false },
    },
    {
      title: 'taking back what is not there',
      had: null,
      said: { event: 'unplayed', played: false },
    },
  ])('$title leaves the entry as it is', async ({ had, said }) => {
    const { server, push } = await openAniList()
    if (had) server.put(131_681, had)
    const before = standingAtAniList(server, 131_681)
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(standingAtAniList(server, 131_681)).toBe(before)
    expect(server.changes).toEqual([])
  })

  it('counts a round that came to its end', async () => {
    const { server, push } = await openAniList()
    server.put(131_681, { status: 'REPEATING', progress: 11, repeat: 1 })
    await push({ episode: 28 })
    expect(server.entries.get(131_681)).toMatchObject({ status: 'COMPLETED', repeat: 2 })
  })

  it('leaves open what has no last episode yet', async () => {
    const { server, push } = await openAniList()
    await push({ videoId: 'anilist:21:1122', metaId: 'anilist:21', season: 1, episode: 1122 })
    expect(standingAtAniList(server, 21)).toBe('CURRENT 1122')
  })
})
