import type { VideoRange } from '../../model/media-stream.ts'
import type { AudioTag } from '../../model/vocabulary.ts'
import type { ParsedFile } from '../../model/parsed-file.ts'
import { hdrTags } from '../../model/release-traits.ts'
import { containerOf } from '../streaming/media-type.ts'

/** What is known of a file before it is opened; null means unknown. */
export type FileFacts = {
  readonly container: string | null
  readonly videoCodec: string | null
  readonly audioCodecs: readonly string[]
  readonly width: number | null
  readonly height: number | null
  readonly bitDepth: number | null
  readonly range: string | null
  readonly channels: number | null
  /** Bits per second. */
  readonly bitrate: number | null
}

type FileResult = {
  readonly filename: string | null
  readonly size: number | null
  readonly bitrate: number | null
  /** Seconds. */
  readonly duration: number | null
  readonly parsedFile: Pick<
    ParsedFile,
    'resolution' | 'encode' | 'visualTags' | 'audioTags' | 'audioChannels' | 'container'
  >
}

export const frameSizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  '2160p': [3840, 2160],
  '1440p': [2560, 1440],
  '1080p': [1920, 1080],
  '720p': [1280, 720],
  '576p': [720, 576],
  '480p': [720, 480],
  '360p': [640, 360],
  '240p': [426, 240],
}

export const videoCodecs: Readonly<Record<string, string>> = {
  AV1: 'av1',
  HEVC: 'hevc',
  AVC: 'h264',
  VP9: 'vp9',
  'VC-1': 'vc1',
  'MPEG-2': 'mpeg2video',
  XviD: 'mpeg4',
  DivX: 'mpeg4',
}

/** Best first: players pick the best track. */
export const audioCodecs: readonly (readonly [
  tag: AudioTag,
  codec: string,
  profile: string | null,
])[] = [
  ['TrueHD', 'truehd', null],
  ['DTS:X', 'dts', 'DTS-HD MA + DTS:X'],
  ['DTS-HD MA', 'dts', 'DTS-HD MA'],
  ['DTS-HD', 'dts', 'DTS-HD HRA'],
  ['DTS', 'dts', 'DTS'],
  ['DD+', 'eac3', null],
  ['DD', 'ac3', null],
  ['FLAC', 'flac', null],
  ['PCM', 'pcm_s24le', null],
  ['Opus', 'opus', null],
  ['AAC', 'aac', 'LC'],
  ['MP3', 'mp3', null],
]

export const audioLayouts: Readonly<Record<string, readonly [channels: number, layout: string]>> = {
  '7.1': [8, '7.1'],
  '6.1': [7, '6.1'],
  '5.1': [6, '5.1'],
  '2.1': [3, '2.1'],
  '2.0': [2, 'stereo'],
  '1.0': [1, 'mono'],
}

export function layoutOfChannels(channels: number): string | null {
  const known = Object.values(audioLayouts).find(([count]) => count === channels)
  return known?.[1] ?? null
}

/** In the words of the Jellyfin API. */
export function rangeOf(tags: readonly string[]): VideoRange {
  const has = (tag: string): boolean => tags.includes(tag)
  const hdr10 = has('HDR10') || has('HDR')
  if (has('DV')) {
    if (has('HDR10+')) return 'DOVIWithHDR10Plus'
    if (hdr10) return 'DOVIWithHDR10'
    return has('HLG') ? 'DOVIWithHLG' : 'DOVI'
  }
  if (has('HDR10+')) return 'HDR10Plus'
  if (hdr10) return 'HDR10'
  return has('HLG') ? 'HLG' : 'SDR'
}

/** Bits per second of the whole file. */
export function bitrateOf(
  { bitrate, size }: Pick<FileResult, 'bitrate' | 'size'>,
  durationMs: number | null,
): number | null {
  return bitrate ?? (size && durationMs ? Math.round((size * 8_000) / durationMs) : null)
}

/** Only what the name and the source state, without assumptions. */
export function fileFactsOf(result: FileResult, runtimeMs: number | null): FileFacts {
  const { container, encode, resolution, visualTags, audioTags, audioChannels } = result.parsedFile
  const durationMs = result.duration === null ? runtimeMs : result.duration * 1_000
  const [width = null, height = null] = (resolution && frameSizes[resolution]) || []
  const isHdr = visualTags.some((tag) => hdrTags.has(tag))
  const [channels = null] = audioLayouts[audioChannels[0] ?? ''] ?? []
  const depth = (['12bit', '10bit', '8bit'] as const).find((tag) => visualTags.includes(tag))
  return {
    container: container ?? containerOf(result.filename),
    videoCodec: (encode && videoCodecs[encode]) || null,
    audioCodecs: [
      ...new Set(audioCodecs.flatMap(([tag, codec]) => (audioTags.includes(tag) ? codec : []))),
    ],
    width,
    height,
    bitDepth: depth === undefined ? null : Number.parseInt(depth, 10),
    range: isHdr ? rangeOf(visualTags) : null,
    channels,
    bitrate: bitrateOf(result, durationMs),
  }
}
