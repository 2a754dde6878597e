import { describe, expect, it } from 'vitest'
import { readForeign } from '../../support/foreign-file.ts'

const read = (value: unknown) =>
  readForeign(typeof value === 'string' ? value : JSON.stringify(value))

describe("Simkl's export", () => {
  it('says which films and episodes were watched, what is planned and what was dropped', () => {
    const found = read({
      movies: [
        {
          status: 'completed',
          last_watched_at: '2020-01-01T10:00:00Z',
          movie: {
            title: 'Inception',
            year: 2010,
            ids: { simkl: 1, imdb: 'tt1375666', tmdb: '27205' },
          },
        },
        {
          status: 'plantowatch',
          movie: { title: 'Later', year: 2025, ids: { simkl: 2, imdb: 'tt2000001' } },
        },
      ],
      shows: [
        {
          status: 'dropped',
          last_watched_at: '2020-02-01T10:00:00Z',
          watched_episodes_count: 1,
          show: {
            title: 'Breaking Bad',
            year: 2008,
            ids: { simkl: 3, imdb: 'tt0903747', tvdb: '81189' },
          },
          seasons: [{ number: 1, episodes: [{ number: 1, watched_at: '2020-02-01T10:00:00Z' }] }],
        },
      ],
      anime: [
        {
          status: 'watching',
          anime_type: 'tv',
          watched_episodes_count: 12,
          show: { title: 'Attack on Titan', ids: { simkl: 4, mal: '16498' } },
        },
      ],
    })!
    expect(found.format).toBe('simkl')
    expect(
      found.entries.map(({ kind, name, played, favorite, likes, season, episode }) => [
        kind,
        name,
        played,
        favorite,
        likes,
        season,
        episode,
      ]),
    ).toEqual([
      ['movie', 'Inception', true, null, null, null, null],
      ['movie', 'Later', false, true, null, null, null],
      ['series', 'Breaking Bad', false, null, false, null, null],
      ['episode', 'Breaking Bad', true, null, null, 1, 1],
    ])
    expect(found.skipped).toEqual([
      { reason: 'The file does not say which episodes were watched.', count: 1 },
    ])
  })
})

describe("Yamtrack's export", () => {
  const head =
    'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress'

  it('is one row for each film, series, season, episode and anime', () => {
    const found = read(
      [
        head,
        '27205,tmdb,movie,Inception,https://x/y.jpg,,,9,Completed,"seen, twice",2020-01-01 10:00:00+00:00,2020-01-02 10:00:00+00:00,1',
        '1396,tmdb,tv,"Breaking ""Bad""",,,,,Dropped,,,,',
        '1396,tmdb,season,Breaking Bad,,1,,,In progress,,,,',
        '1396,tmdb,episode,Breaking Bad,,1,3,,,,,2020-03-01 10:00:00+00:00,',
        '16498,mal,anime,Attack on Titan,,,,,In progress,"line one\nline two",,2020-04-01 00:00:00+00:00,2',
        '99,igdb,game,Some Game,,,,,Completed,,,,',
        '',
      ].join('\r\n'),
    )!
    expect(found.format).toBe('yamtrack')
    expect(
      found.entries.map(({ kind, ids: own, season, episode, played, likes }) => [
        kind,
        own,
        season,
        episode,
        played,
        likes,
      ]),
    ).toEqual([
      ['movie', { tmdb: '27205' }, null, null, true, null],
      ['series', { tmdb: '1396' }, null, null, false, false],
      ['episode', { tmdb: '1396' }, 1, 3, true, null],
      ['episode', { mal: '16498' }, null, 1, true, null],
      ['episode', { mal: '16498' }, null, 2, true, null],
    ])
    expect(found.entries[0]!.at).toBe(Date.parse('2020-01-02T10:00:00Z'))
    expect(found.skipped).toEqual([
      { reason: 'It is neither a film nor a series, season, episode or anime.', count: 1 },
    ])
  })
})
