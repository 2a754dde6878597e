/** Numbers of episodes within one entry of MyAnimeList. */
export type EpisodeMarks = {
  readonly filler: readonly number[]
  readonly recap: readonly number[]
}

/** Fails with an UpstreamError; an unknown entry has no marks. */
export type FillerSource = (malId: string, signal: AbortSignal) => Promise<EpisodeMarks>
