/** Names of containers or codecs that are meant: those in it, or all others; null: any. */
export type NameList = {
  readonly names: readonly string[]
  readonly excludes: boolean
}

/** What a file must have to be played as it is. */
export type DirectPlay = {
  readonly containers: NameList | null
  readonly videoCodecs: NameList | null
  readonly audioCodecs: NameList | null
}

export const conditionKinds = [
  'Equals',
  'NotEquals',
  'LessThanEqual',
  'GreaterThanEqual',
  'EqualsAny',
] as const

export type ProfileCondition = {
  readonly condition: (typeof conditionKinds)[number]
  /** As the standard names it, such as `VideoBitDepth`. */
  readonly property: string
  /** Several are separated by `|`. */
  readonly value: string
}

export const limitedParts = ['container', 'video', 'audio'] as const

/** What holds for files of some containers or codecs. */
export type ProfileLimit = {
  readonly of: (typeof limitedParts)[number]
  readonly containers: NameList | null
  readonly codecs: NameList | null
  /** It speaks of files alone that meet all of these. */
  readonly applies: readonly ProfileCondition[]
  readonly conditions: readonly ProfileCondition[]
}

export const deliveryMethods = ['External', 'Embed', 'Encode', 'Hls', 'Drop'] as const

export type SubtitleProfile = {
  /** Lower case. */
  readonly format: string
  readonly method: (typeof deliveryMethods)[number]
  readonly languages: NameList | null
  readonly containers: NameList | null
}

/** What an app says that its device plays. */
export type DeviceProfile = {
  /** Bits per second; null: any. */
  readonly maxBitrate: number | null
  /** Empty: nothing is said. */
  readonly directPlay: readonly DirectPlay[]
  readonly limits: readonly ProfileLimit[]
  readonly subtitles: readonly SubtitleProfile[]
}
