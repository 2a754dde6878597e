import { mediaLanguage } from '../../core/iso-languages.ts'
import { unknownTrack } from '../../model/file-header.ts'
import type { FileTrack } from '../../model/file-header.ts'
import { bitDepthOf, profileOf, rangeOf } from './codec-configuration.ts'
import { childOf, childrenOf, floatOf, unsignedOf } from './ebml.ts'
import { audioCodecOf, subtitleCodecOf, videoCodecOf } from './matroska-codecs.ts'
import { textOf } from './text.ts'

const ids = {
  entry: 0xae,
  type: 0x83,
  default: 0x88,
  forced: 0x55aa,
  hearingImpaired: 0x55ab,
  commentary: 0x55af,
  name: 0x536e,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  codec: 0x86,
  codecPrivate: 0x63a2,
  frameNs: 0x23e383,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  colour: 0x55b0,
  colourBits: 0x55b2,
  transfer: 0x55ba,
  audio: 0xe1,
  sampleRate: 0xb5,
  channels: 0x9f,
  audioBits: 0x6264,
  addition: 0x41e4,
  additionType: 0x41e7,
  additionData: 0x41ed,
} as const

/** Other kinds are no streams for players. */
const kinds: Readonly<Record<number, FileTrack['kind'] | 'other'>> = {
  1: 'video',
  2: 'audio',
  17: 'subtitle',
  33: 'other',
}
const mostTracks = 200

export function tracksOfMatroska(content: Buffer) {
  const tracks: FileTrack[] = []
  let trackCount = 0
  for (const [id, entry] of childrenOf(content)) {
    if (id !== ids.entry) continue
    const kind = kinds[unsignedOf(childOf(entry, ids.type))]
    if (kind === undefined) continue
    if (trackCount === mostTracks) break
    if (kind !== 'other') tracks.push(trackOf(fieldsOf(entry), kind, trackCount))
    trackCount += 1
  }
  return { tracks, trackCount }
}

type Fields = ReadonlyMap<number, Buffer>

function fieldsOf(entry: Buffer): Fields {
  const fields = new Map<number, Buffer>()
  for (const [id, content] of childrenOf(entry)) {
    if (id === ids.addition) {
      const dolbyVision = dolbyVisionOf(content)
      if (dolbyVision) fields.set(id, dolbyVision)
    } else if (!fields.has(id)) fields.set(id, content)
  }
  return fields
}

const dolbyVisionTypes: ReadonlySet<number> = new Set([0x64766343, 0x64767643])

function dolbyVisionOf(addition: Buffer): Buffer | null {
  const type = unsignedOf(childOf(addition, ids.additionType))
  return dolbyVisionTypes.has(type) ? childOf(addition, ids.additionData) : null
}

function trackOf(fields: Fields, kind: FileTrack['kind'], index: number): FileTrack {
  const of = (id: number): Buffer | null => fields.get(id) ?? null
  const isSet = (id: number): boolean => unsignedOf(of(id)) === 1
  const name = textOf(of(ids.name))
  return {
    ...unknownTrack,
    kind,
    index,
    name,
    language: languageOf(of(ids.languageTag), of(ids.language)),
    isDefault: of(ids.default) === null || isSet(ids.default),
    isForced: isSet(ids.forced),
    isHearingImpaired: isSet(ids.hearingImpaired),
    isCommentary: isSet(ids.commentary),
    ...(kind === 'video' ? videoOf(of) : kind === 'audio' ? audioOf(of) : subtitleOf(of)),
  }
}

type Find = (id: number) => Buffer | null

function videoOf(of: Find) {
  const video = of(ids.video) ?? Buffer.alloc(0)
  const colour = childOf(video, ids.colour)
  const record = of(ids.codecPrivate)
  const codec = videoCodecOf(textOf(of(ids.codec)) ?? '', record)
  const transfer = colour && childOf(colour, ids.transfer)
  const bits = colour && unsignedOf(childOf(colour, ids.colourBits))
  const frameNs = unsignedOf(of(ids.frameNs))
  return {
    codec,
    profile: profileOf(codec, record),
    width: unsignedOf(childOf(video, ids.width)) || null,
    height: unsignedOf(childOf(video, ids.height)) || null,
    bitDepth: bitDepthOf(codec, record) ?? (bits || null),
    frameRate: frameNs === 0 ? null : Math.round(1e12 / frameNs) / 1_000,
    range: rangeOf(transfer && unsignedOf(transfer), of(ids.addition)),
  }
}

function audioOf(of: Find) {
  const audio = of(ids.audio) ?? Buffer.alloc(0)
  const bits = unsignedOf(childOf(audio, ids.audioBits))
  return {
    codec: audioCodecOf(textOf(of(ids.codec)) ?? '', bits),
    channels: unsignedOf(childOf(audio, ids.channels)) || 1,
    sampleRate: Math.round(floatOf(childOf(audio, ids.sampleRate))) || 8_000,
  }
}

function subtitleOf(of: Find) {
  return { codec: subtitleCodecOf(textOf(of(ids.codec)) ?? '') }
}

/** English where the file says nothing: that is the format's default. */
function languageOf(tag: Buffer | null, language: Buffer | null): string | null {
  const written = textOf(tag) ?? textOf(language) ?? 'eng'
  const code = mediaLanguage(written)
  return /^[a-z]{3}$/.test(code) && code !== 'und' ? code : null
}
