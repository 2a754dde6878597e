import { capitalised } from '../../core/capitalised.ts'
import type { SubtitleProfile } from '../../model/device-profile.ts'
import type { FileHeader } from '../../model/file-header.ts'
import { unknownStream } from '../../model/media-stream.ts'
import type { MediaStream, VideoRange } from '../../model/media-stream.ts'
import { hdrTags } from '../../model/release-traits.ts'
import {
  audioCodecs,
  audioLayouts,
  frameSizes,
  rangeOf,
  videoCodecs,
} from '../versions/file-facts.ts'
import { streamsOfFile } from './file-streams.ts'
import { languageCodeOf } from './languages.ts'
import { deliveryOfEmbedded, deliveryOfTrack } from './subtitle-delivery.ts'
import type { Delivery } from './subtitle-delivery.ts'
import type { NamedFacts } from './named-facts.ts'
import { atmosProfiles, codecNameOf, namesOfHints } from './stream-titles.ts'
import { hintsOfRelease, noHints } from './track-hints.ts'
import type { ExternalTrack } from './tracks.ts'

/** A name with more languages was misread. */
const maxLanguages = 20

/**
 * Those in the file, then external subtitles. Without its header the file has video, audio per known language, and subtitles.
 * Indexes are stable for the same facts, tracks and header.
 */
export function mediaStreamsOf(
  facts: NamedFacts,
  tracks: readonly ExternalTrack[],
  profiles: readonly SubtitleProfile[],
  header: FileHeader | null = null,
): readonly MediaStream[] {
  const inFile = header ? streamsOfFile(header, facts, profiles) : streamsOfName(facts, profiles)
  const first = header?.trackCount ?? inFile.length
  return [
    ...inFile,
    ...tracks.map((track, place) => externalStream(track, first + place, profiles)),
  ]
}

function streamsOfName(
  facts: NamedFacts,
  profiles: readonly SubtitleProfile[],
): readonly MediaStream[] {
  const audio = singleLanguages(facts.languages)
  const inFile = [
    videoStream(facts),
    ...(audio.length > 0 ? audio : [null]).map((language, place) =>
      audioStream(facts, language, place),
    ),
  ]
  const named = singleLanguages(facts.subtitles)
  // With several tracks, the name does not say which one it means.
  const hints = named.length === 1 ? hintsOfRelease(facts.filename, facts.parsedFile.title) : null
  const texts = named.map((name, place) => {
    const language = languageCodeOf(name)
    const delivery = deliveryOfEmbedded(language, facts.parsedFile.container, profiles)
    const track = { language, codec: 'subrip', hints: hints ?? noHints } as const
    return subtitleStream(inFile.length + place, name, track, delivery)
  })
  return [...inFile, ...texts]
}

function externalStream(
  track: ExternalTrack,
  index: number,
  profiles: readonly SubtitleProfile[],
): MediaStream {
  const { hints = noHints } = track
  const title = hints.isCommentary ? `${track.title} (Commentary)` : track.title
  const stream = subtitleStream(index, title, track, deliveryOfTrack(track, profiles))
  return {
    ...stream,
    isExternal: true,
    title,
    displayTitle: `${stream.displayTitle} - External`,
  }
}

/** `externalFrom`: where the tracks beside the file begin; null: as its name makes expect. */
export function trackAt(
  facts: NamedFacts,
  tracks: readonly ExternalTrack[],
  index: number,
  externalFrom: number | null = null,
): ExternalTrack | null {
  return tracks[index - (externalFrom ?? mediaStreamsOf(facts, [], []).length)] ?? null
}

/** Clients choose by codec, so an unknown one is assumed to be the usual one for such files. */
function videoCodecOf({ encode, container, resolution }: NamedFacts['parsedFile']): string {
  if (encode !== null) return videoCodecs[encode] ?? 'h264'
  if (container === 'webm') return 'vp9'
  return resolution === '2160p' ? 'hevc' : 'h264'
}

function videoStream({ bitrate, parsedFile }: NamedFacts): MediaStream {
  const codec = videoCodecOf(parsedFile)
  const { resolution, visualTags } = parsedFile
  const [width = null, height = null] = (resolution && frameSizes[resolution]) || []
  const range = rangeOf(visualTags)
  const picture = [
    resolution === '2160p' ? '4K' : resolution,
    codecNameOf(codec),
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
  { parsedFile }: NamedFacts,
  language: string | null,
  place: number,
): MediaStream {
  const { codec, profile, spatialFormat } = soundOf(parsedFile)
  const [channels = null, channelLayout = null] =
    audioLayouts[parsedFile.audioChannels[0] ?? ''] ?? []
  // AAC profiles mean nothing to users.
  const label = (codec !== 'aac' && profile) || codecNameOf(codec)
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

function soundOf({ audioTags, container, quality }: NamedFacts['parsedFile']) {
  const atmos = audioTags.includes('Atmos')
  const [tag, known, profile] = audioCodecs.find(([tag]) => audioTags.includes(tag)) ?? []
  // Discs carry Atmos in TrueHD, everything else in Dolby Digital Plus.
  const usual = quality === 'BluRay REMUX' || quality === 'BluRay' ? 'truehd' : 'eac3'
  const codec = known ?? (atmos ? usual : usualSound(container))
  const spatialFormat = tag === 'DTS:X' ? 'DTSX' : atmos ? 'DolbyAtmos' : 'None'
  const atmosProfile = atmos && atmosProfiles[codec]
  return { codec, profile: atmosProfile || (profile ?? null), spatialFormat } as const
}

function usualSound(container: string | null): string {
  if (container === 'webm') return 'opus'
  return container === 'avi' ? 'mp3' : 'aac'
}

function subtitleStream(
  index: number,
  name: string,
  { language, codec, hints = noHints }: Pick<ExternalTrack, 'language' | 'codec' | 'hints'>,
  delivery: Delivery,
): MediaStream {
  const displayTitle = [name, ...namesOfHints(hints), codec.toUpperCase()].join(' - ')
  const stream = { kind: 'subtitle', index, codec, language, displayTitle } as const
  return { ...unknownStream, ...stream, ...hints, ...delivery }
}

function singleLanguages(names: readonly string[]): readonly string[] {
  return names.filter((name) => languageCodeOf(name) !== null).slice(0, maxLanguages)
}
