import { spatialFormats, streamKinds, subtitleDeliveries } from '../../model/media-stream.ts'
import type { MediaStream, VersionMedia } from '../../model/media-stream.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const StreamKindRef = enumOf('MediaStreamKind', streamKinds, 'What a stream of a file holds.')

const VideoRangeRef = builder.enumType('VideoRange', {
  description: 'Dynamic range of a picture; several are of one file that plays as each of them.',
  values: {
    SDR: { value: 'SDR', description: 'standard' },
    HLG: { value: 'HLG' },
    HDR10: { value: 'HDR10' },
    HDR10_PLUS: { value: 'HDR10Plus' },
    DOVI: { value: 'DOVI', description: 'Dolby Vision' },
    DOVI_WITH_HLG: { value: 'DOVIWithHLG' },
    DOVI_WITH_HDR10: { value: 'DOVIWithHDR10' },
    DOVI_WITH_HDR10_PLUS: { value: 'DOVIWithHDR10Plus' },
  } as const,
})

const SpatialFormatRef = enumOf(
  'SpatialFormat',
  spatialFormats,
  'Sound with a place in the room.',
  {
    DTSX: 'DTS:X',
  },
)

const SubtitleDeliveryRef = enumOf(
  'SubtitleDelivery',
  subtitleDeliveries,
  'How subtitles reach the app.',
  {
    embed: 'inside the file',
    external: 'as a file of their own',
    encode: 'not at all: the app shows none of a format that can be made',
  },
)

const MediaStreamRef = builder.objectRef<MediaStream>('MediaStream').implement({
  description:
    'A picture, a sound or subtitles, as far as anything says it before the file is opened; null: unknown.',
  fields: (t) => ({
    kind: t.expose('kind', { type: StreamKindRef, description: 'video, audio or subtitle' }),
    index: t.exposeInt('index', { description: 'place among all streams of the version' }),
    codec: t.exposeString('codec', { description: 'such as h264, eac3 or subrip' }),
    displayTitle: t.exposeString('displayTitle', { description: 'what people read of it' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'whether the file plays it at first' }),
    isForced: t.exposeBoolean('isForced', {
      description: 'whether it translates foreign parts alone',
    }),
    isExternal: t.exposeBoolean('isExternal', { description: 'a file beside the video' }),
    language: t.exposeString('language', { nullable: true, description: 'ISO 639-2' }),
    width: t.exposeInt('width', { nullable: true, description: 'pixels' }),
    height: t.exposeInt('height', { nullable: true, description: 'pixels' }),
    bitrate: t.expose('bitrate', {
      type: 'SafeInt',
      nullable: true,
      description: 'bits per second, of the whole file',
    }),
    bitDepth: t.exposeInt('bitDepth', { nullable: true, description: 'bits of a colour' }),
    range: t.expose('range', {
      type: VideoRangeRef,
      nullable: true,
      description: 'of pictures alone',
    }),
    profile: t.exposeString('profile', { nullable: true, description: 'of the codec' }),
    channels: t.exposeInt('channels', { nullable: true, description: 'how many there are' }),
    channelLayout: t.exposeString('channelLayout', {
      nullable: true,
      description: 'such as stereo or 5.1',
    }),
    spatialFormat: t.expose('spatialFormat', {
      type: SpatialFormatRef,
      nullable: true,
      description: 'of sound alone',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'of subtitles beside the video: the language, else what their source says',
    }),
    delivery: t.expose('delivery', {
      type: SubtitleDeliveryRef,
      nullable: true,
      description: 'of subtitles, for the device that asks',
    }),
    format: t.exposeString('format', {
      nullable: true,
      description: 'what subtitles beside the video are to be fetched as: srt, vtt, ass or ssa',
    }),
  }),
})

export const VersionMediaRef = builder.objectRef<VersionMedia>('VersionMedia').implement({
  description: 'What is known of a version before its file is opened.',
  fields: (t) => ({
    container: t.exposeString('container', {
      nullable: true,
      description: 'as a file name ends, such as mkv',
    }),
    bitrate: t.expose('bitrate', {
      type: 'SafeInt',
      nullable: true,
      description: 'bits per second of the whole file',
    }),
    durationMs: t.expose('durationMs', {
      type: 'SafeInt',
      nullable: true,
      description: 'milliseconds',
    }),
    opensLink: t.exposeBoolean('opensLink', {
      description: 'whether the app is to open the link itself, without the stream route',
    }),
    streams: t.expose('streams', {
      type: [MediaStreamRef],
      description: 'video, audio, subtitles in the file, then those beside it',
    }),
    audioIndex: t.exposeInt('audioIndex', {
      nullable: true,
      description: 'the sound that is played unless the user chooses another one',
    }),
    subtitleIndex: t.exposeInt('subtitleIndex', {
      nullable: true,
      description: 'the subtitles that are shown unless the user chooses others; null: none',
    }),
  }),
})
