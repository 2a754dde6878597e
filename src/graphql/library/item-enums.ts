import { seriesStatuses } from '../../model/item-query.ts'
import { itemKinds } from '../../model/item-ref.ts'
import { collectionTypes, personRoles, pictures } from '../../model/library-item.ts'
import { idSpaces } from '../../model/media-id.ts'
import { enumOf } from '../enum-of.ts'

export const ItemKindRef = enumOf('ItemKind', itemKinds, 'What an item is.', {
  library: 'a catalog of a source, or the library of playlists',
  movie: 'a film',
  series: 'a series',
  season: 'a season of a series',
  episode: 'an episode of a series',
  video: 'anything but films and series, such as a clip',
  person: 'a person who appears in titles or made them',
  genre: 'a genre',
  studio: 'a studio',
  year: 'a year in which titles came out',
  playlist: 'a playlist of a user',
  collection: 'titles that belong together, of the household or of a source',
})

export const PersonRoleRef = enumOf('PersonRole', personRoles, 'The role of a person in a title.', {
  Actor: 'plays a character',
  Director: 'directed it',
  Writer: 'wrote it',
  Producer: 'produced it',
  Creator: 'created the series',
})

export const SeriesStatusRef = enumOf(
  'SeriesStatus',
  seriesStatuses,
  'The state of a series. In filters, an announced series also counts as continuing.',
  {
    Continuing: 'more episodes are expected',
    Ended: 'no more episodes are expected',
    Unreleased: 'announced, but not yet broadcast',
  },
)

const databases = idSpaces.filter((space) => space !== 'opaque')

export const DatabaseRef = enumOf(
  'Database',
  databases,
  'A database in which a title may have an id.',
  {
    imdb: 'imdb.com',
    tmdb: 'themoviedb.org',
    tvdb: 'thetvdb.com',
    kitsu: 'kitsu.app',
    mal: 'myanimelist.net',
    anilist: 'anilist.co',
    anidb: 'anidb.net',
  },
)

export const CollectionTypeRef = enumOf(
  'CollectionType',
  collectionTypes,
  'What a library contains.',
  {
    movies: 'films',
    tvshows: 'series',
    playlists: 'playlists',
    boxsets: 'collections',
  },
)

export const PictureRef = enumOf('Picture', pictures, 'Kinds of pictures.', {
  primary: 'the poster, or a still of an episode',
  backdrop: 'a wide picture for backgrounds',
  logo: 'the name as a picture',
  thumb: 'a wide picture for lists',
})
