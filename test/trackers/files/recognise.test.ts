import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForeign } from '../../support/foreign-file.ts'

const film = {
  title: 'Inception',
  year: 2010,
  ids: { trakt: 16662, slug: 'inception-2010', imdb: 'tt1375666', tmdb: 27205 },
}
const show = {
  title: 'Breaking Bad',
  year: 2008,
  ids: { trakt: 1388, tvdb: 81189, imdb: 'tt0903747', tmdb: 1396 },
}
const ids = { imdb: 'tt0903747', tmdb: '1396', tvdb: '81189' }

const blank = {
  name: null,
  year: null,
  season: null,
  episode: null,
  played: false,
  playCount: 0,
  positionMs: 0,
  durationMs: null,
  favorite: null,
  likes: null,
  at: null,
}

const read = (value: unknown) =>
  readForeign(typeof value === 'string' ? value : JSON.stringify(value))

describe("Trakt's export", () => {
  it('of plays one by one is one entry for each title and episode, with how often and when last', () => {
    const episode = { season: 5, number: 14, title: 'Ozymandias', ids: { trakt: 1 } }
    const found = read([
      {
        id: 3,
        watched_at: '2020-05-03T20:00:00.000Z',
        action: 'watch',
        type: 'episode',
        episode,
        show,
      },
      {
        id: 2,
        watched_at: '2020-05-02T20:00:00.000Z',
        action: 'scrobble',
        type: 'movie',
        movie: film,
      },
      {
        id: 1,
        watched_at: '2019-05-01T20:00:00.000Z',
        action: 'watch',
        type: 'episode',
        episode,
        show,
      },
    ])
    expect(found).toEqual({
      format: 'trakt',
      skipped: [],
      entries: [
        {
          ...blank,
          kind: 'episode',
          ids,
          name: 'Breaking Bad',
          year: 2008,
          season: 5,
          episode: 14,
          played: true,
          playCount: 2,
          at: Date.parse('2020-05-03T20:00:00.000Z'),
        },
        {
          ...blank,
          kind: 'movie',
          ids: { imdb: 'tt1375666', tmdb: '27205' },
          name: 'Inception',
          year: 2010,
          played: true,
          playCount: 1,
          at: Date.parse('2020-05-02T20:00:00.000Z'),
        },
      ],
    })
  })

  it('of watched shows and films is what their numbers say', () => {
    const found = read([
      {
        plays: 4,
        last_watched_at: '2021-01-02T03:04:05.000Z',
        last_updated_at: '2021-01-02T03:04:05.000Z',
        movie: film,
      },
      {
        plays: 3,
        last_watched_at: '2021-02-02T03:04:05.000Z',
        show,
        seasons: [
          {
            number: 0,
            episodes: [{ number: 1, plays: 1, last_watched_at: '2021-02-01T00:00:00.000Z' }],
          },
          {
            number: 1,
            episodes: [{ number: 2, plays: 2, last_watched_at: '2021-02-02T03:04:05.000Z' }],
          },
        ],
      },
    ])!
    expect(
      found.entries.map(({ kind, season, episode, playCount, played }) => [
        kind,
        season,
        episode,
        playCount,
        played,
      ]),
    ).toEqual([
      ['movie', null, null, 4, true],
      ['episode', 0, 1, 1, true],
      ['episode', 1, 2, 2, true],
    ])
  })

  it('of lists, hidden shows, ratings and places says what each means', () => {
    const { entries } = read({
      watchlist: [{ rank: 1, listed_at: '2022-01-01T00:00:00.000Z', type: 'movie', movie: film }],
      dropped: [{ hidden_at: '2022-01-01T00:00:00.000Z', type: 'show', show }],
      ratings: [{ rated_at: '2022-01-01T00:00:00.000Z', rating: 9, type: 'movie', movie: film }],
    })!
    expect(
      entries.map(({ kind, favorite, likes, played }) => [kind, favorite, likes, played]),
    ).toEqual([
      ['movie', true, true, false],
      ['series', null, false, false],
    ])
    const [begun] = read([
      {
        progress: 25,
        paused_at: '2022-01-01T00:00:00.000Z',
        type: 'movie',
        movie: { ...film, runtime: 148 },
      },
    ])!.entries
    expect(begun).toMatchObject({ played: false, positionMs: 2_220_000, durationMs: 8_880_000 })
  })
})

describe("Trakt's collection", () => {
  it('is not what was watched', () => {
    const found = read([
      { collected_at: '2020-01-01T00:00:00.000Z', movie: film },
      {
        last_collected_at: '2020-01-01T00:00:00.000Z',
        show,
        seasons: [
          { number: 1, episodes: [{ number: 1, collected_at: '2020-01-01T00:00:00.000Z' }] },
        ],
      },
      { plays: 2, last_watched_at: '2020-01-01T00:00:00.000Z', movie: film },
    ])!
    expect(found.entries).toMatchObject([{ kind: 'movie', played: true, playCount: 2 }])
    expect(found.skipped).toEqual([{ reason: 'It was collected, not watched.', count: 2 }])
  })

  it('and several lists of the same plays count them once', () => {
    const play = { watched_at: '2020-01-01T00:00:00.000Z', type: 'movie', movie: film }
    const found = read({
      history: [play, play],
      watched: [{ plays: 2, last_watched_at: play.watched_at, movie: film }],
    })!
    expect(found.entries).toMatchObject([{ playCount: 2 }])
  })
})

describe('What is none of these', () => {
  it.each([
    ['text', 'Dear diary, today I watched a film.'],
    ['other JSON', '{"hello":"world"}'],
    ['an empty list', '[]'],
    ['a number', '7'],
    ['broken JSON', '[{"movie":{"ids":{}}'],
    ['another table', 'a,b,c\n1,2,3'],
    ['nothing', ''],
  ])('is not read: %s', (_name, text) => {
    expect(readForeign(text)).toBeNull()
  })

  it('is read as far as it makes sense, and never fails, whatever a row holds', () => {
    const row = fc.record(
      {
        movie: fc.oneof(fc.jsonValue(), fc.constant(film)),
        show: fc.oneof(fc.jsonValue(), fc.constant(show)),
        episode: fc.jsonValue(),
        seasons: fc.jsonValue(),
        type: fc.oneof(fc.jsonValue(), fc.constantFrom('movie', 'episode', 'show')),
        plays: fc.jsonValue(),
        progress: fc.jsonValue(),
        watched_at: fc.jsonValue(),
        rating: fc.jsonValue(),
        status: fc.constantFrom('completed', 'dropped', 'plantowatch'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const files = [[{ movie: film }, ...rows], { movies: rows, shows: rows, anime: rows }]
        for (const entry of files.flatMap((file) => read(file)?.entries ?? [])) {
          expect(Object.keys(entry.ids).length).toBeGreaterThan(0)
          expect(entry.at === null || Number.isSafeInteger(entry.at)).toBe(true)
          expect(Number.isSafeInteger(entry.positionMs)).toBe(true)
        }
      }),
    )
  })

  it('may be long without taking long', { timeout: 60_000 }, () => {
    const row = { watched_at: '2020-05-02T20:00:00.000Z', type: 'movie' }
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      ...row,
      movie: { title: `Film ${index}`, ids: { imdb: `tt${1_000_000 + index}` } },
    }))
    expect(read(rows)!.entries).toHaveLength(100_000)
    const table = [
      'media_id,source,media_type,title,status',
      ...rows.map((_, index) => `${index + 1},tmdb,movie,"A ""film""",Completed`),
    ]
    expect(read(table.join('\n'))!.entries).toHaveLength(100_000)
  })
})
