/** Names of containers or codecs: those listed, or all but those; null: any. */
export type NameList = {
  readonly names: readonly string[]
  readonly excludes: boolean
}

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
  /** In the words of the Jellyfin API, such as `VideoBitDepth`. */
  readonly property: string
  /** Alternatives are separated by `|`. */
  readonly value: string
}

export const limitedParts = ['container', 'video', 'audio'] as const

export type ProfileLimit = {
  readonly of: (typeof limitedParts)[number]
  readonly containers: NameList | null
  readonly codecs: NameList | null
  /** The limit holds only for files that meet all of these. */
  readonly applies: readonly ProfileCondition[]
  readonly conditions: readonly ProfileCondition[]
}

export const deliveryMethods = ['External', 'Embed', 'Encode', 'Hls', 'Drop'] as const

export type SubtitleProfile = {
  readonly format: string
  readonly method: (typeof deliveryMethods)[number]
  readonly languages: NameList | null
  readonly containers: NameList | null
}

export type DeviceProfile = {
  /** Bits per second; null: any. */
  readonly maxBitrate: number | null
  readonly directPlay: readonly DirectPlay[]
  readonly limits: readonly ProfileLimit[]
  readonly subtitles: readonly SubtitleProfile[]
}
