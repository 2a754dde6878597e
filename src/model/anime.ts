/** The id kinds that an anime can be asked for by, as clients write them. */
export const animeIdTypes = [
  'animePlanetId',
  'animecountdownId',
  'anidbId',
  'anilistId',
  'anisearchId',
  'imdbId',
  'kitsuId',
  'livechartId',
  'malId',
  'notifyMoeId',
  'simklId',
  'themoviedbId',
  'thetvdbId',
  'traktId',
] as const

export type AnimeIdType = (typeof animeIdTypes)[number]

export type AnimeQuery = {
  readonly idType: AnimeIdType
  /** A number, a slug or a `tt` id; `tv:` or `movie:` before a number names its kind. */
  readonly idValue: string | number
  /** Whole numbers from 0; absent where the caller named none. */
  readonly season?: number | null
  readonly episode?: number | null
}

/** The lists that the anime database is made of, and `overrides` for the operator's own corrections. */
export const animeSourceNames = [
  'fribb',
  'manami',
  'kometa',
  'animeApi',
  'animeLists',
  'kitsuImdb',
  'anitraktTv',
  'anitraktMovies',
  'overrides',
] as const

export type AnimeSourceName = (typeof animeSourceNames)[number]

export const animeTypes = ['TV', 'MOVIE', 'OVA', 'ONA', 'SPECIAL'] as const

export type AnimeType = (typeof animeTypes)[number]

/** Numberings with seasons, which several entries of one show share. */
export const numberingSpaces = ['tvdb', 'tmdb', 'imdb', 'trakt'] as const

export type NumberingSpace = (typeof numberingSpaces)[number]

/** A number of TMDB or Trakt, which count films and shows separately. */
export type KindedId = { readonly kind: 'tv' | 'movie'; readonly id: number }

/** Where the first episode of an entry stands in another numbering. */
export type AnimeNumbering = { readonly season: number; readonly fromEpisode: number }

/** Where episodes of an entry stand, beyond what its numbering says. */
export type AnimeEpisodeMapping = {
  /** `absolute`: the episodes are counted through all seasons; `range`: `start` to `end` shifted by `offset`; `pairs`: one by one. */
  readonly kind: 'absolute' | 'range' | 'pairs'
  readonly space: 'tvdb' | 'tmdb'
  /** Whether the entry's own specials are meant and not its regular episodes. */
  readonly special: boolean
  /** Season in that space; null for `absolute`: any from 1. */
  readonly season: number | null
  /** First and last own episode of a range; null: no end. */
  readonly start: number | null
  readonly end: number | null
  /** What is added to an own episode to get that of the space. */
  readonly offset: number
  /** Own episode, and its episodes there; none: it does not exist there. */
  readonly pairs: readonly { readonly episode: number; readonly others: readonly number[] }[]
}

/** One anime under all its ids. Absent values are null, lists are empty. */
export type AnimeMapping = {
  /** Names the entry for as long as the data stays as it is. */
  readonly id: string
  readonly title: string | null
  readonly type: AnimeType | null
  /** Year of the first broadcast. */
  readonly year: number | null
  readonly mappings: {
    readonly animePlanetId: string | null
    readonly animecountdownId: number | null
    readonly anidbId: number | null
    readonly anilistId: number | null
    readonly anisearchId: number | null
    readonly imdbId: string | null
    readonly kitsuId: number | null
    readonly livechartId: number | null
    readonly malId: number | null
    readonly notifyMoeId: string | null
    readonly simklId: number | null
    readonly themoviedbId: number | null
    readonly thetvdbId: number | null
    readonly traktId: number | null
  }
  /** Every value of the ids that can have several, the one in `mappings` first. */
  readonly alternatives: {
    readonly imdbId: readonly string[]
    readonly themoviedbId: readonly KindedId[]
    readonly traktId: readonly KindedId[]
  }
  readonly numbering: Readonly<Record<NumberingSpace, AnimeNumbering | null>>
  readonly episodeMappings: readonly AnimeEpisodeMapping[]
  /** The lists that know this entry. */
  readonly sources: readonly AnimeSourceName[]
}

/** One episode in one id's own numbering. */
export type AnimeEpisode = {
  readonly idType: AnimeIdType
  readonly idValue: string | number
  /** Ids of one entry have no seasons: null for regular episodes, 0 for specials. Null for a film. */
  readonly season: number | null
  readonly episode: number | null
}
