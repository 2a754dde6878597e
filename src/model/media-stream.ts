export const streamKinds = ['video', 'audio', 'subtitle'] as const

export const videoRanges = [
  'SDR',
  'HLG',
  'HDR10',
  'HDR10Plus',
  'DOVI',
  'DOVIWithSDR',
  'DOVIWithHLG',
  'DOVIWithHDR10',
  'DOVIWithHDR10Plus',
] as const
export type VideoRange = (typeof videoRanges)[number]

export const spatialFormats = ['None', 'DolbyAtmos', 'DTSX'] as const

/** `encode`: not at all, because the app shows none of the formats that can be made. */
export const subtitleDeliveries = ['embed', 'external', 'encode'] as const

/** A track, as far as anything is known before the file is opened; null: unknown or not applicable. */
export type MediaStream = {
  readonly kind: (typeof streamKinds)[number]
  readonly index: number
  readonly codec: string
  readonly isDefault: boolean
  readonly isForced: boolean
  readonly isHearingImpaired: boolean
  readonly isCommentary: boolean
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
  readonly frameRate: number | null
  readonly range: VideoRange | null
  readonly profile: string | null
  readonly channels: number | null
  readonly channelLayout: string | null
  /** Hertz. */
  readonly sampleRate: number | null
  readonly spatialFormat: (typeof spatialFormats)[number] | null
  readonly title: string | null
  readonly delivery: (typeof subtitleDeliveries)[number] | null
  /** The format in which a subtitle file is fetched: srt, vtt, ass or ssa. */
  readonly format: string | null
}

export const unknownStream = {
  isDefault: false,
  isForced: false,
  isHearingImpaired: false,
  isCommentary: false,
  isExternal: false,
  language: null,
  width: null,
  height: null,
  bitrate: null,
  bitDepth: null,
  frameRate: null,
  range: null,
  profile: null,
  channels: null,
  channelLayout: null,
  sampleRate: null,
  spatialFormat: null,
  title: null,
  delivery: null,
  format: null,
} as const

export type Chapter = { readonly startMs: number; readonly name: string | null }

export type VersionMedia = {
  readonly container: string | null
  /** Bits per second of the whole file. */
  readonly bitrate: number | null
  readonly durationMs: number | null
  /** Whether the app is to open the version's own link. */
  readonly opensLink: boolean
  readonly streams: readonly MediaStream[]
  readonly audioIndex: number | null
  readonly subtitleIndex: number | null
  /** Index of the first subtitles beside the file, where the file itself was read; else null. */
  readonly externalFrom: number | null
  /** Those in the file; empty where it was not read. */
  readonly chapters: readonly Chapter[]
}
