import type { MediaStreamFieldsFragment } from '../../documents/documents.ts'

const maxInt = 2 ** 31 - 1

/** Always sent, since some clients fail without them. */
const plain = {
  IsInterlaced: false,
  IsDefault: false,
  IsForced: false,
  IsHearingImpaired: false,
  IsExternal: false,
  IsTextSubtitleStream: false,
  SupportsExternalStream: false,
}

/**
 * `path` is the prefix of subtitle addresses. They also say where such streams begin, if that comes from the file: it may
 * have been read after an app was told the indexes.
 */
export function toMediaStream(
  stream: MediaStreamFieldsFragment,
  path: string,
  externalFrom: number | null = null,
) {
  switch (stream.kind) {
    case 'VIDEO':
      return videoStream(stream)
    case 'AUDIO':
      return audioStream(stream)
    default:
      return subtitleStream(stream, path, externalFrom)
  }
}

function videoStream(stream: MediaStreamFieldsFragment) {
  const { width, height, bitrate, range } = stream
  return {
    ...plain,
    Type: 'Video',
    Index: stream.index,
    Codec: stream.codec,
    IsDefault: stream.isDefault,
    Width: width ?? undefined,
    Height: height ?? undefined,
    AspectRatio: width !== null && height !== null && width / height > 1.7 ? '16:9' : undefined,
    BitRate: bitrate === null || bitrate > maxInt ? undefined : bitrate,
    BitDepth: stream.bitDepth ?? undefined,
    RealFrameRate: stream.frameRate ?? undefined,
    AverageFrameRate: stream.frameRate ?? undefined,
    Profile: stream.profile ?? undefined,
    Title: stream.title ?? undefined,
    VideoRange: range === 'SDR' ? 'SDR' : 'HDR',
    VideoRangeType: range === null ? undefined : rangeNames[range],
    DisplayTitle: stream.displayTitle,
  } as const
}

function audioStream(stream: MediaStreamFieldsFragment) {
  const { spatialFormat } = stream
  return {
    ...plain,
    Type: 'Audio',
    Index: stream.index,
    Codec: stream.codec,
    Profile: stream.profile ?? undefined,
    Language: stream.language ?? undefined,
    Title: stream.title ?? undefined,
    IsDefault: stream.isDefault,
    IsHearingImpaired: stream.isHearingImpaired,
    SampleRate: stream.sampleRate ?? undefined,
    Channels: stream.channels ?? undefined,
    ChannelLayout: stream.channelLayout ?? undefined,
    AudioSpatialFormat: spatialFormat === null ? undefined : spatialNames[spatialFormat],
    DisplayTitle: stream.displayTitle,
  } as const
}

function subtitleStream(
  stream: MediaStreamFieldsFragment,
  path: string,
  externalFrom: number | null,
) {
  const { isExternal, delivery, format } = stream
  const query = externalFrom === null ? '' : `?externalFrom=${externalFrom}`
  const address = format && `${path}/Subtitles/${stream.index}/0/Stream.${format}${query}`
  return {
    ...plain,
    Type: 'Subtitle',
    Index: stream.index,
    Codec: stream.codec,
    Language: stream.language ?? undefined,
    Title: stream.title ?? undefined,
    IsDefault: stream.isDefault,
    IsForced: stream.isForced,
    IsHearingImpaired: stream.isHearingImpaired,
    IsTextSubtitleStream: !pictureSubtitles.has(stream.codec),
    IsExternal: isExternal,
    SupportsExternalStream: isExternal,
    DeliveryMethod: delivery === null ? undefined : deliveryNames[delivery],
    DeliveryUrl: address ?? undefined,
    IsExternalUrl: address === null ? undefined : false,
    DisplayTitle: stream.displayTitle,
  } as const
}

const pictureSubtitles: ReadonlySet<string> = new Set(['PGSSUB', 'DVDSUB', 'DVBSUB'])
const rangeNames = {
  SDR: 'SDR',
  HLG: 'HLG',
  HDR10: 'HDR10',
  HDR10_PLUS: 'HDR10Plus',
  DOVI: 'DOVI',
  DOVI_WITH_SDR: 'DOVIWithSDR',
  DOVI_WITH_HLG: 'DOVIWithHLG',
  DOVI_WITH_HDR10: 'DOVIWithHDR10',
  DOVI_WITH_HDR10_PLUS: 'DOVIWithHDR10Plus',
} as const
const spatialNames = { NONE: 'None', DOLBY_ATMOS: 'DolbyAtmos', DTSX: 'DTSX' } as const
const deliveryNames = { EMBED: 'Embed', EXTERNAL: 'External', ENCODE: 'Encode' } as const
