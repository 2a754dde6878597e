import type { FileTrack } from '../../model/file-header.ts'
import { bitDepthOf, profileOf, rangeOf } from './codec-configuration.ts'
import { boxesOf } from './mp4-boxes.ts'

type Sample = Pick<
  FileTrack,
  | 'codec'
  | 'profile'
  | 'width'
  | 'height'
  | 'bitDepth'
  | 'range'
  | 'channels'
  | 'sampleRate'
  | 'spatialFormat'
>

const codecs: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  dva1: 'h264',
  dvav: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  vvc1: 'vvc',
  vvi1: 'vvc',
  av01: 'av1',
  dav1: 'av1',
  vp08: 'vp8',
  vp09: 'vp9',
  mp4v: 'mpeg4',
  mp4a: 'aac',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  Opus: 'opus',
  fLaC: 'flac',
  dtsc: 'dts',
  dtsh: 'dts',
  dtsl: 'dts',
  dtse: 'dts',
  dtsx: 'dts',
  mlpa: 'truehd',
  '.mp3': 'mp3',
  sowt: 'pcm_s16le',
  twos: 'pcm_s16be',
  tx3g: 'mov_text',
  text: 'mov_text',
  wvtt: 'webvtt',
  stpp: 'ttml',
  c608: 'eia_608',
  mp4s: 'DVDSUB',
}

const objectTypes: Readonly<Record<number, string>> = {
  0x20: 'mpeg4',
  0x61: 'mpeg2video',
  0x69: 'mp3',
  0x6b: 'mp3',
  0xa5: 'ac3',
  0xa6: 'eac3',
  0xa9: 'dts',
  0xad: 'opus',
  0xe0: 'DVDSUB',
}
const pictureFields = 78
const soundFields = 28

export function describeSample(
  kind: FileTrack['kind'],
  type: string,
  entry: Buffer,
): Partial<Sample> & Pick<Sample, 'codec'> {
  if (kind === 'video') return pictureOf(type, entry)
  return kind === 'audio' ? soundOf(type, entry) : { codec: codecOf(type, null) }
}

function codecOf(type: string, esds: Buffer | null): string {
  const known = codecs[type] ?? (type.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase() || 'unknown')
  return (esds && decoderOf(esds)?.codec) || known
}

function pictureOf(type: string, entry: Buffer) {
  const boxes = innerOf(entry, pictureFields)
  const codec = codecOf(type, boxes.get('esds') ?? null)
  const record = boxes.get('hvcC') ?? boxes.get('avcC') ?? boxes.get('av1C') ?? null
  const colour = boxes.get('colr')
  const isCoded =
    colour && colour.length >= 8 && /^nclx|nclc$/.test(colour.toString('latin1', 0, 4))
  const transfer = isCoded ? colour.readUInt16BE(6) : null
  const dolbyVision = boxes.get('dvcC') ?? boxes.get('dvvC') ?? boxes.get('dvwC') ?? null
  const isWhole = entry.length >= pictureFields
  return {
    codec,
    profile: profileOf(codec, record),
    width: (isWhole && entry.readUInt16BE(24)) || null,
    height: (isWhole && entry.readUInt16BE(26)) || null,
    bitDepth: bitDepthOf(codec, record),
    range: rangeOf(transfer, dolbyVision),
  }
}

function soundOf(type: string, entry: Buffer) {
  const isWhole = entry.length >= soundFields
  const generalChannels = isWhole ? entry.readUInt16BE(16) || null : null
  // QuickTime's own versions have more fields.
  const version = isWhole ? entry.readUInt16BE(8) : 0
  const boxes = innerOf(entry, soundFields + (version === 1 ? 16 : version === 2 ? 36 : 0))
  const esds = boxes.get('esds') ?? null
  const codec = codecOf(type, esds)
  const dolby = dolbyOf(boxes.get('dac3') ?? null, boxes.get('dec3') ?? null)
  return {
    codec,
    channels: dolby?.channels ?? (esds && decoderOf(esds)?.channels) ?? generalChannels,
    sampleRate: (isWhole && version < 2 && entry.readUInt32BE(24) >>> 16) || null,
    ...(dolby?.isAtmos && {
      spatialFormat: 'DolbyAtmos' as const,
      profile: 'Dolby Digital Plus + Dolby Atmos',
    }),
  }
}

function innerOf(entry: Buffer, fields: number): ReadonlyMap<string, Buffer> {
  return new Map(boxesOf(entry.subarray(fields)))
}

/** Channels of each mode, without the low-frequency channel. */
const dolbyChannels = [2, 1, 2, 3, 3, 4, 4, 5]

/** Dolby's own boxes say what the general fields leave at two channels. */
function dolbyOf(dac3: Buffer | null, dec3: Buffer | null) {
  if (dac3 && dac3.length >= 3) {
    const bits = dac3.readUIntBE(0, 3)
    return { channels: dolbyChannels[(bits >> 11) & 7]! + ((bits >> 10) & 1), isAtmos: false }
  }
  if (!dec3 || dec3.length < 5) return null
  const bits = dec3.readUIntBE(2, 3)
  const isAtmos = dec3.length >= 7 && (dec3.at(-2)! & 1) === 1
  const behind = ((bits >> 1) & 15) > 0 ? 2 : 0
  return { channels: dolbyChannels[(bits >> 9) & 7]! + ((bits >> 8) & 1) + behind, isAtmos }
}

/** From the decoder's description, below descriptors whose lengths have one to four bytes. */
function decoderOf(esds: Buffer) {
  let at = 4
  const open = (tag: number): boolean => {
    if (esds[at] !== tag) return false
    at += 1
    for (let count = 0; count < 4 && (esds[at] ?? 0) >= 0x80; count += 1) at += 1
    at += 1
    return true
  }
  if (!open(3)) return null
  const flags = esds[at + 2] ?? 0
  const address = flags & 0x40 ? (esds[at + 3] ?? 0) + 1 : 0
  at += 3 + (flags & 0x80 ? 2 : 0) + address + (flags & 0x20 ? 2 : 0)
  if (!open(4)) return null
  const object = esds[at] ?? 0
  at += 13
  // Of AAC: five bits, four, then four for the channels.
  const isShort = open(5) && ((esds[at] ?? 0xff) & 7) !== 7
  const channels = isShort ? aacChannels[((esds[at + 1] ?? 0) >> 3) & 15] : undefined
  return { codec: objectTypes[object] ?? null, channels: (object === 0x40 && channels) || null }
}

const aacChannels = [0, 1, 2, 3, 4, 5, 6, 8]
