import type { ListedEpisode, ListedTitle } from '../list-source.ts'

const film = (number: number, name: string, values: Partial<ListedTitle> = {}): ListedTitle => ({
  id: `tt${1_000_000 + number}`,
  type: 'movie',
  name,
  runtime: '100 min',
  ...values,
})
const show = (number: number, name: string, values: Partial<ListedTitle> = {}): ListedTitle => ({
  id: `tt${2_000_000 + number}`,
  type: 'series',
  name,
  ...values,
})

export const films = [
  film(0, 'The Bee', { releaseInfo: '1999', genres: ['Drama'], imdbRating: '8.7' }),
  film(1, 'Ant 10', { releaseInfo: '2003', certification: 'R', studios: ['Acme', 'Warner'] }),
  film(2, 'Ant 9', { certification: 'PG-13', genres: ['Action', 'Drama'], runtime: '80 min' }),
  film(3, 'Élan', { releaseInfo: '1999', cast: ['Ada Actor'], description: 'Of a beginning.' }),
  film(4, 'A Quiet Part', { releaseInfo: '2010', certification: 'G', imdbRating: '7' }),
  film(5, 'Zebra', { released: '2003-05-01T00:00:00.000Z', studios: ['Warner'] }),
  film(6, '21 Streets', { releaseInfo: '2012', genres: ['Action'], moviedb_id: 64688 }),
  film(7, 'bee season', { releaseInfo: '2003', certification: 'TV-14', imdbRating: '7' }),
]
export const shows = [
  show(0, 'The Long Run', { releaseInfo: '2014-', genres: ['Drama'], studios: ['Warner'] }),
  show(1, 'Bee Keepers', { releaseInfo: '1999-2001', status: 'Ended', imdbRating: '9' }),
  show(2, 'Unopened', { genres: ['Action'], certification: 'PG-13' }),
]
export const unknown = [shows[2]!.id]

export const inFuture = new Date(Date.now() + 30 * 86_400_000).toISOString()
export const episodes = (id: string): readonly ListedEpisode[] =>
  [
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ].map(([season = 0, episode = 0], index) => ({
    id: `${id}:${season}:${episode}`,
    title: ['Special', 'Zero part', 'Bee day', 'Part of all', 'To come'][index]!,
    season,
    episode,
    released: index === 4 ? inFuture : new Date(Date.UTC(2003, 4, index + 1)).toISOString(),
  }))

export const ids = (titles: readonly ListedTitle[]) => titles.map(({ id }) => id)
