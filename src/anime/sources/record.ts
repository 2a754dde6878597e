import type { AnimeEpisodeMapping, AnimeIdType, AnimeType, KindedId } from '../../model/anime.ts'

/** Ids that name one entry each: the only ones that entries of different lists are recognised by. The most telling first. */
export const entryIdTypes = [
  'anidbId',
  'malId',
  'anilistId',
  'kitsuId',
  'livechartId',
  'anisearchId',
  'animePlanetId',
  'notifyMoeId',
  'simklId',
  'animecountdownId',
] as const satisfies readonly AnimeIdType[]

export type EntryIdType = (typeof entryIdTypes)[number]

/** Where the first episode stands; a null season: counted through all seasons from 1. */
export type Numbering = { readonly season: number | null; readonly fromEpisode: number }

/** What one list says of one anime. Absent means that it says nothing. */
export type AnimeRecord = {
  readonly ids: Readonly<Partial<Record<EntryIdType, number | string>>>
  readonly title?: string | null
  readonly type?: AnimeType | null
  readonly year?: number | null
  readonly imdb?: readonly string[]
  readonly tmdb?: readonly KindedId[]
  readonly trakt?: readonly KindedId[]
  readonly tvdb?: number | null
  readonly tvdbNumbering?: Numbering | null
  readonly tmdbNumbering?: Numbering | null
  /** Within the first id of `imdb`. */
  readonly imdbNumbering?: Numbering | null
  readonly traktSeason?: number | null
  readonly episodeMappings?: readonly AnimeEpisodeMapping[]
}

/** Reads a whole list; null stands for a record that cannot be understood. Throws a SourceShapeError where the list is not what it should be. */
export type SourceReader = (bytes: Buffer) => Iterable<AnimeRecord | null>

/** A list that is damaged or has changed its form. The message is one line for the operator. */
export class SourceShapeError extends Error {
  override readonly name = 'SourceShapeError'
}
