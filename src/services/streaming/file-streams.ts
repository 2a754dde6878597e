import { capitalised } from '../../core/capitalised.ts'
import { languageOfIso } from './languages.ts'
import type { SubtitleProfile } from '../../model/device-profile.ts'
import type { FileHeader, FileTrack } from '../../model/file-header.ts'
import { unknownStream } from '../../model/media-stream.ts'
import type { MediaStream, VideoRange } from '../../model/media-stream.ts'
import { audioCodecs, layoutOfChannels, rangeOf } from '../versions/file-facts.ts'
import type { NamedFacts } from './named-facts.ts'
import { atmosProfiles, codecNameOf, namesOfHints } from './stream-titles.ts'
import { deliveryOfEmbedded } from './subtitle-delivery.ts'
import { hintsOfName, noHints } from './track-hints.ts'

/** The tracks as the file describes them; its name fills in what only the bytes behind the header say. */
export function streamsOfFile(
  { tracks, container }: FileHeader,
  facts: NamedFacts,
  profiles: readonly SubtitleProfile[],
): readonly MediaStream[] {
  const named = namedSound(tracks, facts)
  return tracks.map((track) => {
    if (track.kind === 'video') return videoOf(track, facts)
    if (track.kind === 'audio') return audioOf(track, named?.track === track ? named : null)
    const { language, codec } = track
    const delivery = deliveryOfEmbedded(language, container, profiles, codec)
    return { ...subtitleOf(track), ...delivery }
  })
}

function common(track: FileTrack) {
  const { kind, index, codec, language, name } = track
  const hints = (name === null ? null : hintsOfName(name)) ?? noHints
  return {
    ...unknownStream,
    kind,
    index,
    codec,
    language,
    title: name,
    isDefault: track.isDefault,
    isForced: track.isForced || (kind === 'subtitle' && hints.isForced),
    isHearingImpaired: track.isHearingImpaired || (kind === 'subtitle' && hints.isHearingImpaired),
    isCommentary: track.isCommentary || hints.isCommentary,
  }
}

function videoOf(track: FileTrack, { bitrate, parsedFile }: NamedFacts): MediaStream {
  const { width, height, frameRate, codec } = track
  const range = rangeOfTrack(track, rangeOf(parsedFile.visualTags))
  const size = height === null ? null : resolutionOf(width ?? 0, height)
  const picture = [size, codecNameOf(codec), rangeTitles[range] ?? range]
  return {
    ...common(track),
    width,
    height,
    bitrate,
    frameRate,
    profile: track.profile,
    bitDepth: track.bitDepth ?? (range === 'SDR' ? null : 10),
    range,
    displayTitle: picture.filter(Boolean).join(' '),
  }
}

const rangeTitles: Partial<Record<VideoRange, string>> = {
  HDR10Plus: 'HDR10+',
  DOVI: 'Dolby Vision',
  DOVIWithSDR: 'Dolby Vision SDR',
  DOVIWithHLG: 'Dolby Vision HLG',
  DOVIWithHDR10: 'Dolby Vision HDR10',
  DOVIWithHDR10Plus: 'Dolby Vision HDR10+',
}

/** HDR10+ is in the pictures alone. */
function rangeOfTrack({ range, bitDepth }: FileTrack, named: VideoRange): VideoRange {
  if (range === null) return bitDepth === 8 ? 'SDR' : named
  if (range === 'HDR10' && named === 'HDR10Plus') return named
  return range === 'DOVIWithHDR10' && named === 'DOVIWithHDR10Plus' ? named : range
}

/** Films wider than the screen have fewer lines. */
function resolutionOf(width: number, height: number): string {
  if (width > 2_560 || height > 1_440) return '4K'
  const lines = [1_440, 1_080, 720, 576, 480, 360, 240]
  const widths = [2_560, 1_920, 1_280, 1_024, 854, 640, 426]
  const place = lines.findLastIndex((line, at) => height <= line && width <= widths[at]!)
  return `${lines[place] ?? height}p`
}

type NamedSound = {
  readonly track: FileTrack
  readonly profile: string | null
  readonly spatialFormat: MediaStream['spatialFormat']
}

/** Audio tags in a name describe the best track: the first one with that codec. */
function namedSound(
  tracks: readonly FileTrack[],
  { parsedFile: { audioTags } }: NamedFacts,
): NamedSound | null {
  const isNamed = ({ codec }: FileTrack) =>
    audioCodecs.some(([tag, known]) => known === codec && audioTags.includes(tag))
  const isAtmos = audioTags.includes('Atmos')
  const track = tracks.find(
    (one) => one.kind === 'audio' && (isNamed(one) || (isAtmos && one.codec in atmosProfiles)),
  )
  if (!track) return null
  const [tag, , profile = null] =
    audioCodecs.find(([known, codec]) => codec === track.codec && audioTags.includes(known)) ?? []
  const atmos = isAtmos ? atmosProfiles[track.codec] : undefined
  const spatialFormat = tag === 'DTS:X' ? 'DTSX' : atmos ? 'DolbyAtmos' : null
  return { track, profile: atmos ?? profile, spatialFormat }
}

function audioOf(track: FileTrack, named: NamedSound | null): MediaStream {
  const { codec, channels, sampleRate } = track
  const profile = track.profile ?? named?.profile ?? null
  const channelLayout = channels === null ? null : layoutOfChannels(channels)
  const stream = common(track)
  const label = (codec !== 'aac' && profile) || codecNameOf(codec)
  const parts = [
    languageOfIso(track.language),
    label,
    channelLayout && capitalised(channelLayout),
    track.isDefault ? 'Default' : null,
  ]
  return {
    ...stream,
    isForced: false,
    profile,
    channels,
    channelLayout,
    sampleRate,
    spatialFormat: track.spatialFormat ?? named?.spatialFormat ?? 'None',
    displayTitle: titleOf(track.name, parts),
  }
}

function subtitleOf(track: FileTrack): MediaStream {
  const stream = common(track)
  const language = languageOfIso(track.language) ?? 'Undefined'
  const parts = [language, ...namesOfHints(stream), track.codec.toUpperCase()]
  return { ...stream, displayTitle: titleOf(track.name, parts) }
}

function titleOf(name: string | null, parts: readonly (string | null)[]): string {
  const known = name?.toLowerCase() ?? ''
  const rest = parts.filter((part) => part && !known.includes(part.toLowerCase()))
  return [name, ...rest].filter(Boolean).join(' - ')
}
