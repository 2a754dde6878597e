import type { AnimeEpisodeMapping, AnimeIdType, AnimeType, KindedId } from '../../model/anime.ts'

/** Ids that name one entry each, by which entries of different lists are recognised; the most distinctive first. */
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

export type Numbering = { readonly season: number | null; readonly fromEpisode: number }

/** Absent means that the list says nothing. */
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

/** Null stands for an unreadable record. Throws a SourceShapeError where the whole list is not as expected. */
export type SourceReader = (bytes: Buffer) => Iterable<AnimeRecord | null>

/** Damaged, or changed in form. The message is one line for the operator. */
export class SourceShapeError extends Error {
  override readonly name = 'SourceShapeError'
}
