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

/** `path` is the prefix of subtitle addresses. */
export function toMediaStream(stream: MediaStreamFieldsFragment, path: string) {
  switch (stream.kind) {
    case 'VIDEO':
      return videoStream(stream)
    case 'AUDIO':
      return audioStream(stream)
    default:
      return subtitleStream(stream, path)
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
    AspectRatio: width !== null && width / height! > 1.7 ? '16:9' : undefined,
    BitRate: bitrate === null || bitrate > maxInt ? undefined : bitrate,
    BitDepth: stream.bitDepth ?? undefined,
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
    IsDefault: stream.isDefault,
    Channels: stream.channels ?? undefined,
    ChannelLayout: stream.channelLayout ?? undefined,
    AudioSpatialFormat: spatialFormat === null ? undefined : spatialNames[spatialFormat],
    DisplayTitle: stream.displayTitle,
  } as const
}

function subtitleStream(stream: MediaStreamFieldsFragment, path: string) {
  const { isExternal, delivery, format } = stream
  const address = format && `${path}/Subtitles/${stream.index}/0/Stream.${format}`
  return {
    ...plain,
    Type: 'Subtitle',
    Index: stream.index,
    Codec: stream.codec,
    Language: stream.language ?? undefined,
    Title: stream.title ?? undefined,
    IsTextSubtitleStream: true,
    IsExternal: isExternal,
    SupportsExternalStream: isExternal,
    DeliveryMethod: delivery === null ? undefined : deliveryNames[delivery],
    DeliveryUrl: address ?? undefined,
    IsExternalUrl: address === null ? undefined : false,
    DisplayTitle: stream.displayTitle,
  } as const
}

const rangeNames = {
  SDR: 'SDR',
  HLG: 'HLG',
  HDR10: 'HDR10',
  HDR10_PLUS: 'HDR10Plus',
  DOVI: 'DOVI',
  DOVI_WITH_HLG: 'DOVIWithHLG',
  DOVI_WITH_HDR10: 'DOVIWithHDR10',
  DOVI_WITH_HDR10_PLUS: 'DOVIWithHDR10Plus',
} as const
const spatialNames = { NONE: 'None', DOLBY_ATMOS: 'DolbyAtmos', DTSX: 'DTSX' } as const
const deliveryNames = { EMBED: 'Embed', EXTERNAL: 'External', ENCODE: 'Encode' } as const
