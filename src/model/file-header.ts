import type { Chapter, spatialFormats, streamKinds, VideoRange } from './media-stream.ts'

/** A track as the file itself describes it; null: it does not say. */
export type FileTrack = {
  readonly kind: (typeof streamKinds)[number]
  /** Among all tracks of the file, those of other kinds included. */
  readonly index: number
  readonly codec: string
  readonly profile: string | null
  readonly language: string | null
  readonly name: string | null
  readonly isDefault: boolean
  readonly isForced: boolean
  readonly isHearingImpaired: boolean
  readonly isCommentary: boolean
  readonly width: number | null
  readonly height: number | null
  readonly bitDepth: number | null
  readonly frameRate: number | null
  readonly range: VideoRange | null
  readonly channels: number | null
  readonly sampleRate: number | null
  readonly spatialFormat: (typeof spatialFormats)[number] | null
}

/** What a file says of itself before its pictures and sound. */
export type FileHeader = {
  readonly container: 'mkv' | 'webm' | 'mp4' | 'mov'
  readonly durationMs: number | null
  readonly tracks: readonly FileTrack[]
  /** How many tracks there are, those of other kinds included. */
  readonly trackCount: number
  readonly chapters: readonly Chapter[]
}

export const unknownTrack = {
  profile: null,
  language: null,
  name: null,
  isDefault: false,
  isForced: false,
  isHearingImpaired: false,
  isCommentary: false,
  width: null,
  height: null,
  bitDepth: null,
  frameRate: null,
  range: null,
  channels: null,
  sampleRate: null,
  spatialFormat: null,
} as const
