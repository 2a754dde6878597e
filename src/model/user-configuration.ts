export const subtitleModes = ['Default', 'Always', 'OnlyForced', 'None', 'Smart'] as const

export type SubtitleMode = (typeof subtitleModes)[number]

export type UserConfiguration = {
  readonly playDefaultAudioTrack: boolean
  /** Language codes, the preferred one first. */
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
  readonly groupedFolders: readonly string[]
  readonly orderedViews: readonly string[]
  readonly latestItemsExcludes: readonly string[]
  readonly myMediaExcludes: readonly string[]
  readonly castReceiverId: string | null
}

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
