import type { UpstreamProblem } from '../core/upstream-error.ts'

/** Ids that sources without one of their own were given, by a mark of their address. */
export type SourceIds = Readonly<Record<string, string>>

export type Source = {
  /** Row of the configuration that asks; null: one that is not stored. */
  readonly configuration: number | null
  readonly id: string
  readonly name: string | null
  /** Address of the manifest. May hold secrets: never log or show it. */
  readonly url: string
  /** Milliseconds; null: the server's default. */
  readonly timeout: number | null
  /** Null: all that the manifest declares. */
  readonly resources: readonly string[] | null
  readonly mediaTypes: readonly string[] | null
}

export type SubtitleTrack = {
  readonly id: string | null
  readonly url: string
  readonly lang: string | null
}

/** As its source sent it, with every value's type checked. */
export type SourceStream = {
  readonly name: string
  /** The protocol's older `title` where `description` is absent. */
  readonly description: string
  readonly infoHash: string | null
  readonly fileIdx: number | null
  /** Trackers and DHT nodes. */
  readonly sources: readonly string[]
  readonly url: string | null
  readonly nzbUrl: string | null
  readonly ytId: string | null
  readonly externalUrl: string | null
  readonly filename: string | null
  /** Bytes. */
  readonly videoSize: number | null
  readonly videoHash: string | null
  readonly bingeGroup: string | null
  readonly notWebReady: boolean
  readonly requestHeaders: Readonly<Record<string, string>> | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly countryWhitelist: readonly string[]
  readonly subtitleTracks: readonly SubtitleTrack[]
}

export const emptyStream: SourceStream = {
  name: '',
  description: '',
  infoHash: null,
  fileIdx: null,
  sources: [],
  url: null,
  nzbUrl: null,
  ytId: null,
  externalUrl: null,
  filename: null,
  videoSize: null,
  videoHash: null,
  bingeGroup: null,
  notWebReady: false,
  requestHeaders: null,
  responseHeaders: null,
  countryWhitelist: [],
  subtitleTracks: [],
}

/** A source that did not answer, and why, for people. */
export type CatalogFailure = UpstreamProblem & { readonly source: Source }

export type ListedAddon = {
  readonly transportUrl: string
  readonly transportName: string
  /** As the source sent it; it has an id, a name and a version. */
  readonly manifest: Readonly<Record<string, unknown>>
}
