import type { ListedCatalog, ListedEpisode, ListedTitle } from '../list-source.ts'

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

const poster = 'https://pictures.example/poster.jpg'
const trailers = [{ source: 'abcdefghijk', type: 'Trailer' }]

export const films = [
  film(0, 'The Bee', {
    releaseInfo: '1999',
    genres: ['Drama'],
    imdbRating: '8.7',
    trailers,
    poster,
  }),
  film(1, 'Ant 10', { releaseInfo: '2003', certification: 'R', studios: ['Acme', 'Warner'] }),
  film(2, 'Ant 9', { certification: 'PG-13', genres: ['Action', 'Drama'], runtime: '80 min' }),
  film(3, 'Élan', {
    releaseInfo: '1999',
    cast: ['Ada Actor'],
    description: 'Of a beginning.',
    logo: poster,
  }),
  film(4, 'A Quiet Part', { releaseInfo: '2010', certification: 'G', imdbRating: '7' }),
  film(5, 'Zebra', { released: '2003-05-01T00:00:00.000Z', studios: ['Warner'] }),
  film(6, '21 Streets', {
    releaseInfo: '2012',
    genres: ['Action'],
    moviedb_id: 64688,
    director: ['Ada Actor'],
  }),
  film(7, 'bee season', {
    releaseInfo: '2003',
    certification: 'TV-14',
    imdbRating: '7',
    background: poster,
  }),
]
export const shows = [
  show(0, 'The Long Run', {
    releaseInfo: '2014-',
    genres: ['Drama'],
    studios: ['Warner'],
    cast: ['Ada Actor'],
    poster,
  }),
  show(1, 'Bee Keepers', {
    releaseInfo: '1999-2001',
    status: 'Ended',
    imdbRating: '9',
    certification: 'TV-14',
    trailers,
  }),
  show(2, 'Unopened', { genres: ['Action'], certification: 'PG-13' }),
]
export const unknown = [shows[2]!.id]

export const inFuture = new Date(Date.now() + 30 * 86_400_000).toISOString()
let firstAskedAt: string | null = null
/** When an episode of a series was broadcast that the service knew by then. */
export const newEpisodeAt = (): string => (firstAskedAt ??= new Date().toISOString())

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
    released:
      index === 4
        ? inFuture
        : index === 3 && id === shows[1]!.id
          ? newEpisodeAt()
          : new Date(Date.UTC(2003, 4, index + 1)).toISOString(),
  }))

const ids = (titles: readonly ListedTitle[]) => titles.map(({ id }) => id)
export const catalogs: readonly ListedCatalog[] = [
  { type: 'movie', id: 'films', name: 'Films', titles: ids(films.slice(0, 6)) },
  { type: 'movie', id: 'more', name: 'More', titles: ids(films.slice(4)) },
  { type: 'series', id: 'shows', name: 'Shows', titles: ids(shows) },
]
