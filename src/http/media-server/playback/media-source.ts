import { unknownStream } from '../../../model/media-stream.ts'
import type { MediaStreamFieldsFragment, VersionFieldsFragment } from '../../documents/documents.ts'
import { ticksOf } from '../transport/times.ts'
import { toMediaStream } from './media-stream-dto.ts'

export type SourceItem = {
  readonly id: string
  readonly name: string
  readonly runtimeMs: number | null
}

const maxInt = 2 ** 31 - 1
const usualContainer = 'mkv'

/** Every version is played directly by the player. */
const directPlay = {
  Type: 'Default',
  ReadAtNativeFramerate: false,
  IgnoreDts: false,
  IgnoreIndex: false,
  GenPtsInput: false,
  SupportsDirectPlay: true,
  SupportsDirectStream: true,
  SupportsTranscoding: false,
  IsInfiniteStream: false,
  UseMostCompatibleTranscodingProfile: false,
  RequiresOpening: false,
  RequiresClosing: false,
  RequiresLooping: false,
  SupportsProbing: true,
  VideoType: 'VideoFile',
  TranscodingSubProtocol: 'http',
  HasSegments: false,
  MediaAttachments: [],
  Formats: [],
  RequiredHttpHeaders: {},
} as const

/** A MediaSourceInfo; undefined values are left out of the answer. */
export function toMediaSource(version: VersionFieldsFragment, item: SourceItem) {
  const { result, media } = version
  const { opensLink, bitrate, durationMs } = media
  const container = media.container ?? usualContainer
  // Names the version: the item's first one may have changed by the time a track is requested.
  const path = `/Videos/${item.id}/${version.id}`
  return {
    ...directPlay,
    Protocol: opensLink ? 'Http' : 'File',
    IsRemote: opensLink,
    Id: version.isFirst ? item.id : version.id,
    Path: opensLink ? version.link : (result.filename ?? `${item.name}.${container}`),
    // Some apps tell sources apart by ETag alone, so the first needs one of its own too.
    ETag: version.id,
    Name: version.name,
    Container: container,
    // Browsers need this to load a player for playlists.
    TranscodingSubProtocol: container === 'hls' ? 'hls' : 'http',
    Size: result.size ?? undefined,
    // Apps read 32 bits.
    Bitrate: bitrate === null || bitrate > maxInt ? undefined : bitrate,
    RunTimeTicks: durationMs === null ? undefined : ticksOf(durationMs),
    MediaStreams: media.streams.map((stream) => toMediaStream(stream, path, media.externalFrom)),
    DefaultAudioStreamIndex: media.audioIndex ?? undefined,
    DefaultSubtitleStreamIndex: media.subtitleIndex ?? undefined,
    service: {
      id: version.id,
      name: version.name,
      description: version.description,
      bingeGroup: version.bingeGroup ?? undefined,
    },
  } as const
}

export type MediaSource = ReturnType<typeof toMediaSource> | ReturnType<typeof placeholderSource>

/** Before any look-up, since some apps refuse to play an item without versions. */
export function placeholderSource(item: SourceItem) {
  return {
    ...directPlay,
    Protocol: 'File',
    IsRemote: false,
    Id: item.id,
    Path: `${item.name}.${usualContainer}`,
    ETag: item.id,
    Name: item.name,
    Container: usualContainer,
    RunTimeTicks: item.runtimeMs === null ? undefined : ticksOf(item.runtimeMs),
    MediaStreams: usualStreams.map((stream) => toMediaStream(stream, '')),
    DefaultAudioStreamIndex: 1,
    service: { id: item.id, name: item.name, description: '' },
  } as const
}

/** As in most files. */
const usualStreams: readonly MediaStreamFieldsFragment[] = [
  {
    ...unknownStream,
    isDefault: true,
    kind: 'VIDEO',
    index: 0,
    codec: 'h264',
    bitDepth: 8,
    range: 'SDR',
    displayTitle: 'H264 SDR',
  },
  {
    ...unknownStream,
    isDefault: true,
    kind: 'AUDIO',
    index: 1,
    codec: 'aac',
    spatialFormat: 'NONE',
    displayTitle: 'AAC - Default',
  },
]
