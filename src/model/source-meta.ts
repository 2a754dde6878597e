/** What a source knows about a film or series. Absent values are null, lists are empty. */
export type SourceMeta = {
  readonly id: string
  readonly type: string
  readonly name: string
  /** Other names, the original one among them. */
  readonly aliases: readonly string[]
  readonly year: number | null
  /** Last year of a series that ended. */
  readonly endYear: number | null
  /** Minutes. */
  readonly runtime: number | null
  readonly genres: readonly string[]
  readonly imdbId: string | null
  /** Number of the film or series at TMDB. */
  readonly tmdbId: string | null
  readonly episodes: readonly { readonly season: number; readonly episode: number }[]
}
