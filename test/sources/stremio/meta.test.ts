import { describe, expect, it } from 'vitest'
import { readMeta } from '../../../src/sources/stremio/meta.ts'
import { sourceMeta } from '../../support/source-meta.ts'

function readAnswer(json: unknown) {
  const work = readMeta(json, { type: 'movie', id: 'asked' })
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const read = (meta: object) => readAnswer({ meta: { name: 'N', ...meta } })!

describe('the metadata of an answer', () => {
  it('names the title and its other names', () => {
    const meta = {
      id: 'tt1',
      type: 'series',
      name: 'Main',
      aliases: ['Other', 'Main', 5, 'Other'],
      original_title: 'Erst',
    }
    expect(read(meta)).toMatchObject({
      id: 'tt1',
      type: 'series',
      name: 'Main',
      aliases: ['Erst', 'Other'],
    })
  })

  it('has the type and id that were asked for where it names none, and nothing that it does not say', () => {
    expect(read({ id: 7, type: ' ' })).toEqual(
      sourceMeta({ id: 'asked', type: 'movie', name: 'N' }),
    )
  })

  it('takes no memory for lists that titles of a catalog lack', () => {
    const [one, other] = [read({ id: 'tt1' }), read({ id: 'tt2', genres: ['Drama'], links: [] })]
    for (const list of ['aliases', 'studios', 'countries', 'people', 'trailers'] as const) {
      expect(other[list]).toBe(one[list])
    }
  })

  it('reads a series as Cinemeta tells it', () => {
    const meta = read({
      id: 'tt0903747',
      imdb_id: 'tt0903747',
      moviedb_id: 1396,
      tvdb_id: 81189,
      type: 'series',
      name: 'Breaking Bad',
      description: 'A chemistry teacher.',
      releaseInfo: '2008–2013',
      year: '2008–2013',
      released: '2008-01-20T12:00:00.000Z',
      runtime: '49 min',
      imdbRating: '9.5',
      country: 'United States, Mexico',
      status: 'Ended',
      genre: ['Crime', 'Drama'],
      genres: ['Crime', 'Drama'],
      cast: ['Bryan Cranston', 'Aaron Paul'],
      director: null,
      writer: ['Vince Gilligan'],
      poster: 'https://images.example/poster/small/tt0903747/img',
      background: 'https://images.example/background/medium/tt0903747/img',
      logo: 'https://images.example/logo/medium/tt0903747/img',
      trailers: [{ source: 'XZ8daibM3AE', type: 'Trailer' }],
      trailerStreams: [{ title: 'Breaking Bad', ytId: 'XZ8daibM3AE' }],
      links: [
        { name: '9.5', category: 'imdb', url: 'https://imdb.com/title/tt0903747' },
        { name: 'Crime', category: 'Genres', url: 'stremio:///discover/x' },
        { name: 'Bryan Cranston', category: 'Cast', url: 'stremio:///search?search=x' },
        { name: 'Vince Gilligan', category: 'Writers', url: 'stremio:///search?search=x' },
      ],
      videos: [
        {
          id: 'tt0903747:1:1',
          name: 'Pilot',
          season: 1,
          number: 1,
          firstAired: '2008-01-20T12:00:00.000Z',
          released: '2008-01-20T12:00:00.000Z',
          overview: 'It begins.',
          thumbnail: 'https://episodes.example/1.jpg',
        },
      ],
    })
    const time = Date.UTC(2008, 0, 20, 12)
    const person = (name: string, type: string) => ({ name, type, role: null, image: null })
    expect(meta).toEqual({
      id: 'tt0903747',
      type: 'series',
      name: 'Breaking Bad',
      aliases: [],
      description: 'A chemistry teacher.',
      year: 2008,
      endYear: 2013,
      released: time,
      continuing: false,
      runtime: 49,
      rating: 9.5,
      certification: null,
      genres: ['Crime', 'Drama'],
      studios: [],
      countries: ['United States', 'Mexico'],
      people: [
        person('Bryan Cranston', 'Actor'),
        person('Aaron Paul', 'Actor'),
        person('Vince Gilligan', 'Writer'),
      ],
      poster: 'https://images.example/poster/small/tt0903747/img',
      posterRatio: null,
      background: 'https://images.example/background/medium/tt0903747/img',
      logo: 'https://images.example/logo/medium/tt0903747/img',
      trailers: ['https://www.youtube.com/watch?v=XZ8daibM3AE'],
      ids: { imdb: 'tt0903747', tmdb: '1396', tvdb: '81189' },
      videos: [
        {
          id: 'tt0903747:1:1',
          title: 'Pilot',
          season: 1,
          episode: 1,
          released: time,
          overview: 'It begins.',
          thumbnail: 'https://episodes.example/1.jpg',
          runtime: null,
        },
      ],
    })
  })

  it('reads a film with pictures of its people, and what only its links say', () => {
    const meta = read({
      id: 'tmdb:603',
      imdbRating: 'N/A',
      posterShape: 'landscape',
      director: 'Lana Wachowski, Lilly Wachowski',
      cast: ['KEANU REEVES', 'Hugo Weaving'],
      app_extras: {
        cast: [
          { name: 'Keanu Reeves', character: 'Neo', photo: 'https://p.example/k.jpg' },
          { name: 'Carrie-Anne Moss', character: 'Trinity', photo: 'https://p.example/w276/null' },
          { character: 'Nobody' },
        ],
        certification: 'R',
      },
      links: [
        { name: '8.7', category: 'imdb', url: 'https://www.imdb.com/title/tt0133093/' },
        { name: 'Action', category: 'Genres' },
        { name: 'action', category: 'Genre' },
        { name: 'Joe Pantoliano', category: 'actor' },
        { name: 'Lana Wachowski', category: 'Writers' },
        { name: 'Joel Silver', category: 'producer' },
        { name: 'Warner Bros.', category: 'Studios' },
        { name: 'Own', category: 'constructor' },
        { name: 5, category: 'Cast' },
        null,
      ],
    })
    expect(meta).toMatchObject({
      ids: { tmdb: '603', imdb: 'tt0133093' },
      rating: 8.7,
      certification: 'R',
      posterRatio: 16 / 9,
      genres: ['Action'],
      studios: ['Warner Bros.'],
    })
    expect(meta.people.map(({ name, type, role, image }) => [name, type, role, image])).toEqual([
      ['Keanu Reeves', 'Actor', 'Neo', 'https://p.example/k.jpg'],
      ['Carrie-Anne Moss', 'Actor', 'Trinity', null],
      ['Hugo Weaving', 'Actor', null, null],
      ['Joe Pantoliano', 'Actor', null, null],
      ['Lana Wachowski', 'Director', null, null],
      ['Lilly Wachowski', 'Director', null, null],
      ['Lana Wachowski', 'Writer', null, null],
      ['Joel Silver', 'Producer', null, null],
    ])
  })

  it.each([
    [{ releaseInfo: '1999' }, 1999, null],
    [{ releaseInfo: '2008-2013' }, 2008, 2013],
    [{ releaseInfo: '2008–2013' }, 2008, 2013],
    [{ releaseInfo: '2019–' }, 2019, null],
    [{ releaseInfo: '2019-' }, 2019, null],
    [{ releaseInfo: 2019 }, 2019, null],
    [{ year: '2008–2013' }, 2008, 2013],
    [{ releaseInfo: '', year: 1999 }, 1999, null],
    [{ releaseInfo: 'soon', released: '2030-05-01T00:00:00.000Z' }, 2030, null],
    [{ releaseInfo: '2013-2008' }, 2013, null],
    [{ releaseInfo: '19990' }, null, null],
    [{ releaseInfo: 'N/A' }, null, null],
    [{}, null, null],
  ])('tells the years of %j', (meta, year, endYear) => {
    expect(read(meta)).toMatchObject({ year, endYear })
  })

  it.each([
    [{ status: 'Returning Series' }, true],
    [{ status: 'Continuing' }, true],
    [{ status: 'current', releaseInfo: '2008-2013' }, true],
    [{ status: 'Canceled' }, false],
    [{ status: 'Ended' }, false],
    [{ status: 'finished' }, false],
    [{ releaseInfo: '2019-' }, true],
    [{ releaseInfo: '2008-2013' }, false],
    [{ releaseInfo: '2019', status: 'Released' }, null],
  ])('tells whether a series goes on by %j', (meta, continuing) => {
    expect(read(meta).continuing).toBe(continuing)
  })

  it.each([
    ['2008-01-20', '2008-01-20T00:00:00.000Z'],
    ['2008-01-20T03:04:05', '2008-01-20T03:04:05.000Z'],
    ['2008-01-20 03:04', '2008-01-20T03:04:00.000Z'],
    ['2008-01-20T03:04:05.678Z', '2008-01-20T03:04:05.678Z'],
    ['2008-01-20T03:04:05+02:00', '2008-01-20T01:04:05.000Z'],
    ['2008-13-40', null],
    ['2008-01-20Tx', null],
    ['0001-01-01', null],
    ['soon', null],
    [1_200_000_000_000, null],
  ])('tells the time of %j', (released, time) => {
    expect(read({ released }).released).toBe(time && Date.parse(time))
  })

  it.each([
    ['8.1', 8.1],
    [7, 7],
    ['10', 10],
    [0, null],
    ['0.0', null],
    [85, null],
    ['8,1', null],
    [Number.NaN, null],
  ])('tells the rating of %j', (imdbRating, rating) => {
    expect(read({ imdbRating }).rating).toBe(rating)
  })

  it.each([
    ['49 min', 49],
    ['49min', 49],
    ['49 mins.', 49],
    ['1h 54min', 114],
    ['1h54m', 114],
    ['1 h 54', 114],
    ['2h', 120],
    ['2 hours', 120],
    ['PT1H54M', 114],
    ['1:54:00', 114],
    ['114', 114],
    [114, 114],
    ['0', null],
    ['', null],
    ['unknown', null],
    ['99999 min', null],
    [null, null],
    [Infinity, null],
  ])('tells the running time of %j', (runtime, minutes) => {
    expect(read({ runtime }).runtime).toBe(minutes)
  })
})
