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
  readonly season?: number | null
  readonly episode?: number | null
}

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

export const numberingSpaces = ['tvdb', 'tmdb', 'imdb', 'trakt'] as const

export type NumberingSpace = (typeof numberingSpaces)[number]

/** TMDB and Trakt count films and shows separately. */
export type KindedId = { readonly kind: 'tv' | 'movie'; readonly id: number }

/** The position of an entry's first episode in another numbering. */
export type AnimeNumbering = { readonly season: number; readonly fromEpisode: number }

export type AnimeEpisodeMapping = {
  /** `absolute`: counted through all seasons; `range`: `start` to `end`, shifted by `offset`; `pairs`: one by one. */
  readonly kind: 'absolute' | 'range' | 'pairs'
  readonly space: 'tvdb' | 'tmdb'
  readonly special: boolean
  /** Season in that space; null for `absolute`: any from 1. */
  readonly season: number | null
  /** First and last of the entry's own episodes in a range; null: no end. */
  readonly start: number | null
  readonly end: number | null
  readonly offset: number
  /** An own episode and its episodes there; an empty list: it does not exist there. */
  readonly pairs: readonly { readonly episode: number; readonly others: readonly number[] }[]
}

export type AnimeMapping = {
  /** Stable only until the next import of the data. */
  readonly id: string
  readonly title: string | null
  readonly type: AnimeType | null
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
  /** All values of ids that can have several; the one in `mappings` comes first. */
  readonly alternatives: {
    readonly imdbId: readonly string[]
    readonly themoviedbId: readonly KindedId[]
    readonly traktId: readonly KindedId[]
  }
  readonly numbering: Readonly<Record<NumberingSpace, AnimeNumbering | null>>
  readonly episodeMappings: readonly AnimeEpisodeMapping[]
  readonly sources: readonly AnimeSourceName[]
}

export type AnimeEpisode = {
  readonly idType: AnimeIdType
  readonly idValue: string | number
  /** 0 for specials; null for films and regular episodes, because an entry's own ids have no seasons. */
  readonly season: number | null
  readonly episode: number | null
}
