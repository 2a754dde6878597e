/** One configured upstream, as the search sees it. */
export type Source = {
  /** Stable within its configuration. */
  readonly id: string
  /** As the configuration names it; null: as its manifest does. */
  readonly name: string | null
  /** Address of the manifest, http or https. May hold secrets: never log or show it. */
  readonly url: string
  /** Milliseconds for one answer; null: the server's default. */
  readonly timeout: number | null
  /** Resources to use, null: all that the manifest declares. */
  readonly resources: readonly string[] | null
  /** Media types to ask for, null: all that the manifest declares. */
  readonly mediaTypes: readonly string[] | null
}

/** An external subtitle track that came with a stream. */
export type SubtitleTrack = {
  readonly id: string | null
  readonly url: string
  readonly lang: string | null
}

/** A stream as its source sent it, with every value checked for its type; the search reads meaning into it later. */
export type SourceStream = {
  /** Label lines, as the source wrote them. */
  readonly name: string
  /** Text under the label; the protocol's older `title` where `description` is absent. */
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
