import type { ParsedFile } from './parsed-file.ts'
import type { SubtitleTrack } from './source.ts'
import type { StreamType } from './vocabulary.ts'

/** One stream as clients see it. Absent values are null, lists are empty, never missing. */
export type SearchResult = {
  readonly infoHash: string | null
  readonly fileIdx: number | null
  readonly sources: readonly string[]
  readonly url: string | null
  readonly nzbUrl: string | null
  readonly ytId: string | null
  readonly externalUrl: string | null
  readonly filename: string | null
  readonly folderName: string | null
  /** Bytes. */
  readonly size: number | null
  /** Bytes of the whole torrent or folder. */
  readonly folderSize: number | null
  readonly seeders: number | null
  /** Hours. */
  readonly age: number | null
  readonly indexer: string | null
  /** Name of the source that sent it. */
  readonly addon: string
  readonly type: StreamType
  /** Lower-case id of the debrid or usenet service, such as `realdebrid`. */
  readonly service: string | null
  /** Whether the service has it ready; null where nothing says so. */
  readonly cached: boolean | null
  /** Whether it is in the person's own library of that service. */
  readonly library: boolean
  readonly proxied: boolean
  /** What the source had to say beside the stream, in its own words. */
  readonly message: string | null
  /** Seconds. */
  readonly duration: number | null
  /** Bits per second. */
  readonly bitrate: number | null
  readonly languages: readonly string[]
  readonly subtitles: readonly string[]
  readonly subtitleTracks: readonly SubtitleTrack[]
  readonly videoHash: string | null
  readonly bingeGroup: string | null
  readonly notWebReady: boolean
  readonly requestHeaders: Readonly<Record<string, string>> | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly countryWhitelist: readonly string[]
  readonly private: boolean
  readonly parsedFile: ParsedFile
  /** Display text; null until formatted. */
  readonly name: string | null
  readonly description: string | null
}

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
