import type { SourceManifest } from './source-manifest.ts'
import type { SourceMeta } from './source-meta.ts'
import type { Source, SourceStream, SubtitleTrack } from './source.ts'

export type AskOptions = {
  /** Leaves; the request itself ends when nobody waits for it any more. A reason that is an UpstreamError becomes the failure. */
  readonly signal?: AbortSignal
  /** Most bytes of the answer; default: the server's setting. */
  readonly maxBytes?: number
  /** Place of the reading among all CPU work, from the scheduler. */
  readonly order?: number
  /** Whether only an answer that is still fresh will do: an older one is asked for now, and fails as the source does. */
  readonly recent?: boolean
}

export type Answer<T> = {
  readonly value: T
  /** `stale` was older than its source allows, and was used because it may be renewed behind or because the source failed. Null: just asked for. */
  readonly fromCache: 'fresh' | 'stale' | null
  /** Its size, where the client knows it. */
  readonly bytes?: number
}

/** A page of a catalog. */
export type CatalogAnswer = Answer<readonly SourceMeta[]> & {
  /** How many titles the source listed, unreadable ones among them: the next page begins behind them. Absent: as many as could be read. */
  readonly entries?: number
}

/** Asks sources of one protocol. Every call fails with an UpstreamError, whose message is fit to be shown. */
export type SourceClient = {
  manifest(source: Source, options?: AskOptions): Promise<Answer<SourceManifest>>
  streams(
    source: Source,
    type: string,
    id: string,
    options?: AskOptions,
  ): Promise<Answer<readonly SourceStream[]>>
  /** Null where the source does not know the title. */
  meta(
    source: Source,
    type: string,
    id: string,
    options?: AskOptions,
  ): Promise<Answer<SourceMeta | null>>
  /** One page of a catalog, in its order, without the videos of its titles. `extra` are the catalog's parameters, such as `skip`, `genre` and `search`. */
  catalog(
    source: Source,
    type: string,
    id: string,
    extra: Readonly<Record<string, string>>,
    options?: AskOptions,
  ): Promise<CatalogAnswer>
  /** `extra` is what is known of the file: `videoHash`, `videoSize`, `filename`. */
  subtitles(
    source: Source,
    type: string,
    id: string,
    extra: Readonly<Record<string, string>>,
    options?: AskOptions,
  ): Promise<Answer<readonly SubtitleTrack[]>>
}
