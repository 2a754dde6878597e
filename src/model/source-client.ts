import type { SourceManifest } from './source-manifest.ts'
import type { SourceMeta } from './source-meta.ts'
import type { ListedAddon, Source, SourceStream, SubtitleTrack } from './source.ts'

export type AskOptions = {
  /** Aborting stops waiting; the request ends when nobody waits. An UpstreamError as reason becomes the failure. */
  readonly signal?: AbortSignal
  readonly maxBytes?: number
  /** The scheduler's order for the CPU work of reading. */
  readonly order?: number
  /** Accepts only a fresh answer: a stale one is asked for anew, and fails if the source does. */
  readonly recent?: boolean
  /** Its failures pause only other guesses. */
  readonly guess?: boolean
}

export type CatalogOptions = AskOptions & {
  /** Entries that are read at once; the others may wait as `unread`. */
  readonly first?: number
}

export type Answer<T> = {
  readonly value: T
  /** `stale`: used because it is being renewed or the source failed. Null: just asked for. */
  readonly fromCache: 'fresh' | 'stale' | null
  readonly bytes?: number
}

export type CatalogAnswer = Answer<readonly SourceMeta[]> & {
  /** Titles listed, unreadable ones included: the next page begins after them. Absent: as many as were read. */
  readonly entries?: number
  /** Titles after these, for whoever asked for the first ones. */
  readonly unread?: UnreadTitles
}

export type UnreadTitles = {
  readonly count: number
  read(): Promise<readonly SourceMeta[]>
}

/** Every call fails with an UpstreamError whose message is safe to show. */
export type SourceClient = {
  manifest(source: Source, options?: AskOptions): Promise<Answer<SourceManifest>>
  streams(
    source: Source,
    type: string,
    id: string,
    options?: AskOptions,
  ): Promise<Answer<readonly SourceStream[]>>
  meta(
    source: Source,
    type: string,
    id: string,
    options?: AskOptions,
  ): Promise<Answer<SourceMeta | null>>
  /** One page in the catalog's order, without videos. `extra`: its parameters, such as `skip`, `genre` and `search`. */
  catalog(
    source: Source,
    type: string,
    id: string,
    extra: Readonly<Record<string, string>>,
    options?: CatalogOptions,
  ): Promise<CatalogAnswer>
  /** `extra`: what is known of the file, such as `videoHash`, `videoSize`, `filename`. */
  subtitles(
    source: Source,
    type: string,
    id: string,
    extra: Readonly<Record<string, string>>,
    options?: AskOptions,
  ): Promise<Answer<readonly SubtitleTrack[]>>
  /** One of its lists of other addons. */
  addons(
    source: Source,
    type: string,
    id: string,
    options?: AskOptions,
  ): Promise<Answer<readonly ListedAddon[]>>
}
