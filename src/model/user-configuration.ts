export const subtitleModes = ['Default', 'Always', 'OnlyForced', 'None', 'Smart'] as const

export type SubtitleMode = (typeof subtitleModes)[number]

/** How a user wants titles to be listed and played, as apps let it be chosen. */
export type UserConfiguration = {
  readonly playDefaultAudioTrack: boolean
  /** Codes, the one that is liked best first. */
  readonly audioLanguages: readonly string[]
  readonly subtitleLanguages: readonly string[]
  readonly subtitleMode: SubtitleMode
  readonly rememberAudioSelections: boolean
  readonly rememberSubtitleSelections: boolean
  readonly enableNextEpisodeAutoPlay: boolean
  readonly displayMissingEpisodes: boolean
  readonly displayCollectionsView: boolean
  readonly enableLocalPassword: boolean
  readonly hidePlayedInLatest: boolean
  /** Ids of libraries. */
  readonly groupedFolders: readonly string[]
  readonly orderedViews: readonly string[]
  readonly latestItemsExcludes: readonly string[]
  readonly myMediaExcludes: readonly string[]
  readonly castReceiverId: string | null
}

/** Of somebody who has chosen nothing. */
export const usualConfiguration: UserConfiguration = {
  playDefaultAudioTrack: true,
  audioLanguages: [],
  subtitleLanguages: [],
  subtitleMode: 'Default',
  rememberAudioSelections: true,
  rememberSubtitleSelections: true,
  enableNextEpisodeAutoPlay: true,
  displayMissingEpisodes: false,
  displayCollectionsView: false,
  enableLocalPassword: false,
  hidePlayedInLatest: true,
  groupedFolders: [],
  orderedViews: [],
  latestItemsExcludes: [],
  myMediaExcludes: [],
  castReceiverId: null,
}
