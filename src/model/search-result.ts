import type { Described } from './field-table.ts'
import type { ParsedFile } from './parsed-file.ts'
import type { resultFields } from './result-fields.ts'

/** Absent values are null, lists are empty, never missing. */
export type SearchResult = Described<typeof resultFields, { ParsedFile: ParsedFile }>

export type Stream = SearchResult & {
  readonly sourceId: string
  /** Order of the source in the configuration, from 0. */
  readonly sourceIndex: number
  /** Position in its source's answer, from 0. */
  readonly position: number
  readonly originalName: string
  readonly originalDescription: string
  /** Sum over the preferred expressions that match; 0 before scoring. */
  readonly regexScore: number
  readonly regexNames: readonly string[]
  /** Sum over the score expressions that match; 0 before scoring. */
  readonly expressionScore: number
}

export type MediaQuery = {
  readonly type: string
  readonly id: string
  readonly season: number | null
  readonly episode: number | null
  /** The id belongs to an anime database or is known to be an anime's. */
  readonly anime: boolean
  /** The main title first; empty where no source knows it. */
  readonly titles: readonly string[]
  readonly year: number | null
  readonly endYear: number | null
  /** Minutes. */
  readonly runtime: number | null
  /** Other numberings that a release name may use, such as the absolute one. */
  readonly alternativeEpisodes: readonly {
    readonly season: number | null
    readonly episode: number
  }[]
}
