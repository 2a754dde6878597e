import { mediaLanguage } from '../../core/iso-languages.ts'
import type { MediaStream } from '../../model/media-stream.ts'
import type { SubtitleMode, UserConfiguration } from '../../model/user-configuration.ts'
import type { PlayedVersion } from '../../model/watch.ts'

type Stream = Pick<
  MediaStream,
  'kind' | 'index' | 'language' | 'isDefault' | 'isForced' | 'isExternal' | 'delivery'
> &
  Partial<Pick<MediaStream, 'isHearingImpaired' | 'isCommentary'>>

export type StreamChoice = {
  readonly configuration: Pick<
    UserConfiguration,
    | 'playDefaultAudioTrack'
    | 'audioLanguages'
    | 'subtitleLanguages'
    | 'subtitleMode'
    | 'rememberAudioSelections'
    | 'rememberSubtitleSelections'
  >
  readonly before: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
}

/** The streams that play unless the user chooses others, by the rules of the Jellyfin API. */
export function defaultStreams(
  streams: readonly Stream[],
  { configuration, before }: StreamChoice,
) {
  const audio = defaultAudio(streams, configuration, before?.audio ?? null)
  const spoken = streams.find(({ index }) => index === audio)?.language ?? null
  const subtitle = defaultSubtitle(streams, configuration, before?.subtitle ?? null, spoken)
  return { audio, subtitle }
}

function defaultAudio(
  streams: readonly Stream[],
  { audioLanguages, ...chosen }: StreamChoice['configuration'],
  before: number | null,
): number | null {
  const tracks = streams.filter(({ kind }) => kind === 'audio')
  const remembered = tracks.find(({ index }) => index === before)
  if (chosen.rememberAudioSelections && remembered) return remembered.index
  const wanted = audioLanguages.map(mediaLanguage)
  const sorted = tracks.toSorted(
    (a, b) =>
      Number(isCommentary(a)) - Number(isCommentary(b)) ||
      placeOf(a, wanted) - placeOf(b, wanted) ||
      Number(b.isDefault) - Number(a.isDefault),
  )
  const marked = chosen.playDefaultAudioTrack ? sorted.find(({ isDefault }) => isDefault) : null
  return (marked ?? sorted[0])?.index ?? null
}

function defaultSubtitle(
  streams: readonly Stream[],
  chosen: StreamChoice['configuration'],
  before: number | null,
  spoken: string | null,
): number | null {
  if (chosen.subtitleMode === 'None') return null
  // Never choose a format that the app cannot show.
  const tracks = streams.filter(
    ({ kind, delivery }) => kind === 'subtitle' && delivery !== 'encode',
  )
  const isKnown = before === -1 || tracks.some(({ index }) => index === before)
  if (chosen.rememberSubtitleSelections && before !== null && isKnown) return before
  const wanted = chosen.subtitleLanguages.map(mediaLanguage)
  return choose(chosen.subtitleMode, sortedSubtitles(tracks, wanted), wanted, spoken)?.index ?? null
}

function choose(
  mode: SubtitleMode,
  sorted: readonly Stream[],
  wanted: readonly string[],
  spoken: string | null,
): Stream | undefined {
  const isWanted = ({ language }: Stream): boolean => matches(language, wanted)
  const forced = () =>
    sorted.find((stream) => stream.isForced && isWanted(stream)) ??
    sorted.find(({ isForced, language }) => isForced && isUndefined(language))
  switch (mode) {
    case 'Default':
      // A file beside the video is there for a reason, but sources offer tracks in every language.
      return sorted.find((stream) => {
        const { isDefault, isForced, isExternal, language } = stream
        if (!isExternal) return isDefault || isForced
        if (wanted.length > 0) return isWanted(stream) || (isForced && isUndefined(language))
        return (isDefault || isForced) && (isUndefined(language) || isSame(language, spoken))
      })
    case 'Always':
      return sorted.find((stream) => !stream.isForced && isWanted(stream)) ?? forced()
    case 'Smart': {
      const isUnderstood = spoken !== null && wanted[0] === mediaLanguage(spoken)
      return isUnderstood ? forced() : sorted.find(isWanted)
    }
    default:
      return mode === 'OnlyForced' ? forced() : undefined
  }
}

/** By the order of the wanted languages, then by how prominent a track is meant to be. */
function sortedSubtitles(tracks: readonly Stream[], wanted: readonly string[]): readonly Stream[] {
  const keysOf = (stream: Stream): readonly number[] => {
    const isWanted = matches(stream.language, wanted)
    return [
      wanted.length > 1 ? placeOf(stream, wanted) : 0,
      Number(isCommentary(stream)),
      -Number(stream.isExternal),
      -Number(stream.isDefault),
      -Number(!stream.isForced && isWanted),
      -Number(stream.isForced && isWanted),
      -Number(stream.isForced && isUndefined(stream.language)),
      -Number(stream.isForced),
      Number(stream.isHearingImpaired === true),
    ]
  }
  const keyed = tracks.map((stream) => ({ stream, keys: keysOf(stream) }))
  return keyed.toSorted((a, b) => compare(a.keys, b.keys)).map(({ stream }) => stream)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place])
  return at < 0 ? 0 : a[at]! - b[at]!
}

function placeOf({ language }: Stream, wanted: readonly string[]): number {
  const place = language === null ? -1 : wanted.indexOf(mediaLanguage(language))
  return place < 0 ? wanted.length : place
}

function isCommentary(stream: Stream): boolean {
  return stream.isCommentary === true
}

function isSame(language: string | null, other: string | null): boolean {
  return language !== null && other !== null && mediaLanguage(language) === mediaLanguage(other)
}

function matches(language: string | null, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return language !== null && wanted.includes(mediaLanguage(language))
}

const undefinedLanguages: ReadonlySet<string> = new Set([
  'und',
  'unknown',
  'undetermined',
  'mul',
  'zxx',
])

function isUndefined(language: string | null): boolean {
  return language === null || undefinedLanguages.has(language.toLowerCase())
}
