import type { AnimeSourceName } from '../model/anime.ts'

/**
 * Trusted lists first; unlisted ones have no say. Ids that name one entry are not here: for them the earlier list of
 * `animeSourceNames` wins, because entries are recognised by them.
 */
export const precedence = {
  title: [
    'overrides',
    'manami',
    'animeLists',
    'animeApi',
    'anitraktMovies',
    'anitraktTv',
    'kitsuImdb',
  ],
  type: ['overrides', 'fribb', 'manami', 'animeLists'],
  year: ['overrides', 'manami', 'anitraktMovies', 'anitraktTv'],
  // Lists that number episodes know best which show they number.
  thetvdbId: ['overrides', 'animeLists', 'kometa', 'fribb', 'animeApi', 'anitraktTv'],
  themoviedbId: [
    'overrides',
    'animeLists',
    'fribb',
    'kometa',
    'animeApi',
    'anitraktTv',
    'anitraktMovies',
    'kitsuImdb',
  ],
  imdbId: [
    'overrides',
    'animeLists',
    'fribb',
    'kometa',
    'kitsuImdb',
    'anitraktMovies',
    'animeApi',
    'anitraktTv',
  ],
  traktId: ['overrides', 'anitraktTv', 'anitraktMovies', 'animeApi'],
} as const satisfies Readonly<Record<string, readonly AnimeSourceName[]>>

export type RankedField = keyof typeof precedence

/** Lists that may add values beside better ones; others only fill an empty field. */
export const adding: Readonly<
  Record<'imdbId' | 'themoviedbId' | 'traktId', readonly AnimeSourceName[]>
> = {
  imdbId: ['animeLists', 'fribb', 'kometa', 'kitsuImdb', 'anitraktMovies'],
  themoviedbId: ['animeLists', 'fribb', 'anitraktMovies', 'kitsuImdb'],
  traktId: ['anitraktTv', 'anitraktMovies'],
}

/** 0 for the most trusted; infinite for a list that has no say in the field. */
export function distrust(field: RankedField, source: AnimeSourceName): number {
  const order: readonly AnimeSourceName[] = precedence[field]
  const at = order.indexOf(source)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}
