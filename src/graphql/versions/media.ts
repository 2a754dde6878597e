import { spatialFormats, streamKinds, subtitleDeliveries } from '../../model/media-stream.ts'
import type { MediaStream, VersionMedia } from '../../model/media-stream.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const StreamKindRef = enumOf('MediaStreamKind', streamKinds, 'The kind of a stream in a file.')

const VideoRangeRef = builder.enumType('VideoRange', {
  description: 'Dynamic range of a video; a file may combine several.',
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

const SpatialFormatRef = enumOf('SpatialFormat', spatialFormats, 'Spatial audio.', {
  DTSX: 'DTS:X',
})

const SubtitleDeliveryRef = enumOf(
  'SubtitleDelivery',
  subtitleDeliveries,
  'How subtitles reach the app.',
  {
    embed: 'embedded in the file',
    external: 'as a separate file',
    encode: 'not at all, since the app shows no format that the service can produce',
  },
)

const MediaStreamRef = builder.objectRef<MediaStream>('MediaStream').implement({
  description:
    'A video, audio or subtitle stream, as far as it is known before the file is opened; null if unknown.',
  fields: (t) => ({
    kind: t.expose('kind', { type: StreamKindRef, description: 'video, audio or subtitle' }),
    index: t.exposeInt('index', { description: 'index among all streams of the version' }),
    codec: t.exposeString('codec', { description: 'such as h264, eac3 or subrip' }),
    displayTitle: t.exposeString('displayTitle', { description: 'text for people' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'whether the file marks it as default',
    }),
    isForced: t.exposeBoolean('isForced', {
      description: 'whether it only translates foreign-language parts',
    }),
    isExternal: t.exposeBoolean('isExternal', {
      description: 'whether it is a file beside the video',
    }),
    language: t.exposeString('language', { nullable: true, description: 'ISO 639-2' }),
    width: t.exposeInt('width', { nullable: true, description: 'pixels' }),
    height: t.exposeInt('height', { nullable: true, description: 'pixels' }),
    bitrate: t.expose('bitrate', {
      type: 'SafeInt',
      nullable: true,
      description: 'bits per second, of the whole file',
    }),
    bitDepth: t.exposeInt('bitDepth', { nullable: true, description: 'bits per colour channel' }),
    range: t.expose('range', {
      type: VideoRangeRef,
      nullable: true,
      description: 'for video only',
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
      description: 'for audio only',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: "for external subtitles: the language, else the source's own text",
    }),
    delivery: t.expose('delivery', {
      type: SubtitleDeliveryRef,
      nullable: true,
      description: 'for subtitles on the calling device',
    }),
    format: t.exposeString('format', {
      nullable: true,
      description: 'format to request for external subtitles: srt, vtt, ass or ssa',
    }),
  }),
})

export const VersionMediaRef = builder.objectRef<VersionMedia>('VersionMedia').implement({
  description: 'Facts about a version before its file is opened.',
  fields: (t) => ({
    container: t.exposeString('container', {
      nullable: true,
      description: 'file extension, such as mkv',
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
      description: 'whether the app should open the link itself, without the stream route',
    }),
    streams: t.expose('streams', {
      type: [MediaStreamRef],
      description: 'video, audio, embedded subtitles, then external ones',
    }),
    audioIndex: t.exposeInt('audioIndex', {
      nullable: true,
      description: 'the audio stream that plays by default',
    }),
    subtitleIndex: t.exposeInt('subtitleIndex', {
      nullable: true,
      description: 'the subtitles shown by default; null for none',
    }),
  }),
})
