import type { startListSource } from '../list-source.ts'

const picture = (name: string): string => `https://pictures.example/${name}.jpg`
export const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

/** Two films and two series, of which the first of each has all that a list may ask for. */
export const fewTitles: Pick<
  Parameters<typeof startListSource>[0],
  'titles' | 'catalogs' | 'episodes'
> = {
  titles: [
    {
      id: 'tt1000001',
      type: 'movie',
      name: 'Alpha',
      releaseInfo: '2000',
      genres: ['Drama'],
      studios: ['Acme'],
      cast: ['Ada Actor', 'Bo Both'],
      director: ['Dora Director'],
      certification: 'PG-13',
      imdbRating: '8',
      description: 'Of a beginning.',
      trailers: [{ source: 'abcdefghijk', type: 'Trailer' }],
      poster: picture('alpha'),
      background: picture('alpha-wide'),
      moviedb_id: 11,
      tvdb_id: 12,
    },
    { id: 'tt1000002', type: 'movie', name: 'Beta', releaseInfo: '1990', logo: picture('beta') },
    {
      id: 'tt2000001',
      type: 'series',
      name: 'Gamma',
      status: 'Ended',
      certification: 'TV-MA',
      cast: ['Bo Both'],
      released: '2005-05-01T00:00:00.000Z',
    },
    { id: 'tt2000002', type: 'series', name: 'Omega', released: tomorrow },
  ],
  catalogs: [
    { type: 'movie', id: 'films', name: 'Films', titles: ['tt1000001', 'tt1000002'] },
    { type: 'series', id: 'shows', name: 'Shows', titles: ['tt2000001', 'tt2000002'] },
  ],
  episodes: (id) => [
    {
      id: `${id}:1:1`,
      title: `${id} one`,
      season: 1,
      episode: 1,
      released: '2005-05-01T00:00:00.000Z',
      overview: 'How it goes.',
    },
    { id: `${id}:2:1`, title: `${id} next`, season: 2, episode: 1, released: tomorrow },
  ],
}
