export const streamKinds = ['video', 'audio', 'subtitle'] as const

/** Dynamic range of a picture, as the Jellyfin API names it. */
export const videoRanges = [
  'SDR',
  'HLG',
  'HDR10',
  'HDR10Plus',
  'DOVI',
  'DOVIWithHLG',
  'DOVIWithHDR10',
  'DOVIWithHDR10Plus',
] as const
export type VideoRange = (typeof videoRanges)[number]

export const spatialFormats = ['None', 'DolbyAtmos', 'DTSX'] as const

/**
 * How subtitles reach the app: inside the file, as a file beside it, or not at all, because the app shows none of a format
 * that can be made.
 */
export const subtitleDeliveries = ['embed', 'external', 'encode'] as const

/** A picture, sound or subtitle track, as far as anything says it before the file is opened; null: unknown, or of other kinds. */
export type MediaStream = {
  readonly kind: (typeof streamKinds)[number]
  /** Its place among all streams of the version. */
  readonly index: number
  readonly codec: string
  readonly isDefault: boolean
  readonly isForced: boolean
  /** A file beside the video. */
  readonly isExternal: boolean
  /** For people: `English - SUBRIP - External`. */
  readonly displayTitle: string
  /** ISO 639-2. */
  readonly language: string | null
  readonly width: number | null
  readonly height: number | null
  /** Bits per second. */
  readonly bitrate: number | null
  readonly bitDepth: number | null
  readonly range: VideoRange | null
  readonly profile: string | null
  readonly channels: number | null
  readonly channelLayout: string | null
  readonly spatialFormat: (typeof spatialFormats)[number] | null
  /** Of a subtitle file beside the video. */
  readonly title: string | null
  readonly delivery: (typeof subtitleDeliveries)[number] | null
  /** What a subtitle file is to be fetched as: srt, vtt, ass or ssa. */
  readonly format: string | null
}

/** Of which nobody knows anything. */
export const unknownStream = {
  isDefault: false,
  isForced: false,
  isExternal: false,
  language: null,
  width: null,
  height: null,
  bitrate: null,
  bitDepth: null,
  range: null,
  profile: null,
  channels: null,
  channelLayout: null,
  spatialFormat: null,
  title: null,
  delivery: null,
  format: null,
} as const

/** What is known of a version before its file is opened. */
export type VersionMedia = {
  /** As a file name ends; null: unknown. */
  readonly container: string | null
  /** Bits per second of the whole file. */
  readonly bitrate: number | null
  readonly durationMs: number | null
  /** Whether the app is to open the link of the version itself. */
  readonly opensLink: boolean
  /** Video, audio, subtitles in the file, then those beside it. */
  readonly streams: readonly MediaStream[]
  /** Places of the streams that are played unless the user chooses others; null: none. */
  readonly audioIndex: number | null
  readonly subtitleIndex: number | null
}
