import type { SubtitleProfile } from '../../model/device-profile.ts'
import { unknownStream } from '../../model/media-stream.ts'
import type { MediaStream, VideoRange } from '../../model/media-stream.ts'
import {
  audioCodecs,
  audioLayouts,
  frameSizes,
  hdrTags,
  rangeOf,
  videoCodecs,
} from '../versions/file-facts.ts'
import { languageCodeOf } from './languages.ts'
import { deliveryOfEmbedded, deliveryOfTrack } from './subtitle-delivery.ts'
import type { Delivery } from './subtitle-delivery.ts'
import type { ExternalTrack } from './tracks.ts'

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

/** A name with more languages was misread. */
const maxLanguages = 20

/** Video, audio per known language, embedded subtitles, external ones. Indexes are stable for the same facts and tracks. */
export function mediaStreamsOf(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  profiles: readonly SubtitleProfile[],
): readonly MediaStream[] {
  const audio = singleLanguages(facts.languages)
  const inFile = [
    videoStream(facts),
    ...(audio.length > 0 ? audio : [null]).map((language, place) =>
      audioStream(facts, language, place),
    ),
  ]
  const texts = singleLanguages(facts.subtitles).map((name, place) => {
    const language = languageCodeOf(name)
    const delivery = deliveryOfEmbedded(language, facts.parsedFile.container, profiles)
    return subtitleStream(inFile.length + place, name, { language, codec: 'subrip' }, delivery)
  })
  const first = inFile.length + texts.length
  return [
    ...inFile,
    ...texts,
    ...tracks.map((track, place) => {
      const { title } = track
      const stream = subtitleStream(first + place, title, track, deliveryOfTrack(track, profiles))
      return {
        ...stream,
        isExternal: true,
        title,
        displayTitle: `${stream.displayTitle} - External`,
      }
    }),
  ]
}

export function trackAt(
  facts: FileFacts,
  tracks: readonly ExternalTrack[],
  index: number,
): ExternalTrack | null {
  return tracks[index - mediaStreamsOf(facts, [], []).length] ?? null
}

/** Clients choose by codec, so an unknown one is assumed to be the usual one for such files. */
function videoCodecOf({ encode, container, resolution }: FileFacts['parsedFile']): string {
  if (encode !== null) return videoCodecs[encode] ?? 'h264'
  if (container === 'webm') return 'vp9'
  return resolution === '2160p' ? 'hevc' : 'h264'
}

function videoStream({ bitrate, parsedFile }: FileFacts): MediaStream {
  const codec = videoCodecOf(parsedFile)
  const { resolution, visualTags } = parsedFile
  const [width = null, height = null] = (resolution && frameSizes[resolution]) || []
  const range = rangeOf(visualTags)
  const picture = [
    resolution === '2160p' ? '4K' : resolution,
    codecNames[codec] ?? codec.toUpperCase(),
    range === 'SDR' ? 'SDR' : visualTags.filter((tag) => hdrTags.has(tag)).join(' '),
  ]
  return {
    ...unknownStream,
    kind: 'video',
    index: 0,
    codec,
    isDefault: true,
    width,
    height,
    bitrate,
    bitDepth: bitDepthOf(codec, visualTags, range),
    range,
    displayTitle: picture.filter(Boolean).join(' '),
  }
}

function bitDepthOf(codec: string, tags: readonly string[], range: VideoRange): number | null {
  if (tags.includes('12bit')) return 12
  if (tags.includes('10bit') || range !== 'SDR') return 10
  return tags.includes('8bit') || codec === 'h264' ? 8 : null
}

function audioStream(
  { parsedFile }: FileFacts,
  language: string | null,
  place: number,
): MediaStream {
  const { codec, profile, spatialFormat } = soundOf(parsedFile)
  const [channels = null, channelLayout = null] =
    audioLayouts[parsedFile.audioChannels[0] ?? ''] ?? []
  // AAC profiles mean nothing to users.
  const label = (codec !== 'aac' && profile) || (codecNames[codec] ?? codec.toUpperCase())
  const sound = [
    language,
    label,
    channelLayout && capitalised(channelLayout),
    place === 0 ? 'Default' : null,
  ]
  return {
    ...unknownStream,
    kind: 'audio',
    index: 1 + place,
    codec,
    profile,
    language: language && languageCodeOf(language),
    isDefault: place === 0,
    channels,
    channelLayout,
    spatialFormat,
    displayTitle: sound.filter(Boolean).join(' - '),
  }
}

function soundOf({ audioTags, container, quality }: FileFacts['parsedFile']) {
  const atmos = audioTags.includes('Atmos')
  const [tag, known, profile] = audioCodecs.find(([tag]) => audioTags.includes(tag)) ?? []
  // Discs carry Atmos in TrueHD, everything else in Dolby Digital Plus.
  const usual = quality === 'BluRay REMUX' || quality === 'BluRay' ? 'truehd' : 'eac3'
  const codec = known ?? (atmos ? usual : usualSound(container))
  const spatialFormat = tag === 'DTS:X' ? 'DTSX' : atmos ? 'DolbyAtmos' : 'None'
  const atmosProfile = atmos && atmosProfiles[codec]
  return { codec, profile: atmosProfile || (profile ?? null), spatialFormat } as const
}

/** Common names, where they differ from the codec in capitals. */
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

function subtitleStream(
  index: number,
  name: string,
  { language, codec }: Pick<ExternalTrack, 'language' | 'codec'>,
  delivery: Delivery,
): MediaStream {
  const displayTitle = `${name} - ${codec.toUpperCase()}`
  return { ...unknownStream, kind: 'subtitle', index, codec, language, displayTitle, ...delivery }
}

function singleLanguages(names: readonly string[]): readonly string[] {
  return names.filter((name) => languageCodeOf(name) !== null).slice(0, maxLanguages)
}
