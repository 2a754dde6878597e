import { describe, expect, it } from 'vitest'
import type { WatchEvent } from '../../../src/model/tracker.ts'
import type { AniListEntry } from '../../support/trackers/anilist-schema.ts'
import { titanEvent, whole, animeFilm } from '../../support/trackers/events.ts'
import {
  lasting,
  memberToken,
  openAniList,
  standingAtAniList,
} from '../../support/trackers/harness.ts'
import { saying } from '../../support/trackers/reasons.ts'

function videos(season: number, from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    videoId: `tt2560140:${season}:${from + at}`,
    season,
    episode: from + at,
  }))
}

describe('marks on several', () => {
  it('raise each entry once, to its highest', async () => {
    const { server, push } = await openAniList()
    const said = { ...whole, scope: 'season', season: 4, videos: videos(4, 1, 20) } as const
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(server.changes).toEqual(['save 110277', 'save 131681'])
    expect(standingAtAniList(server, 110_277)).toBe('COMPLETED 16')
    expect(standingAtAniList(server, 131_681)).toBe('CURRENT 4')
  })

  it('take back all that they mean, down to what stays', async () => {
    const { server, push } = await openAniList()
    server.put(110_277, { status: 'COMPLETED', progress: 16 })
    server.put(131_681, { progress: 4 })
    const said = { ...whole, event: 'unplayed', played: false, videos: videos(4, 10, 20) } as const
    expect(await push(said)).toEqual({ kind: 'delivered' })
    expect(standingAtAniList(server, 110_277)).toBe('CURRENT 9')
    expect(standingAtAniList(server, 131_681)).toBe('CURRENT 0')
  })

  it('go on behind an entry that AniList does not take', async () => {
    const { server, push } = await openAniList()
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
    const { server, push } = await openAniList()
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
    const { server, push } = await openAniList()
    if (had) server.put(16_498, had)
    expect(await push({ ...whole, event })).toEqual({ kind: 'delivered' })
    expect(standingAtAniList(server, 16_498)).toBe(is)
    expect(await push({ ...whole, event })).toEqual({ kind: 'ignored' })
  })

  it.each<Omit<Case, 'is'>>([
    { event: 'watchlisted', had: { status: 'COMPLETED' } },
    { event: 'watchlisted', had: { status: 'DROPPED' } },
    { event: 'unwatchlisted', had: { status: 'CURRENT' } },
    { event: 'unwatchlisted', had: null },
    { event: 'undropped', had: { status: 'PAUSED' } },
  ])('$event leaves $had as it is', async ({ event, had }) => {
    const { server, push } = await openAniList()
    if (had) server.put(16_498, had)
    expect(await push({ ...whole, event })).toEqual({ kind: 'ignored' })
    expect(server.changes).toEqual([])
  })

  it('may mean a film, or one season', async () => {
    const { server, push } = await openAniList()
    await push({ ...animeFilm, event: 'watchlisted', played: false })
    await push({ ...whole, scope: 'season', season: 4, event: 'dropped', played: false })
    expect(standingAtAniList(server, 199)).toBe('PLANNING 0')
    expect(standingAtAniList(server, 110_277)).toBe('DROPPED 0')
  })
})

describe('what AniList answers', () => {
  it.each([
    { as: 200, title: 'in an answer that says well' },
    { as: 429, title: 'as the status too' },
  ])('asks for a pause, $title', async ({ as }) => {
    const { server, push } = await openAniList()
    const headers = { 'retry-after': '45', 'x-ratelimit-remaining': '0' }
    server.next({ message: 'Too Many Requests.', status: 429, as, headers })
    expect(await push({})).toEqual({
      kind: 'retry',
      reason: saying('AniList says: Too Many Requests.'),
      afterMs: 45_000,
    })
  })

  it.each([
    { message: 'Invalid token', status: 400 },
    { message: 'Invalid token', status: 400, as: 200 },
    { message: 'Unauthorized.', status: 401 },
  ])('wants to be connected again: $message $status', async (problem) => {
    const { server, push, tracker } = await openAniList()
    server.next(problem)
    const ended = {
      kind: 'unauthorized',
      reason: saying('AniList does not accept the connection any more'),
    }
    expect(await push({})).toEqual(ended)
    server.next(problem)
    expect(await tracker.pull(null, lasting(memberToken))).toEqual(ended)
  })

  it('does not know a token that was taken back', async () => {
    const { tracker } = await openAniList()
    expect(await tracker.push(titanEvent({}), lasting('old'))).toMatchObject({
      kind: 'unauthorized',
    })
    expect(await tracker.pull(null, lasting('old'))).toMatchObject({ kind: 'unauthorized' })
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
    const { server, push } = await openAniList()
    server.next(answer)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs: null })
  })

  it('is no once and for all, in its own words on one line', async () => {
    const { server, push } = await openAniList()
    server.next({ message: 'validation:\n  progress', status: 400, as: 200 })
    expect(await push({})).toEqual({
      kind: 'refused',
      reason: saying('AniList says: validation: progress'),
    })
  })

  it('may fail on the change alone, and on the list alone', async () => {
    const { server, push, tracker } = await openAniList()
    const busy = { message: 'Too Many Requests.', status: 429, headers: { 'retry-after': '1' } }
    server.next(null)
    server.next(busy)
    expect(await push({})).toMatchObject({ kind: 'retry', afterMs: 1_000 })
    server.next(null)
    server.next(busy)
    expect(await tracker.pull(null, lasting(memberToken))).toMatchObject({
      kind: 'retry',
      afterMs: 1_000,
    })
    expect(server.changes).toEqual([])
  })

  it('does not come: it is told again later', async () => {
    const { tracker } = await openAniList()
    const leaving = new AbortController()
    leaving.abort()
    const asked = lasting(memberToken, leaving.signal)
    expect(await tracker.push(titanEvent({}), asked)).toMatchObject({
      kind: 'retry',
      afterMs: null,
    })
    expect(await tracker.pull(null, asked)).toMatchObject({ kind: 'retry', afterMs: null })
  })
})
