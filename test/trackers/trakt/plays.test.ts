import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Pulled } from '../../../src/model/tracker.ts'
import { minute } from '../../support/trackers/events.ts'
import { openTrakt } from '../../support/trackers/harness.ts'
import { breakingBad, inception } from '../../support/trackers/trakt-titles.ts'

const dayMs = 86_400_000
const first = Date.UTC(2020, 0, 1)
const film = (day: number) => ({
  title: inception,
  season: null,
  episode: null,
  at: new Date(first + day * dayMs).toISOString(),
})

async function open(days: number, mostOfPage = 10) {
  const opened = await openTrakt({ mostOfPage })
  const { server } = opened
  server.history.push(...Array.from({ length: days }, (_, day) => film(day)))
  return {
    server,
    pull: async (version: string | null): Promise<Pulled> => {
      const outcome = await opened.pull(version)
      if (outcome.kind !== 'pulled') throw new Error(outcome.reason.message)
      return outcome.pulled
    },
    ask: opened.pull,
    /** Pages asked for since the last time. */
    pages: () => {
      const asked = server.requests.filter(({ path }) => path === '/sync/history')
      server.requests.length = 0
      return asked.map(({ query }) => Number(query.get('page')))
    },
    /** Something is heard of that was watched on that day. */
    hears: (day: number) => {
      server.history.push(film(day))
      server.touch('watched')
    },
  }
}

const daysOf = ({ plays = [] }: Pulled) => plays.map(({ at }) => (at! - first) / dayMs)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('single plays of Trakt', () => {
  it('come with their dates, several of one title too', async () => {
    const { pull, server } = await open(1)
    const episode = { title: breakingBad, season: 1, episode: 2 }
    for (const at of ['2025-01-02T20:00:00.000Z', '2025-03-04T21:00:00.000Z']) {
      server.history.push({ ...episode, at })
    }
    const { plays } = await pull(null)
    const shown = { kind: 'episode', name: 'Breaking Bad', season: 1, episode: 2, played: true }
    expect(plays).toMatchObject([
      { ...shown, durationMs: 47 * minute, at: Date.parse('2025-03-04T21:00:00.000Z') },
      { ...shown, at: Date.parse('2025-01-02T20:00:00.000Z') },
      { kind: 'movie', ids: { imdb: 'tt1375666' }, durationMs: 148 * minute, at: first },
    ])
  })

  it('of a long history are read over several pulls, each page once', async () => {
    const { pull, pages } = await open(450)
    const begin = await pull(null)
    expect(pages()).toEqual(range(20).map((page) => page + 1))
    expect(begin.ttlMs).toBe(0)
    const middle = await pull(begin.version)
    const end = await pull(middle.version)
    expect(pages()).toEqual(range(25).map((page) => page + 21))
    expect(end.ttlMs).toBeNull()
    expect([begin, middle, end].flatMap(daysOf)).toEqual(range(450).toReversed())
    expect(await pull(end.version)).toMatchObject({ version: end.version, plays: [] })
    expect(pages()).toEqual([])
  })

  it('that are new come with the first page', async () => {
    const { pull, pages, hears } = await open(100)
    const { version } = await pull(null)
    pages()
    hears(200)
    const next = await pull(version)
    expect(pages()).toEqual([1])
    expect(daysOf(next)[0]).toBe(200)
  })

  it('that are new and were watched long ago are found', async () => {
    const { pull, hears } = await open(100)
    const { version } = await pull(null)
    hears(200)
    hears(3.5)
    expect(daysOf(await pull(version))).toContain(3.5)
  })

  it('whose date was changed are found', async () => {
    const { pull, server, hears } = await open(100)
    const { version } = await pull(null)
    server.history.splice(90, 1)
    hears(3.5)
    expect(daysOf(await pull(version))).toContain(3.5)
  })

  it('whose date was changed are found a day later where as many others came', async () => {
    const { pull, server, pages, hears } = await open(100)
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(Date.now() - dayMs - 1)
    const { version } = await pull(null)
    server.history.splice(50, 1)
    hears(49.5)
    hears(200)
    const soon = await pull(version)
    expect(daysOf(soon)).toEqual([200])
    vi.useRealTimers()
    hears(201)
    pages()
    const later = await pull(soon.version)
    expect(daysOf(later)).toEqual([201, 200, 49.5])
    expect(pages()).toHaveLength(11)
    hears(202)
    await pull(later.version)
    expect(pages()).toEqual([1])
  })

  it('that are new are found on later pages, also where others were removed', async () => {
    const { pull, server, hears } = await open(100)
    const { version } = await pull(null)
    server.history.splice(50, 1)
    hears(75.5)
    hears(13.5)
    const next = await pull(version)
    expect(daysOf(next)).toEqual([75.5, 13.5])
  })

  it('that others, removed meanwhile, move to pages that were read are read after them', async () => {
    const { pull, server } = await open(250)
    const begin = await pull(null)
    const now = new Date().toISOString()
    server.history.splice(240, 1, { ...film(0), at: now })
    server.touch('watched')
    const end = await pull(begin.version)
    expect(end.ttlMs).toBe(0)
    const rest = await pull(end.version)
    const all = [begin, end, rest].flatMap(({ plays = [] }) => plays.map(({ at }) => at))
    const expected = [...range(250).map((day) => first + day * dayMs), Date.parse(now)]
    expect(new Set(all)).toEqual(new Set(expected))
  })

  it('that moved are read, too, where more is heard while all are read again', async () => {
    const { pull, server } = await open(250)
    const begin = await pull(null)
    server.history.splice(240, 1)
    server.touch('watched')
    const again = await pull(begin.version)
    expect([begin, again].flatMap(daysOf)).not.toContain(49)
    server.touch('watched')
    expect(daysOf(await pull(again.version))).toContain(49)
  })

  it('that moved once more while all were read again are read the next time', async () => {
    const { pull, server } = await open(250)
    const begin = await pull(null)
    server.history.splice(240, 1)
    server.touch('watched')
    const again = await pull(begin.version)
    server.history.splice(190, 50)
    const end = await pull(again.version)
    expect([begin, again, end].flatMap(daysOf)).not.toContain(49)
    expect(end.ttlMs).toBeNull()
    server.touch('watched')
    expect(daysOf(await pull(end.version))).toContain(49)
  })

  it('that come while a long history is read move no page, and are read after it', async () => {
    const { pull, server, pages } = await open(250)
    const begin = await pull(null)
    const now = new Date().toISOString()
    server.history.push({ ...film(0), at: now })
    server.touch('watched')
    pages()
    const end = await pull(begin.version)
    expect(pages()).toEqual([21, 22, 23, 24, 25, 1])
    expect(end.ttlMs).toBeNull()
    expect(daysOf(begin)).toEqual(range(250).toReversed().slice(0, 200))
    expect(daysOf(end).slice(0, 50)).toEqual(range(50).toReversed())
    expect(end.plays![50]!.at).toBe(Date.parse(now))
  })

  it('that were read before a failure are kept, and a failure that lasts is told', async () => {
    const { pull, ask, server, pages } = await open(50)
    server.failNext('/sync/history', { status: 503 }, 2)
    const part = await pull(null)
    expect(daysOf(part)).toEqual(range(50).toReversed().slice(0, 20))
    expect(part.ttlMs).toBe(0)
    pages()
    server.failNext('/sync/history', { status: 429, headers: { 'retry-after': '3' } })
    expect(await ask(part.version)).toMatchObject({ kind: 'retry', afterMs: 3_000 })
    expect(pages()).toEqual([3])
    expect(daysOf(await pull(part.version))).toEqual(range(30).toReversed())
  })

  it('are read on no sooner than Trakt says', async () => {
    const { pull, server } = await open(50)
    server.failNext('/sync/history', { status: 429, headers: { 'retry-after': '900' } }, 2)
    const part = await pull(null)
    expect(daysOf(part)).toEqual(range(50).toReversed().slice(0, 20))
    expect(part.ttlMs).toBe(900_000)
  })

  it('of connections that read none before are read', async () => {
    const { pull } = await open(30)
    const { version } = await pull(null)
    const former = version!.split('.').slice(0, 4).join('.')
    expect(daysOf(await pull(former))).toEqual(range(30).toReversed())
  })

  it('that cannot be read for now do not hold up the lists, and are read later', async () => {
    const { pull, ask, server } = await open(30)
    server.failNext('/sync/history', { status: 429, headers: { 'retry-after': '90' } })
    const lists = await pull(null)
    expect(lists).toMatchObject({ watched: [{ playCount: 30 }], begun: [], marked: [] })
    expect(lists).toMatchObject({ plays: [], ttlMs: 90_000 })
    server.failNext('/sync/history', { status: 503 })
    expect(await ask(lists.version)).toMatchObject({ kind: 'retry' })
    expect(daysOf(await pull(lists.version))).toEqual(range(30).toReversed())
  })

  it('of which a server knows nothing do not hold up its lists', async () => {
    const { pull, server, hears } = await open(3)
    server.failNext('/sync/history', { status: 404 })
    const first = await pull(null)
    expect(first).toMatchObject({ watched: [{ playCount: 3 }], plays: [], ttlMs: null })
    server.failNext('/sync/history', { status: 404 })
    const second = await pull(first.version)
    expect(second).toMatchObject({ watched: null, plays: [], ttlMs: null })
    hears(5)
    server.failNext('/sync/history', { status: 404 })
    expect(await pull(second.version)).toMatchObject({ watched: [{ playCount: 4 }] })
  })

  it('that make no sense are left out, and the others are read', async () => {
    const { pull, server } = await open(1)
    const { type: _, ...movie } = inception
    const play = { watched_at: film(0).at, movie }
    server.failNext('/sync/history', {
      status: 200,
      body: [
        { ...play, id: 4 },
        { ...play, id: 'four' },
        { ...play, id: 3, movie: { title: 'no ids' } },
        { ...play, id: 2, movie: null, show: breakingBad, episode: { season: 1, number: 'two' } },
        null,
        { ...play, id: 1, watched_at: film(1).at },
      ],
    })
    const { plays, ttlMs } = await pull(null)
    expect({ at: plays?.map(({ at }) => at), ttlMs }).toEqual({
      at: [first, first + dayMs],
      ttlMs: null,
    })
  })
})
