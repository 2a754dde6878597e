import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { readForeign } from '../../support/foreign-file.ts'

const film = { title: 'Inception', year: 2010, ids: { imdb: 'tt1375666', tmdb: 27205 } }
const show = { title: 'Breaking Bad', year: 2008, ids: { imdb: 'tt0903747', tvdb: '81189' } }

const read = (value: unknown) =>
  readForeign(typeof value === 'string' ? value : JSON.stringify(value))!

const said = (value: unknown) =>
  read(value).entries.map(({ kind, season, episode, played, favorite, likes }) => [
    kind,
    season,
    episode,
    played,
    favorite,
    likes,
  ])

describe("An anime of Simkl's", () => {
  const thirdSeason = {
    status: 'watching',
    anime_type: 'tv',
    show: {
      title: 'Attack on Titan 3',
      ids: { simkl: 1, mal: '35760', imdb: 'tt2560140', tvdb: 267440 },
    },
    seasons: [
      { number: 0, episodes: [{ number: 1 }] },
      { number: 1, episodes: [{ number: 5, watched_at: '2020-01-01T00:00:00Z' }] },
    ],
  }

  it('is known by the ids that number its own episodes, not by those of the whole series', () => {
    const { entries, skipped } = read({ anime: [thirdSeason] })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ ids: { mal: '35760' }, season: null, episode: 5 })
    expect(skipped).toEqual([
      { reason: 'Specials of an anime have no number that others share.', count: 1 },
    ])
  })

  it('is left out where only ids of the whole series are told', () => {
    const wide = {
      ...thirdSeason,
      show: { title: 'Attack on Titan 3', ids: { imdb: 'tt2560140' } },
    }
    expect(read({ anime: [wide] }).entries).toEqual([])
  })

  it('may be a film, which is one thing under any id', () => {
    const row = { status: 'completed', anime_type: 'movie', show: { ids: { imdb: 'tt5311514' } } }
    expect(read({ anime: [row] }).entries).toMatchObject([
      { kind: 'movie', ids: { imdb: 'tt5311514' }, played: true },
    ])
  })
})

describe("A title of Simkl's", () => {
  it('without its episodes is watched as a whole if completed', () => {
    const at = '2020-01-01T00:00:00Z'
    expect(said({ shows: [{ status: 'completed', last_watched_at: at, show }] })).toEqual([
      ['series', null, null, true, null, null],
    ])
  })

  it('may be a film that was dropped', () => {
    expect(said({ movies: [{ status: 'dropped', movie: film }] })).toEqual([
      ['movie', null, null, false, null, false],
    ])
  })
})

describe("Simkl's table", () => {
  const head =
    'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB'

  it('says what was seen, planned and dropped, and which episode was the last', () => {
    const table = [
      head,
      '1,Inception,movie,2010,completed,,2020-01-02 10:00:00,9,"good, really",,27205,tt1375666',
      '2,Later,movie,2025,plantowatch,,,,,,,tt2000001',
      '3,Breaking Bad,tv,2008,watching,S02E02,2020-03-01,,,81189,,tt0903747',
      '4,Lost,tv,2004,dropped,,,,,73739,,',
      '5,A Book,book,2004,completed,,,,,,1,',
    ].join('\r\n')
    expect(read(table).format).toBe('simkl')
    expect(said(table)).toEqual([
      ['movie', null, null, true, null, null],
      ['movie', null, null, false, true, null],
      ['episode', 2, 1, true, null, null],
      ['episode', 2, 2, true, null, null],
      ['series', null, null, false, null, false],
    ])
    expect(read(table).entries.map(({ at }) => at)).toEqual([
      Date.parse('2020-01-02T10:00:00Z'),
      null,
      null,
      Date.parse('2020-03-01T00:00:00Z'),
      null,
    ])
    expect(read(table).skipped.map(({ count }) => count)).toEqual([1, 1])
  })

  it('may have the columns that Simkl takes from others', () => {
    const table = [
      'simkl_id,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo',
      ',,,,16498,anime,Attack on Titan,2013,s1e2,watching,31/12/2020,,',
    ].join('\n')
    expect(read(table).entries).toMatchObject([
      { ids: { mal: '16498' }, season: null, episode: 1, at: null },
      { ids: { mal: '16498' }, season: null, episode: 2, at: Date.UTC(2020, 11, 31) },
    ])
  })
})

describe("Yamtrack's film", () => {
  const head = 'media_id,source,media_type,title,status,start_date,end_date,progress,repeats'
  const row = (text: string) => `${head}\n27205,tmdb,movie,Inception,${text}`

  it.each([
    ['Completed,,2020-01-02,1,2', [['movie', null, null, true, null, null]]],
    ['Planning,,,0,', [['movie', null, null, false, true, null]]],
    ['Dropped,2020-01-01,,0,', [['movie', null, null, false, null, false]]],
    ['In progress,2020-01-01,,0,', []],
    ['Paused,2020-01-01,,0,', []],
  ])('that is %s', (text, expected) => {
    expect(said(row(text))).toEqual(expected)
  })

  it('counts how often it was seen again', () => {
    expect(read(row('Completed,,2020-01-02,1,2')).entries[0]).toMatchObject({ playCount: 3 })
  })
})

it("Yamtrack's oldest table has no source, and a date of watching", () => {
  const table = [
    '"media_id","media_type","title","image","score","progress","status","start_date","end_date","notes","season_number","episode_number","watch_date"',
    '"1668","episode","Friends","","","","","","","","1","24","2024-02-09"',
    '"227","anime","FLCL","","","1","In progress","","","","","",""',
  ].join('\r\n')
  expect(read(table).entries).toMatchObject([
    { ids: { tmdb: '1668' }, season: 1, episode: 24, at: Date.UTC(2024, 1, 9) },
    { ids: { mal: '227' }, season: null, episode: 1 },
  ])
})

describe('Numbers and times that nothing has', () => {
  it('are no numbers', () => {
    const history = { watched_at: '2021-01-02T03:04:05.000Z', type: 'episode' }
    const huge = { season: 9e15, number: 9e15 }
    expect(read([{ ...history, show, episode: huge }]).entries).toEqual([])
    const plays = { plays: 1e6, last_watched_at: '2021-01-02T03:04:05.000Z' }
    const [both] = read([
      { ...plays, movie: { ...film, year: 9e15 } },
      { ...plays, movie: film },
    ]).entries
    expect(both).toMatchObject({ year: 2010, playCount: 1_000_000 })
    const paused = { progress: 99, paused_at: '2021-01-02T03:04:05.000Z', type: 'movie' }
    expect(read([{ ...paused, movie: { ...film, runtime: 9e15 } }]).entries).toEqual([])
  })

  it.each(['5', '99', 'May 1', 'tomorrow', '2020-13-45', '2020-01-01T00:00:00+99:99'])(
    'are no times: %s',
    (watched_at) => {
      expect(read([{ watched_at, type: 'movie', movie: film }]).entries[0]!.at).toBeNull()
    },
  )

  it('are UTC without a zone', () => {
    const at = (watched_at: string) =>
      read([{ watched_at, type: 'movie', movie: film }]).entries[0]!.at
    expect(at('2020-06-01 10:00:00')).toBe(Date.UTC(2020, 5, 1, 10))
    expect(at('2020-06-01 10:00:00+02:00')).toBe(Date.UTC(2020, 5, 1, 8))
    expect(at('2020-06-01')).toBe(Date.UTC(2020, 5, 1))
  })
})

it('A damaged file is refused or read, and yields only numbers that the history takes', () => {
  const files = [
    JSON.stringify([{ plays: 2, last_watched_at: '2021-01-02T03:04:05.000Z', movie: film }]),
    JSON.stringify({ shows: [{ status: 'dropped', show }], anime: [{ status: 'watching', show }] }),
    'media_id,source,media_type,title,status,progress\n1,mal,anime,"A ""b""",Completed,12\n',
    'Title,Type,Watchlist,LastEpWatched,WatchedDate,IMDB\n"A",tv,watching,s1e3,2020-01-01,tt0903747\n',
  ]
  const change = fc.tuple(fc.nat(400), fc.nat(4), fc.string({ maxLength: 4 }))
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 6 }), (file, changes) => {
      const text = changes.reduce(
        (text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone),
        file,
      )
      for (const entry of entriesUnlessRefused(text)) {
        expect(Object.keys(entry.ids).length).toBeGreaterThan(0)
        for (const number of [entry.season, entry.episode, entry.playCount]) {
          expect(number ?? 0).toBeLessThanOrEqual(1_000_000)
        }
        expect(Number.isSafeInteger(entry.at ?? 0)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

/** Throws anything but that the file is damaged. */
function entriesUnlessRefused(text: string) {
  try {
    return readForeign(text)?.entries ?? []
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return []
    throw error
  }
}
