import { describe, expect, it } from 'vitest'
import { readMeta } from '../../../src/sources/stremio/meta.ts'

const read = (meta: object) => readMeta({ meta: { name: 'N', ...meta } })!

describe('the metadata of an answer', () => {
  it('names the title, its other names and its ids', () => {
    expect(
      read({
        id: 'tt1',
        type: 'series',
        name: 'Main',
        aliases: ['Other', 'Main', 5, 'Other'],
        original_title: 'Erst',
        genres: ['Drama'],
        imdb_id: 'tt0903747',
        moviedb_id: 1396,
      }),
    ).toMatchObject({
      id: 'tt1',
      type: 'series',
      name: 'Main',
      aliases: ['Erst', 'Other'],
      genres: ['Drama'],
      imdbId: 'tt0903747',
      tmdbId: '1396',
    })
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

  it('tells the episodes', () => {
    const videos = [
      { season: 1, episode: 1 },
      { season: 0, number: 3 },
      { season: '1', episode: 2 },
      { season: 1 },
      null,
    ]
    expect(read({ videos }).episodes).toEqual([
      { season: 1, episode: 1 },
      { season: 0, episode: 3 },
    ])
  })

  it.each([null, 5, {}, { meta: null }, { meta: {} }, { meta: { name: ' ' } }, { meta: [] }])(
    'is nothing for %j',
    (json) => {
      expect(readMeta(json)).toBeNull()
    },
  )

  it.each([{ imdb_id: 'tt1; drop' }, { imdb_id: 5 }, { moviedb_id: {} }, { moviedb_id: 'x' }])(
    'takes no id from %j',
    (meta) => {
      expect(read(meta)).toMatchObject({ imdbId: null, tmdbId: null })
    },
  )
})
