import type { ExternalTrack } from '../../../services/playback/playback.ts'
import { languageCodeOf } from '../../../services/playback/languages.ts'
import {
  audioCodecs,
  audioLayouts,
  frameSizes,
  hdrTags,
  rangeOf,
  videoCodecs,
} from '../../../services/versions/file-facts.ts'
import { deliveryOfEmbedded, deliveryOfTrack } from './subtitle-delivery.ts'
import type { Delivery, Delivering } from './subtitle-delivery.ts'

/** What a release name and its source say of a file. */
export type FileFacts = {
  readonly bitrate: number | null
  readonly languages: readonly string[]
  readonly subtitles: readonly string[]
  readonly parsedFile: {
    readonly resolution: string | null
    readonly quality: string | null
    readonly encode: string | null
    readonly visualTags: readonly string[]
    readonly audioTags: readonly string[]
    readonly audioChannels: readonly string[]
    readonly container: string | null
  }
}

export type MediaStream = ReturnType<
  typeof videoStream | typeof audioStream | typeof subtitleStream
>

/** More languages than a file has are a mistake of its name. */
const maxLanguages = 20
const maxInt = 2 ** 31 - 1

/** Of everything that is a stream, for clients that lose the answer otherwise. */
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
 * One video stream, an audio stream for each language that is known, subtitles in the file, then those beside it, whose
 * addresses begin with `path`. Their places stay the same as long as the facts and tracks do.
 */
export function mediaStreamsOf(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  delivering: Delivering,
): readonly MediaStream[] {
  const audio = singleLanguages(facts.languages)
  const inFile = [
    videoStream(facts),
    ...(audio.length > 0 ? audio : [null]).map((language, place) =>
      audioStream(facts, language, place),
    ),
  ]
  const texts = singleLanguages(facts.subtitles).map((name, place) => {
    const language = codeOf(name) ?? null
    return subtitleStream(inFile.length + place, {
      title: name,
      language,
      codec: 'subrip',
      delivery: deliveryOfEmbedded(language, facts.parsedFile.container, delivering),
    })
  })
  const first = inFile.length + texts.length
  return [
    ...inFile,
    ...texts,
    ...tracks.map((track, place) => {
      const delivery = deliveryOfTrack(track, first + place, delivering)
      return subtitleStream(first + place, { ...track, delivery })
    }),
  ]
}

/** The track of a stream's place; null where there is none. */
export function trackAt(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  index: number,
): ExternalTrack | null {
  return tracks[index - mediaStreamsOf(facts, [], nowhere).length] ?? null
}

const nowhere: Delivering = { path: '', profiles: [] }

/** Clients choose by codec: one that is unknown is taken to be what such files usually hold. */
function videoCodecOf({ encode, container, resolution }: FileFacts['parsedFile']): string {
  if (encode !== null) return videoCodecs[encode] ?? 'h264'
  if (container === 'webm') return 'vp9'
  return resolution === '2160p' ? 'hevc' : 'h264'
}

function videoStream({ bitrate, parsedFile }: FileFacts) {
  const codec = videoCodecOf(parsedFile)
  const { resolution, visualTags } = parsedFile
  const [width, height] = (resolution === null ? undefined : frameSizes[resolution]) ?? []
  const range = rangeOf(visualTags)
  return {
    ...plain,
    Type: 'Video',
    Index: 0,
    Codec: codec,
    IsDefault: true,
    Width: width,
    Height: height,
    AspectRatio: width !== undefined && width / height! > 1.7 ? '16:9' : undefined,
    BitRate: bitrate === null || bitrate > maxInt ? undefined : bitrate,
    BitDepth: bitDepthOf(codec, visualTags, range),
    VideoRange: range === 'SDR' ? 'SDR' : 'HDR',
    VideoRangeType: range,
    DisplayTitle: [
      resolution === '2160p' ? '4K' : resolution,
      codecNames[codec] ?? codec.toUpperCase(),
      range === 'SDR' ? 'SDR' : visualTags.filter((tag) => hdrTags.has(tag)).join(' '),
    ]
      .filter(Boolean)
      .join(' '),
  } as const
}

function bitDepthOf(codec: string, tags: readonly string[], range: string): number | undefined {
  if (tags.includes('12bit')) return 12
  if (tags.includes('10bit') || range !== 'SDR') return 10
  return tags.includes('8bit') || codec === 'h264' ? 8 : undefined
}

function audioStream({ parsedFile }: FileFacts, language: string | null, place: number) {
  const { codec, profile, spatial } = soundOf(parsedFile)
  const [channels, layout] = audioLayouts[parsedFile.audioChannels[0] ?? ''] ?? []
  // That of AAC is no name that anybody knows it by.
  const label = (codec !== 'aac' && profile) || (codecNames[codec] ?? codec.toUpperCase())
  return {
    ...plain,
    Type: 'Audio',
    Index: 1 + place,
    Codec: codec,
    Profile: profile ?? undefined,
    Language: codeOf(language),
    IsDefault: place === 0,
    Channels: channels,
    ChannelLayout: layout,
    AudioSpatialFormat: spatial,
    DisplayTitle: [language, label, layout && capitalised(layout), place === 0 ? 'Default' : null]
      .filter(Boolean)
      .join(' - '),
  } as const
}

function soundOf({ audioTags, container, quality }: FileFacts['parsedFile']) {
  const atmos = audioTags.includes('Atmos')
  const [tag, known, profile] = audioCodecs.find(([tag]) => audioTags.includes(tag)) ?? []
  // Discs carry it in TrueHD, everybody else in Dolby Digital Plus.
  const carrier = quality === 'BluRay REMUX' || quality === 'BluRay' ? 'truehd' : 'eac3'
  const codec = known ?? (atmos ? carrier : usualSound(container))
  const spatial = tag === 'DTS:X' ? 'DTSX' : atmos ? 'DolbyAtmos' : 'None'
  const atmosProfile = atmos && atmosProfiles[codec]
  return { codec, profile: atmosProfile || (profile ?? null), spatial } as const
}

/** What people call them, where that is not the codec in capitals. */
const codecNames: Readonly<Record<string, string>> = {
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital+',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  opus: 'Opus',
  pcm_s24le: 'PCM',
  truehd: 'TrueHD',
  vc1: 'VC-1',
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const atmosProfiles: Readonly<Record<string, string>> = {
  truehd: 'Dolby TrueHD + Dolby Atmos',
  eac3: 'Dolby Digital Plus + Dolby Atmos',
}

function usualSound(container: string | null): string {
  if (container === 'webm') return 'opus'
  return container === 'avi' ? 'mp3' : 'aac'
}

type SubtitleFacts = {
  readonly title: string
  readonly language: string | null
  readonly codec: ExternalTrack['codec']
  readonly delivery: Delivery
}

function subtitleStream(index: number, { title, language, codec, delivery }: SubtitleFacts) {
  const { external, method, address } = delivery
  return {
    ...plain,
    Type: 'Subtitle',
    Index: index,
    Codec: codec,
    Language: language ?? undefined,
    Title: external ? title : undefined,
    IsTextSubtitleStream: true,
    IsExternal: external,
    SupportsExternalStream: external,
    DeliveryMethod: method,
    DeliveryUrl: address ?? undefined,
    IsExternalUrl: address === null ? undefined : false,
    DisplayTitle: `${title} - ${codec.toUpperCase()}${external ? ' - External' : ''}`,
  } as const
}

/** Without what stands for several, such as `Multi`. */
function singleLanguages(names: readonly string[]): readonly string[] {
  return names.filter((name) => languageCodeOf(name) !== null).slice(0, maxLanguages)
}

function codeOf(language: string | null): string | undefined {
  return language === null ? undefined : (languageCodeOf(language) ?? undefined)
}
