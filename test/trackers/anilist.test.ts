import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { translateMediaId } from '../../src/anime/id-translator.ts'
import { sampleIndex } from '../../src/anime/sample.ts'
import type { IdTranslator } from '../../src/model/id-translator.ts'
import type { NativeAsk, NativeTracker, WatchEvent } from '../../src/model/tracker.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import type { GuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createAniList } from '../../src/trackers/anilist/client.ts'
import { startAniList } from '../support/trackers/anilist-server.ts'
import type { AniListEntry } from '../support/trackers/anilist-server.ts'

const index = sampleIndex()
const animeDatabase: IdTranslator = {
  translate: async (id, type, wanted) => translateMediaId(index, id, type, wanted),
}

const hour = 3_600_000
const day = 24 * hour

function openFetch(allowPrivate: boolean): GuardedFetch {
  const client = createGuardedFetch({ allowPrivate })
  onTestFinished(() => client.close())
  return client.fetch
}

async function open() {
  const server = await startAniList()
  const fetch = openFetch(true)
  const tracker = createAniList({
    fetch,
    baseUrl: server.url,
    clientId: server.client.id,
    clientSecret: server.client.secret,
    translators: [animeDatabase],
  })
  return {
    server,
    tracker,
    push: (said: Partial<WatchEvent>) => tracker.push(event(said), asker()),
  }
}

function asker(accessToken = 'token of the member', signal = new AbortController().signal) {
  return {
    tokens: { accessToken, refreshToken: null, expiresAt: null },
    renewed: async () => {
      throw new Error('there is nothing to renew at AniList')
    },
    signal,
  } satisfies NativeAsk
}

/** Of Attack on Titan's fourth season, which AniList lists in parts: episode 19 is the third of 131681. */
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

function videos(season: number, from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    videoId: `tt2560140:${season}:${from + at}`,
    season,
    episode: from + at,
  }))
}

type Server = Awaited<ReturnType<typeof startAniList>>

function standing({ entries }: Server, mediaId: number) {
  const entry = entries.get(mediaId)
  return entry ? `${entry.status} ${entry.progress}` : null
}

describe('connecting AniList', () => {
  it('leads to its page, which shows a code that is exchanged for a token of a year', async () => {
    const { server, tracker } = await open()
    const pairing = await tracker.begin(new AbortController().signal)
    expect(pairing).toMatchObject({ userCode: null, intervalMs: null })
    expect(pairing.expiresAt).toBeGreaterThan(Date.now())

    const code = await server.approve(pairing.url)
    const outcome = await tracker.finish(pairing, ` ${code}\n`, new AbortController().signal)
    if (outcome.kind !== 'connected') throw new Error(outcome.kind)
    expect(server.tokens).toContain(outcome.tokens.accessToken)
    expect(outcome.tokens.refreshToken).toBeNull()
    expect(outcome.tokens.expiresAt! - Date.now()).toBeGreaterThan(364 * day)
  })

  it('opens the public pages where no other server is named', async () => {
    const fetch = openFetch(false)
    const tracker = createAniList({ fetch, clientId: '12', clientSecret: 's', translators: [] })
    const { url } = await tracker.begin(new AbortController().signal)
    expect(url).toBe(
      'https://anilist.co/api/v2/oauth/authorize?client_id=12&redirect_uri=https%3A%2F%2Fanilist.co%2Fapi%2Fv2%2Foauth%2Fpin&response_type=code',
    )
  })

  it('waits while no code was brought, and takes each code once', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    expect(await tracker.finish(pairing, null, signal)).toEqual({ kind: 'pending' })
    const code = await server.approve(pairing.url)
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'connected' })
    expect(await tracker.finish(pairing, code, signal)).toEqual({
      kind: 'refused',
      reason: 'AniList did not accept the code: it may be mistyped, used already or too old',
    })
  })

  it('says that the operator has to act where AniList does not know the service', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const code = await server.approve(pairing.url)
    server.client.secret = 'another'
    expect(await tracker.finish(pairing, code, signal)).toEqual({
      kind: 'refused',
      reason: 'AniList does not know this service: its client id or secret is wrong',
    })
  })

  it('can be tried again when AniList is away', async () => {
    const { server, tracker } = await open()
    const { signal } = new AbortController()
    const pairing = await tracker.begin(signal)
    const code = await server.approve(pairing.url)
    server.next({ status: 503, body: 'down', headers: { 'retry-after': '30' } })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({
      kind: 'retry',
      afterMs: 30_000,
    })
    server.next({ status: 200, body: '<html>' })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'retry' })
    expect(await tracker.finish(pairing, code, signal)).toMatchObject({ kind: 'connected' })
  })
})

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
    { title: 'a film', said: film, at: 199, is: 'COMPLETED 1' },
    {
      title: 'a film whose parts AniList has not counted',
      said: { ...film, videoId: 'kitsu:2', metaId: 'kitsu:2' },
      at: 5,
      is: 'COMPLETED 1',
    },
    {
      title: 'a film by a number that series have too',
      said: { ...film, videoId: 'tmdb:129', metaId: 'tmdb:129' },
      at: 199,
      is: 'COMPLETED 1',
    },
  ])('$title', async ({ said, at, is }) => {
    const { server, push } = await open()
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standing(server, at)).toBe(is)
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
      const { server, push } = await open()
      expect(await push(said)).toEqual({ kind: 'ignored' })
      expect(server.questions()).toBe(0)
    },
  )

  it('asks the translators in order, until one knows', async () => {
    const { server } = await open()
    const fetch = openFetch(true)
    const third = vi.fn<IdTranslator['translate']>(async () => [])
    const tracker = createAniList({
      fetch,
      baseUrl: server.url,
      clientId: '1',
      clientSecret: '2',
      translators: [{ translate: async () => [] }, animeDatabase, { translate: third }],
    })
    expect(await tracker.push(event({}), asker())).toEqual({ kind: 'delivered' })
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
    const { server, push } = await open()
    if (had) server.put(131_681, had)
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standing(server, 131_681)).toBe(is)
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
    const { server, push } = await open()
    if (had) server.put(131_681, had)
    const before = standing(server, 131_681)
    expect(await push(said)).toEqual({ kind: 'ignored' })
    expect(standing(server, 131_681)).toBe(before)
    expect(server.changes).toEqual([])
  })

  it('counts a round that came to its end', async () => {
    const { server, push } = await open()
    server.put(131_681, { status: 'REPEATING', progress: 11, repeat: 1 })
    await push({ episode: 28 })
    expect(server.entries.get(131_681)).toMatchObject({ status: 'COMPLETED', repeat: 2 })
  })

  it('leaves open what has no last episode yet', async () => {
    const { server, push } = await open()
    await push({ videoId: 'anilist:21:1122', metaId: 'anilist:21', season: 1, episode: 1122 })
    expect(standing(server, 21)).toBe('CURRENT 1122')
  })
})

describe('marks on several', () => {
  it('raise each entry once, to its highest', async () => {
    const { server, push } = await open()
    const said = { ...whole, scope: 'season', season: 4, videos: videos(4, 1, 20) } as const
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(server.changes).toEqual(['save 110277', 'save 131681'])
    expect(standing(server, 110_277)).toBe('COMPLETED 16')
    expect(standing(server, 131_681)).toBe('CURRENT 4')
  })

  it('take back all that they mean, down to what stays', async () => {
    const { server, push } = await open()
    server.put(110_277, { status: 'COMPLETED', progress: 16 })
    server.put(131_681, { progress: 4 })
    const said = { ...whole, event: 'unplayed', played: false, videos: videos(4, 10, 20) } as const
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standing(server, 110_277)).toBe('CURRENT 9')
    expect(standing(server, 131_681)).toBe('CURRENT 0')
  })

  it('go on behind an entry that AniList does not take', async () => {
    const { server, push } = await open()
    server.next({ message: 'Not Found.', status: 404 })
    expect(await push({ ...whole, videos: videos(4, 16, 17) })).toEqual({ kind: 'delivered' })
    expect(server.changes).toEqual(['save 131681'])

    server.next(null)
    server.next(null)
    server.next({ message: 'Not Found.', status: 404 })
    expect(await push({ ...whole, videos: videos(4, 15, 18) })).toEqual({ kind: 'delivered' })
    expect(server.changes).toEqual(['save 131681', 'save 110277'])
  })

  it('stop where AniList is away, and are done when told again', async () => {
    const { server, push } = await open()
    const said = { ...whole, videos: videos(4, 16, 17) }
    server.next({ message: 'Internal Server Error', status: 500 })
    expect(await push(said)).toMatchObject({ kind: 'retry' })
    expect(server.changes).toEqual([])
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(server.changes).toEqual(['save 110277', 'save 131681'])
  })
})

describe('marks on a title', () => {
  type Case = { event: WatchEvent['event']; had: Partial<AniListEntry> | null; is: string | null }

  it.each<Case>([
    { event: 'watchlisted', had: null, is: 'PLANNING 0' },
    { event: 'unwatchlisted', had: { status: 'PLANNING' }, is: null },
    { event: 'dropped', had: { progress: 4 }, is: 'DROPPED 4' },
    { event: 'dropped', had: null, is: 'DROPPED 0' },
    { event: 'undropped', had: { status: 'DROPPED', progress: 4 }, is: 'CURRENT 4' },
    { event: 'undropped', had: { status: 'DROPPED', progress: 25 }, is: 'COMPLETED 25' },
  ])('$event makes of $had: $is', async ({ event, had, is }) => {
    const { server, push } = await open()
    if (had) server.put(16_498, had)
    expect(await push({ ...whole, event })).toEqual({ kind: 'delivered' })
    expect(standing(server, 16_498)).toBe(is)
    expect(await push({ ...whole, event })).toEqual({ kind: 'ignored' })
  })

  it.each<Omit<Case, 'is'>>([
    { event: 'watchlisted', had: { status: 'COMPLETED' } },
    { event: 'watchlisted', had: { status: 'DROPPED' } },
    { event: 'unwatchlisted', had: { status: 'CURRENT' } },
    { event: 'unwatchlisted', had: null },
    { event: 'undropped', had: { status: 'PAUSED' } },
  ])('$event leaves $had as it is', async ({ event, had }) => {
    const { server, push } = await open()
    if (had) server.put(16_498, had)
    expect(await push({ ...whole, event })).toEqual({ kind: 'ignored' })
    expect(server.changes).toEqual([])
  })

  it('may mean a film, or one season', async () => {
    const { server, push } = await open()
    await push({ ...film, event: 'watchlisted', played: false })
    await push({ ...whole, scope: 'season', season: 4, event: 'dropped', played: false })
    expect(standing(server, 199)).toBe('PLANNING 0')
    expect(standing(server, 110_277)).toBe('DROPPED 0')
  })
})

describe('what AniList answers', () => {
  it.each([
    { as: 200, title: 'in an answer that says well' },
    { as: 429, title: 'as the status too' },
  ])('asks for a pause, $title', async ({ as }) => {
    const { server, push } = await open()
    const headers = { 'retry-after': '45', 'x-ratelimit-remaining': '0' }
    server.next({ message: 'Too Many Requests.', status: 429, as, headers })
    expect(await push({})).toEqual({
      kind: 'retry',
      reason: 'AniList says: Too Many Requests.',
      afterMs: 45_000,
    })
  })

  it.each([
    { message: 'Invalid token', status: 400 },
    { message: 'Invalid token', status: 400, as: 200 },
    { message: 'Unauthorized.', status: 401 },
  ])('wants to be connected again: $message $status', async (problem) => {
    const { server, push, tracker } = await open()
    server.next(problem)
    const ended = {
      kind: 'unauthorized',
      reason: 'AniList does not accept the connection any more',
    }
    expect(await push({})).toEqual(ended)
    server.next(problem)
    expect(await tracker.pull(null, asker())).toEqual(ended)
  })

  it('does not know a token that was taken back', async () => {
    const { tracker } = await open()
    expect(await tracker.push(event({}), asker('old'))).toMatchObject({ kind: 'unauthorized' })
    expect(await tracker.pull(null, asker('old'))).toMatchObject({ kind: 'unauthorized' })
  })

  it.each([
    {
      title: 'the whole API is closed',
      answer: {
        message: 'The AniList API has been temporarily disabled due to severe stability issues.',
        status: 403,
      },
    },
    {
      title: 'a fault of its own',
      answer: { message: 'Internal Server Error', status: 500, as: 200 },
    },
    { title: 'a page of what stands before it', answer: { status: 502, body: '<html>' } },
    { title: 'a page that says well', answer: { status: 200, body: '<html>' } },
    { title: 'another shape than it has', answer: { status: 200, body: '{"data":{"Media":[]}}' } },
  ])('may be another time: $title', async ({ answer }) => {
    const { server, push } = await open()
    server.next(answer)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs: null })
  })

  it('is no once and for all, in its own words on one line', async () => {
    const { server, push } = await open()
    server.next({ message: 'validation:\n  progress', status: 400, as: 200 })
    expect(await push({})).toEqual({
      kind: 'refused',
      reason: 'AniList says: validation: progress',
    })
  })

  it('may fail on the change alone, and on the list alone', async () => {
    const { server, push, tracker } = await open()
    const busy = { message: 'Too Many Requests.', status: 429, headers: { 'retry-after': '1' } }
    server.next(null)
    server.next(busy)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs: 1_000 })
    server.next(null)
    server.next(busy)
    expect(await tracker.pull(null, asker())).toMatchObject({ kind: 'retry', afterMs: 1_000 })
    expect(server.changes).toEqual([])
  })

  it('does not come: it is told again later', async () => {
    const { tracker } = await open()
    const leaving = new AbortController()
    leaving.abort()
    const asked = asker(undefined, leaving.signal)
    expect(await tracker.push(event({}), asked)).toMatchObject({ kind: 'retry', afterMs: null })
    expect(await tracker.pull(null, asked)).toMatchObject({ kind: 'retry', afterMs: null })
  })
})

describe('what is known at AniList', () => {
  async function pulled(tracker: NativeTracker, version: string | null = null) {
    const outcome = await tracker.pull(version, asker())
    if (outcome.kind !== 'pulled') throw new Error(outcome.kind)
    return outcome.pulled
  }

  it('is nothing at first', async () => {
    const { tracker } = await open()
    expect(await pulled(tracker)).toMatchObject({ watched: [], begun: [], marked: [], ttlMs: null })
  })

  it('is every episode up to the progress', async () => {
    const { server, tracker } = await open()
    const { updatedAt } = server.put(16_498, { progress: 3 })
    const { watched, marked } = await pulled(tracker)
    expect(watched).toEqual(
      [1, 2, 3].map((episode) => ({
        kind: 'episode',
        ids: { anilist: '16498' },
        name: 'Attack on Titan',
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
        at: episode === 3 ? updatedAt * 1_000 : null,
      })),
    )
    expect(marked).toEqual([])
  })

  it('is a film that was seen', async () => {
    const { server, tracker } = await open()
    server.put(199, { status: 'COMPLETED' })
    const { watched } = await pulled(tracker)
    expect(watched).toMatchObject([
      {
        kind: 'movie',
        ids: { anilist: '199' },
        name: 'Spirited Away',
        episode: null,
        played: true,
      },
    ])
  })

  it('is all of it where a further round has begun', async () => {
    const { server, tracker } = await open()
    server.put(131_681, { status: 'REPEATING', progress: 2, repeat: 1 })
    const { watched } = await pulled(tracker)
    expect(watched).toHaveLength(12)
    expect(watched![0]).toMatchObject({ playCount: 2 })
  })

  it('is what is planned and what was dropped, with what was seen of it', async () => {
    const { server, tracker } = await open()
    server.put(199, { status: 'PLANNING' })
    server.put(1535, { status: 'DROPPED', progress: 2 })
    const { watched, marked } = await pulled(tracker)
    expect(marked).toMatchObject([
      { kind: 'movie', ids: { anilist: '199' }, favorite: true, likes: null, played: false },
      {
        kind: 'series',
        ids: { anilist: '1535' },
        name: 'DEATH NOTE',
        favorite: null,
        likes: false,
      },
    ])
    expect(watched).toMatchObject([
      { ids: { anilist: '1535' }, episode: 1 },
      { ids: { anilist: '1535' }, episode: 2 },
    ])
  })

  it('comes once, on how many lists of the member it may be', async () => {
    const { server, tracker } = await open()
    server.put(16_498, { progress: 1, customLists: ['with friends', 'loud'] })
    expect((await pulled(tracker)).watched).toHaveLength(1)
  })

  it('has the day of its end where no other time is known', async () => {
    const { server, tracker } = await open()
    const completedAt = { year: 2021, month: 3, day: null }
    server.put(199, { status: 'COMPLETED', updatedAt: 0, completedAt })
    expect((await pulled(tracker)).watched).toMatchObject([{ at: Date.UTC(2021, 2, 1) }])
  })

  it('is as before until something is changed, added or taken away', async () => {
    const { server, tracker } = await open()
    server.put(16_498, { progress: 1 })
    server.put(1535, { progress: 1 })
    const { version } = await pulled(tracker)
    const unchanged = { version, watched: null, begun: null, marked: null, ttlMs: null }
    expect(await pulled(tracker, version)).toEqual(unchanged)

    server.put(16_498, { progress: 2 })
    const changed = await pulled(tracker, version)
    expect(changed.watched).toHaveLength(3)

    server.entries.delete(1535)
    const less = await pulled(tracker, changed.version)
    expect(less.watched).toHaveLength(2)
    expect(await pulled(tracker, less.version)).toMatchObject({ watched: null })
  })
})
