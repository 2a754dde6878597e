import { cutText } from '../../core/cut-text.ts'
import { jsonBytes } from '../../core/json.ts'
import type { FileHeader, FileTrack } from '../../model/file-header.ts'

/** No film is longer, and players count ticks in 64 bits. */
const longestMs = 10 * 86_400_000
const mostBytes = 64 * 1024
const longestCodec = 40

/** Without the numbers that no real file has, and at most 64 KB as JSON: the last tracks go if need be. */
export function boundHeader(header: FileHeader): FileHeader {
  const durationMs = within(header.durationMs, 1, longestMs)
  const lastMs = durationMs ?? longestMs
  const chapters = header.chapters.filter(({ startMs }) => within(startMs, 0, lastMs) !== null)
  const tracks = header.tracks.map(boundTrack)
  const whole = { ...header, durationMs, tracks, chapters }
  if (sizeOf(whole) <= mostBytes) return whole
  const bare = { ...whole, tracks: [], chapters: [] }
  let left = mostBytes - sizeOf(bare)
  const fitting = tracks.filter((track) => {
    left -= sizeOf(track) + 1
    return left >= 0
  })
  return { ...bare, tracks: fitting }
}

function boundTrack(track: FileTrack): FileTrack {
  return {
    ...track,
    codec: cutText(track.codec, longestCodec),
    width: within(track.width, 1, 65_535),
    height: within(track.height, 1, 65_535),
    bitDepth: within(track.bitDepth, 1, 64),
    frameRate: within(track.frameRate, 1, 1_000),
    channels: within(track.channels, 1, 255),
    sampleRate: within(track.sampleRate, 1, 10_000_000),
  }
}

function within(value: number | null, least: number, most: number): number | null {
  return value !== null && value >= least && value <= most ? value : null
}

function sizeOf(value: unknown): number {
  return jsonBytes(value).byteLength
}
