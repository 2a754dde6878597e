import type { Described } from './field-table.ts'
import type { ParsedFile } from './parsed-file.ts'
import type { resultFields } from './result-fields.ts'

/** One stream as clients see it. Absent values are null, lists are empty, never missing. */
export type SearchResult = Described<typeof resultFields, { ParsedFile: ParsedFile }>

/** A result on its way through the pipeline, with what only the pipeline and the templates read. */
export type Stream = SearchResult & {
  readonly sourceId: string
  /** Order of the source in the configuration, from 0. */
  readonly sourceIndex: number
  /** Position in its source's answer, from 0. */
  readonly position: number
  /** The source's own label and text. */
  readonly originalName: string
  readonly originalDescription: string
  /** Sum of the scores of the preferred regular expressions that match; 0 before scoring. */
  readonly regexScore: number
  /** Names of those expressions, best first. */
  readonly regexNames: readonly string[]
  /** Sum of the scores of the configuration's score expressions; 0 before scoring. */
  readonly expressionScore: number
}

/** What is being searched for, as filters and templates need it. */
export type MediaQuery = {
  /** `movie`, `series`, or what the caller named. */
  readonly type: string
  readonly id: string
  readonly season: number | null
  readonly episode: number | null
  /** True where the id belongs to an anime database or is known to be an anime's. */
  readonly anime: boolean
  /** Names of the title, the main one first; empty where no source knows it. */
  readonly titles: readonly string[]
  readonly year: number | null
  /** Last year of a series that ended. */
  readonly endYear: number | null
  /** Minutes; null where unknown. */
  readonly runtime: number | null
  /** Other numberings of the same episode that a release name may use, such as the absolute one. */
  readonly alternativeEpisodes: readonly {
    readonly season: number | null
    readonly episode: number
  }[]
}
