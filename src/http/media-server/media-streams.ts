import type { ExternalTrack } from '../../services/playback/playback.ts'
import { languageCodeOf } from '../../services/playback/languages.ts'

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

const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  '2160p': [3840, 2160],
  '1440p': [2560, 1440],
  '1080p': [1920, 1080],
  '720p': [1280, 720],
  '576p': [720, 576],
  '480p': [720, 480],
  '360p': [640, 360],
  '240p': [426, 240],
}

const videoCodecs: Readonly<Record<string, string>> = {
  AV1: 'av1',
  HEVC: 'hevc',
  AVC: 'h264',
  VP9: 'vp9',
  'VC-1': 'vc1',
  'MPEG-2': 'mpeg2video',
  XviD: 'mpeg4',
  DivX: 'mpeg4',
}

/** The best of several comes first: it is the track that players take. */
const audioCodecs: readonly (readonly [tag: string, codec: string, profile: string | null])[] = [
  ['TrueHD', 'truehd', null],
  ['DTS:X', 'dts', 'DTS-HD MA + DTS:X'],
  ['DTS-HD MA', 'dts', 'DTS-HD MA'],
  ['DTS-HD', 'dts', 'DTS-HD HRA'],
  ['DTS', 'dts', 'DTS'],
  ['DD+', 'eac3', null],
  ['DD', 'ac3', null],
  ['FLAC', 'flac', null],
  ['PCM', 'pcm_s24le', null],
  ['Opus', 'opus', null],
  ['AAC', 'aac', 'LC'],
  ['MP3', 'mp3', null],
]

const layouts: Readonly<Record<string, readonly [channels: number, layout: string]>> = {
  '7.1': [8, '7.1'],
  '6.1': [7, '6.1'],
  '5.1': [6, '5.1'],
  '2.1': [3, '2.1'],
  '2.0': [2, 'stereo'],
  '1.0': [1, 'mono'],
}

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
 * addresses begin with `deliveryPath`. Their places stay the same as long as the facts and tracks do.
 */
export function mediaStreamsOf(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  deliveryPath: string,
): readonly MediaStream[] {
  const audio = singleLanguages(facts.languages)
  const inFile = [
    videoStream(facts),
    ...(audio.length > 0 ? audio : [null]).map((language, place) =>
      audioStream(facts, language, place),
    ),
  ]
  const texts = singleLanguages(facts.subtitles).map((language, place) =>
    subtitleStream(inFile.length + place, {
      title: language,
      language: codeOf(language),
      codec: 'subrip',
      address: null,
    }),
  )
  const first = inFile.length + texts.length
  return [
    ...inFile,
    ...texts,
    ...tracks.map(({ title, language, codec }, place) => {
      const address = `${deliveryPath}/Subtitles/${first + place}/0/Stream.${endings[codec]}`
      return subtitleStream(first + place, {
        title,
        language: language ?? undefined,
        codec,
        address,
      })
    }),
  ]
}

/** The track of a stream's place; null where there is none. */
export function trackAt(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  index: number,
): ExternalTrack | null {
  return tracks[index - mediaStreamsOf(facts, [], '').length] ?? null
}

/** Clients choose by codec: one that is unknown is taken to be what such files usually hold. */
function videoCodecOf({ encode, container, resolution }: FileFacts['parsedFile']): string {
  if (encode !== null) return videoCodecs[encode] ?? 'h264'
  if (container === 'webm') return 'vp9'
  return resolution === '2160p' ? 'hevc' : 'h264'
}

function videoStream({ bitrate, parsedFile }: FileFacts) {
  const codec = videoCodecOf(parsedFile)
  const { resolution, visualTags } = parsedFile
  const [width, height] = (resolution === null ? undefined : sizes[resolution]) ?? []
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
      codec.toUpperCase(),
      range === 'SDR' ? 'SDR' : visualTags.filter((tag) => hdrTags.has(tag)).join(' '),
    ]
      .filter(Boolean)
      .join(' '),
  } as const
}

const hdrTags: ReadonlySet<string> = new Set(['DV', 'HDR10+', 'HDR10', 'HDR', 'HLG'])

function rangeOf(tags: readonly string[]) {
  const has = (tag: string): boolean => tags.includes(tag)
  const hdr10 = has('HDR10') || has('HDR')
  if (has('DV')) {
    if (has('HDR10+')) return 'DOVIWithHDR10Plus'
    if (hdr10) return 'DOVIWithHDR10'
    return has('HLG') ? 'DOVIWithHLG' : 'DOVI'
  }
  if (has('HDR10+')) return 'HDR10Plus'
  if (hdr10) return 'HDR10'
  return has('HLG') ? 'HLG' : 'SDR'
}

function bitDepthOf(codec: string, tags: readonly string[], range: string): number | undefined {
  if (tags.includes('12bit')) return 12
  if (tags.includes('10bit') || range !== 'SDR') return 10
  return tags.includes('8bit') || codec === 'h264' ? 8 : undefined
}

function audioStream({ parsedFile }: FileFacts, language: string | null, place: number) {
  const { codec, profile, spatial } = soundOf(parsedFile)
  const [channels, layout] = layouts[parsedFile.audioChannels[0] ?? ''] ?? []
  const label = profile ?? codec.toUpperCase()
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
    DisplayTitle: [language, label, layout, place === 0 ? 'Default' : null]
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
  readonly language: string | undefined
  readonly codec: ExternalTrack['codec']
  /** Null: in the file itself. */
  readonly address: string | null
}

function subtitleStream(index: number, { title, language, codec, address }: SubtitleFacts) {
  const external = address !== null
  return {
    ...plain,
    Type: 'Subtitle',
    Index: index,
    Codec: codec,
    Language: language,
    Title: external ? title : undefined,
    IsTextSubtitleStream: true,
    IsExternal: external,
    SupportsExternalStream: external,
    DeliveryMethod: external ? 'External' : 'Embed',
    DeliveryUrl: address ?? undefined,
    IsExternalUrl: external ? false : undefined,
    DisplayTitle: `${title} - ${codec.toUpperCase()}${external ? ' - External' : ''}`,
  } as const
}

const endings = { subrip: 'srt', ass: 'ass', webvtt: 'vtt' } as const

/** Without what stands for several, such as `Multi`. */
function singleLanguages(names: readonly string[]): readonly string[] {
  return names.filter((name) => languageCodeOf(name) !== null).slice(0, maxLanguages)
}

function codeOf(language: string | null): string | undefined {
  return language === null ? undefined : (languageCodeOf(language) ?? undefined)
}
