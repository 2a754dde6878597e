import { buildSchema } from 'graphql'

export type AniListStatus =
  | 'CURRENT'
  | 'PLANNING'
  | 'COMPLETED'
  | 'DROPPED'
  | 'PAUSED'
  | 'REPEATING'

export type AniListEntry = {
  id: number
  mediaId: number
  status: AniListStatus
  progress: number
  repeat: number
  /** Epoch seconds. */
  updatedAt: number
  completedAt: { year: number | null; month: number | null; day: number | null }
  /** Lists of the person's own that it is on too. */
  customLists: readonly string[]
}

/** The parts of AniList's schema that clients of lists use, as the API introspects them. */
export const schema = buildSchema(`
  enum MediaType { ANIME MANGA }
  enum MediaFormat { TV TV_SHORT MOVIE SPECIAL OVA ONA MUSIC MANGA NOVEL ONE_SHOT }
  enum MediaListStatus { CURRENT PLANNING COMPLETED DROPPED PAUSED REPEATING }
  type FuzzyDate { year: Int month: Int day: Int }
  input FuzzyDateInput { year: Int month: Int day: Int }
  type MediaTitle { romaji(stylised: Boolean): String english(stylised: Boolean): String }
  type Media {
    id: Int!
    idMal: Int
    type: MediaType
    format: MediaFormat
    episodes: Int
    title: MediaTitle
    startDate: FuzzyDate
    mediaListEntry: MediaList
  }
  type MediaList {
    id: Int!
    userId: Int!
    mediaId: Int!
    status: MediaListStatus
    progress: Int
    repeat: Int
    updatedAt: Int
    completedAt: FuzzyDate
    media: Media
  }
  type MediaListGroup {
    entries: [MediaList]
    name: String
    isCustomList: Boolean
    status: MediaListStatus
  }
  type MediaListCollection { lists: [MediaListGroup] hasNextChunk: Boolean }
  type User { id: Int! name: String! }
  type Deleted { deleted: Boolean }
  type Query {
    Viewer: User
    Media(id: Int, idMal: Int, type: MediaType): Media
    MediaListCollection(
      userId: Int
      userName: String
      type: MediaType
      status: MediaListStatus
      chunk: Int
      perChunk: Int
    ): MediaListCollection
  }
  type Mutation {
    SaveMediaListEntry(
      id: Int
      mediaId: Int
      status: MediaListStatus
      progress: Int
      repeat: Int
      completedAt: FuzzyDateInput
    ): MediaList
    DeleteMediaListEntry(id: Int): Deleted
  }
`)

/** What the server knows. */
export const works = [
  {
    id: 1,
    episodes: 26,
    format: 'TV',
    english: 'Cowboy Bebop',
    romaji: 'Cowboy Bebop',
    year: 1998,
  },
  {
    id: 5,
    episodes: null,
    format: 'MOVIE',
    english: null,
    romaji: 'Cowboy Bebop: Tengoku no Tobira',
    year: 2001,
  },
  { id: 21, episodes: null, format: 'TV', english: 'ONE PIECE', romaji: 'ONE PIECE', year: 1999 },
  {
    id: 199,
    episodes: 1,
    format: 'MOVIE',
    english: 'Spirited Away',
    romaji: 'Sen to Chihiro no Kamikakushi',
    year: 2001,
  },
  { id: 1535, episodes: 37, format: 'TV', english: null, romaji: 'DEATH NOTE', year: 2006 },
  {
    id: 16498,
    episodes: 25,
    format: 'TV',
    english: 'Attack on Titan',
    romaji: 'Shingeki no Kyojin',
    year: 2013,
  },
  {
    id: 110277,
    episodes: 16,
    format: 'TV',
    english: 'Attack on Titan Final Season',
    romaji: 'Shingeki no Kyojin: The Final Season',
    year: 2020,
  },
  {
    id: 131681,
    episodes: 12,
    format: 'TV',
    english: 'Attack on Titan Final Season Part 2',
    romaji: 'Shingeki no Kyojin: The Final Season Part 2',
    year: 2022,
  },
] as const
