import { spatialFormats, streamKinds, subtitleDeliveries } from '../../model/media-stream.ts'
import type { Chapter, MediaStream, VersionMedia } from '../../model/media-stream.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const StreamKindRef = enumOf('MediaStreamKind', streamKinds, 'The kind of a stream in a file.', {
  video: 'a picture',
  audio: 'an audio track',
  subtitle: 'subtitles',
})

const VideoRangeRef = builder.enumType('VideoRange', {
  description: 'Dynamic range of a video; a file may combine several.',
  values: {
    SDR: { value: 'SDR', description: 'standard' },
    HLG: { value: 'HLG', description: 'hybrid log-gamma' },
    HDR10: { value: 'HDR10', description: 'HDR10 with static metadata' },
    HDR10_PLUS: { value: 'HDR10Plus', description: 'HDR10 with dynamic metadata' },
    DOVI: { value: 'DOVI', description: 'Dolby Vision' },
    DOVI_WITH_SDR: { value: 'DOVIWithSDR', description: 'Dolby Vision, and a standard picture' },
    DOVI_WITH_HLG: { value: 'DOVIWithHLG', description: 'Dolby Vision, and hybrid log-gamma' },
    DOVI_WITH_HDR10: { value: 'DOVIWithHDR10', description: 'Dolby Vision, and HDR10' },
    DOVI_WITH_HDR10_PLUS: {
      value: 'DOVIWithHDR10Plus',
      description: 'Dolby Vision, and HDR10 with dynamic metadata',
    },
  } as const,
})

const SpatialFormatRef = enumOf('SpatialFormat', spatialFormats, 'Spatial audio.', {
  None: 'no spatial audio',
  DolbyAtmos: 'Dolby Atmos',
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
    'A video, audio or subtitle stream, as its file describes it or, if that was not read, its name; null if unknown.',
  fields: (t) => ({
    kind: t.expose('kind', { type: StreamKindRef, description: 'video, audio or subtitle' }),
    index: t.exposeInt('index', { description: 'index among all streams of the version' }),
    codec: t.exposeString('codec', { description: 'such as h264, eac3 or subrip' }),
    displayTitle: t.exposeString('displayTitle', { description: 'text for people' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'whether the file, or its name, marks it as default',
    }),
    isForced: t.exposeBoolean('isForced', {
      description: 'whether it only translates foreign-language parts',
    }),
    isHearingImpaired: t.exposeBoolean('isHearingImpaired', {
      description: 'whether it also says what is heard, as SDH and closed captions do',
    }),
    isCommentary: t.exposeBoolean('isCommentary', {
      description: 'whether it is a commentary track',
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
    frameRate: t.exposeFloat('frameRate', {
      nullable: true,
      description: 'pictures in a second, where the file was read',
    }),
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
    sampleRate: t.exposeInt('sampleRate', {
      nullable: true,
      description: 'hertz, where the file was read',
    }),
    spatialFormat: t.expose('spatialFormat', {
      type: SpatialFormatRef,
      nullable: true,
      description: 'for audio only',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description:
        "in the file: what it calls the stream; for external subtitles: the language, else the source's own text",
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

const ChapterRef = builder.objectRef<Chapter>('Chapter').implement({
  description: 'A chapter of a file.',
  fields: (t) => ({
    startMs: t.expose('startMs', { type: 'SafeInt', description: 'milliseconds' }),
    name: t.exposeString('name', { nullable: true, description: 'null if it has none' }),
  }),
})

export const VersionMediaRef = builder.objectRef<VersionMedia>('VersionMedia').implement({
  description: 'Facts about the file of a version.',
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
      description: 'those in the file, in its order if it was read, then external subtitles',
    }),
    audioIndex: t.exposeInt('audioIndex', {
      nullable: true,
      description: 'the audio stream that plays by default',
    }),
    subtitleIndex: t.exposeInt('subtitleIndex', {
      nullable: true,
      description: 'the subtitles shown by default; null for none',
    }),
    externalFrom: t.exposeInt('externalFrom', {
      nullable: true,
      description: 'index of the first external subtitles; null if the file was not read',
    }),
    chapters: t.expose('chapters', {
      type: [ChapterRef],
      description: 'empty if the file was not read',
    }),
  }),
})
