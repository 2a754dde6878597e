import {
  ageOf,
  calledLike,
  bare,
  has,
  isAired,
  peopleOf,
  premiereOf,
  ratingOf,
  sortName,
  yearOf,
} from './items.ts'
import type { Item, Look, State } from './items.ts'
import { newEpisodeAt } from './titles.ts'

/** One condition in the words of the standard, of GraphQL, and as a plain function. */
export type Condition = {
  readonly field: string
  /** `<name>` stands for the id of what is called so. Null where only GraphQL can ask for it. */
  readonly rest: string | null
  readonly filter: object
  readonly fits: (look: Look) => boolean
  /** It is true of what was watched alone. */
  readonly ofHistory?: true
}

const done = (
  field: string,
  rest: string | null,
  filter: object,
  fits: (state: State) => boolean,
  ofHistory?: true,
): Condition => ({
  field,
  rest,
  filter,
  fits: ({ state }) => fits(state),
  ...(ofHistory && { ofHistory }),
})
const of = (
  field: string,
  rest: string,
  filter: object,
  fits: (item: Item) => boolean,
): Condition => ({ field, rest, filter, fits: ({ item }) => fits(item) })

export const states: readonly Condition[] = [
  done('favorite', 'filters=IsFavorite', { favorite: true }, (s) => s.favorite, true),
  done('favorite', 'isFavorite=true', { favorite: true }, (s) => s.favorite, true),
  done('favorite', 'isFavorite=false', { favorite: false }, (s) => !s.favorite),
  done('played', 'filters=IsPlayed', { played: true }, (s) => s.played, true),
  done('played', 'isPlayed=true', { played: true }, (s) => s.played, true),
  done('played', 'filters=IsUnplayed', { played: false }, (s) => !s.played),
  done('played', 'isPlayed=false', { played: false }, (s) => !s.played),
  done('resumable', 'filters=IsResumable', { resumable: true }, (s) => s.begun, true),
  done('resumable', null, { resumable: false }, (s) => !s.begun),
  done('liked', 'filters=Likes', { liked: true }, (s) => s.likes === true, true),
  done('liked', 'filters=Dislikes', { liked: false }, (s) => s.likes === false, true),
  done(
    'favoriteOrLiked',
    'filters=IsFavoriteOrLikes',
    { favoriteOrLiked: true },
    (s) => s.favorite || s.likes === true,
    true,
  ),
]

export const conditions: readonly Condition[] = [
  { field: 'search', rest: 'searchTerm=bee', filter: { search: 'bee' }, fits: calledLike('bee') },
  {
    field: 'search',
    rest: 'searchTerm=part%20a',
    filter: { search: 'part a' },
    fits: calledLike('part', 'a'),
  },
  of('genres', 'genres=Drama', { genres: ['Drama'] }, ({ title }) => has(title.genres, 'Drama')),
  of('genres', 'genres=action|western', { genres: ['action', 'western'] }, ({ title }) =>
    has(title.genres, 'action'),
  ),
  of('genres', 'genreIds=<Drama>', { genreIds: ['<Drama>'] }, ({ title }) =>
    has(title.genres, 'Drama'),
  ),
  of('studios', 'studioIds=<Acme>', { studioIds: ['<Acme>'] }, ({ title }) =>
    has(title.studios, 'Acme'),
  ),
  of('studios', 'studios=warner', { studios: ['warner'] }, ({ title }) =>
    has(title.studios, 'warner'),
  ),
  of('people', 'person=Ada%20Actor', { people: ['Ada Actor'] }, (item) =>
    has(peopleOf(item), 'Ada Actor'),
  ),
  of('people', 'personIds=<Ada Actor>', { personIds: ['<Ada Actor>'] }, (item) =>
    has(peopleOf(item), 'Ada Actor'),
  ),
  of(
    'people',
    'person=Ada%20Actor&personTypes=Director',
    { people: ['Ada Actor'], personTypes: ['DIRECTOR'] },
    ({ title, episode }) => !episode && has(title.director, 'Ada Actor'),
  ),
  of(
    'people',
    'personIds=<Ada Actor>&personTypes=Actor,Writer',
    { personIds: ['<Ada Actor>'], personTypes: ['ACTOR', 'WRITER'] },
    ({ title, episode }) => !episode && has(title.cast, 'Ada Actor'),
  ),
  of('years', 'years=1999,2010', { years: [1999, 2010] }, (item) =>
    [1999, 2010].includes(yearOf(item)!),
  ),
  of('years', 'years=2003', { years: [2003] }, (item) => yearOf(item) === 2003),
  of('certifications', 'officialRatings=R|pg-13', { certifications: ['R', 'pg-13'] }, ({ title }) =>
    ['R', 'PG-13'].includes(title.certification ?? ''),
  ),
  of(
    'maxCertification',
    'maxOfficialRating=PG-13',
    { maxCertification: 'PG-13' },
    (item) => ageOf(item) <= 13,
  ),
  of(
    'minCertification',
    'minOfficialRating=TV-14',
    { minCertification: 'TV-14' },
    (item) => ageOf(item) >= 14,
  ),
  of('nameStartsWith', 'nameStartsWith=b', { nameStartsWith: 'b' }, ({ name }) =>
    bare(name).startsWith('b'),
  ),
  of('nameStartsWith', 'nameStartsWith=The%20L', { nameStartsWith: 'The L' }, ({ name }) =>
    bare(name).startsWith('l'),
  ),
  of(
    'nameFrom',
    'nameStartsWithOrGreater=m',
    { nameFrom: 'm' },
    ({ name }) => sortName(name) >= 'm',
  ),
  of('nameBefore', 'nameLessThan=m', { nameBefore: 'm' }, ({ name }) => sortName(name) < 'm'),
  of('minRating', 'minCommunityRating=7', { minRating: 7 }, (item) => (ratingOf(item) ?? 0) >= 7),
  of(
    'premieredFrom',
    'minPremiereDate=2003-02-01',
    { premieredFrom: new Date(Date.UTC(2003, 1)).toISOString() },
    (item) => (premiereOf(item) ?? -1) >= Date.UTC(2003, 1),
  ),
  of(
    'premieredTo',
    'maxPremiereDate=2003-02-01',
    { premieredTo: new Date(Date.UTC(2003, 1)).toISOString() },
    (item) => (premiereOf(item) ?? Infinity) <= Date.UTC(2003, 1),
  ),
  of(
    'seriesStatus',
    'seriesStatus=Ended',
    { seriesStatus: ['ENDED'] },
    ({ kind, title }) => kind === 'Series' && title.status === 'Ended',
  ),
  of('aired', 'isMissing=false', { aired: true }, isAired),
  of('aired', 'isUnaired=true', { aired: false }, (item) => !isAired(item)),
  of('hasOverview', 'hasOverview=true', { hasOverview: true }, ({ title, episode }) =>
    Boolean(!episode && title.description),
  ),
  ...[true, false].flatMap((wanted) => [
    of(
      'hasCertification',
      `hasOfficialRating=${wanted}`,
      { hasCertification: wanted },
      ({ title }) => Boolean(title.certification) === wanted,
    ),
    of(
      'hasTrailer',
      `hasTrailer=${wanted}`,
      { hasTrailer: wanted },
      ({ title, episode }) => Boolean(!episode && title.trailers) === wanted,
    ),
  ]),
  of('pictures', 'imageTypes=Primary', { pictures: ['PRIMARY'] }, ({ title, episode }) =>
    Boolean(!episode && title.poster),
  ),
  of(
    'pictures',
    'imageTypes=Logo,Backdrop',
    { pictures: ['LOGO', 'BACKDROP'] },
    ({ title, episode }) => Boolean(!episode && (title.logo ?? title.background)),
  ),
  of('tags', 'tags=any', { tags: ['any'] }, () => false),
  of(
    'addedFrom',
    'minDateLastSaved=<the new episode>',
    { addedFrom: '<the new episode>' },
    ({ createdAt }) => createdAt >= Date.parse(newEpisodeAt()),
  ),
  of(
    'addedFrom',
    'minDateLastSavedForUser=2020-01-01',
    { addedFrom: new Date(Date.UTC(2020, 0)).toISOString() },
    () => true,
  ),
  of(
    'excludeIds',
    'excludeItemIds=<Zebra>',
    { excludeIds: ['<Zebra>'] },
    ({ name }) => name !== 'Zebra',
  ),
  of(
    'excludeIds',
    'excludeItemIds=<Bee Keepers>,<Bee day>',
    { excludeIds: ['<Bee Keepers>', '<Bee day>'] },
    ({ name, series }) =>
      name !== 'Bee Keepers' && (name !== 'Bee day' || series?.name !== 'The Long Run'),
  ),
  of('ids', 'hasTmdbId=false', { withoutIds: ['TMDB'] }, ({ title, episode }) =>
    Boolean(episode ?? !title.moviedb_id),
  ),
  of('ids', 'hasTmdbId=true', { withIds: ['TMDB'] }, ({ title, episode }) =>
    Boolean(!episode && title.moviedb_id),
  ),
  of('index', 'indexNumber=1', { index: 1 }, ({ episode }) => episode?.episode === 1),
  of(
    'parentIndex',
    'parentIndexNumber=2',
    { parentIndex: 2 },
    ({ episode }) => episode?.season === 2,
  ),
  of(
    'folder',
    'filters=IsFolder',
    { excludeKinds: ['MOVIE', 'EPISODE'] },
    ({ kind }) => kind === 'Series',
  ),
  of(
    'folder',
    'filters=IsNotFolder',
    { excludeKinds: ['SERIES', 'SEASON'] },
    ({ kind }) => kind !== 'Series',
  ),
  of(
    'excluded',
    'excludeItemTypes=Movie',
    { excludeKinds: ['MOVIE'] },
    ({ kind }) => kind !== 'Movie',
  ),
]
