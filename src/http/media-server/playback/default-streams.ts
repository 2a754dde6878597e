import { mediaLanguage } from '../../../core/iso-languages.ts'
import type { SubtitleMode, UserConfiguration } from '../../../model/user-configuration.ts'
import type { PlayedVersion } from '../../../model/watch.ts'

type Stream = {
  readonly Type: string
  readonly Index: number
  readonly Language?: string | undefined
  readonly IsDefault: boolean
  readonly IsForced: boolean
  readonly IsExternal: boolean
  readonly DeliveryMethod?: string
}

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
  /** What was chosen in this very version before; null: nothing. */
  readonly before: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
}

/** The streams that are played unless somebody chooses others, as the standard finds them. Undefined: none. */
export function defaultStreams(
  streams: readonly Stream[],
  { configuration, before }: StreamChoice,
) {
  const audio = defaultAudio(streams, configuration, before?.audio ?? null)
  const spoken = streams.find(({ Index }) => Index === audio)?.Language ?? null
  const subtitle = defaultSubtitle(streams, configuration, before?.subtitle ?? null, spoken)
  return { audio, subtitle }
}

function defaultAudio(
  streams: readonly Stream[],
  { audioLanguages, ...chosen }: StreamChoice['configuration'],
  before: number | null,
): number | undefined {
  const tracks = streams.filter(({ Type }) => Type === 'Audio')
  const remembered = tracks.find(({ Index }) => Index === before)
  if (chosen.rememberAudioSelections && remembered) return remembered.Index
  const wanted = audioLanguages.map(mediaLanguage)
  const sorted = tracks.toSorted(
    (a, b) => placeOf(a, wanted) - placeOf(b, wanted) || Number(b.IsDefault) - Number(a.IsDefault),
  )
  const marked = chosen.playDefaultAudioTrack ? sorted.find(({ IsDefault }) => IsDefault) : null
  return (marked ?? sorted[0])?.Index
}

function defaultSubtitle(
  streams: readonly Stream[],
  chosen: StreamChoice['configuration'],
  before: number | null,
  spoken: string | null,
): number | undefined {
  if (chosen.subtitleMode === 'None') return undefined
  // What the app cannot show is never chosen for it.
  const tracks = streams.filter(
    ({ Type, DeliveryMethod }) => Type === 'Subtitle' && DeliveryMethod !== 'Encode',
  )
  const isKnown = before === -1 || tracks.some(({ Index }) => Index === before)
  if (chosen.rememberSubtitleSelections && before !== null && isKnown) return before
  const wanted = chosen.subtitleLanguages.map(mediaLanguage)
  return choose(chosen.subtitleMode, sortedSubtitles(tracks, wanted), wanted, spoken)?.Index
}

function choose(
  mode: SubtitleMode,
  sorted: readonly Stream[],
  wanted: readonly string[],
  spoken: string | null,
): Stream | undefined {
  const isWanted = ({ Language }: Stream): boolean => matches(Language, wanted)
  const forced = () =>
    sorted.find((stream) => stream.IsForced && isWanted(stream)) ??
    sorted.find(({ IsForced, Language }) => IsForced && isUndefined(Language))
  switch (mode) {
    case 'Default':
      // Somebody put a file beside a video for a reason, but sources offer tracks in every language there is.
      return sorted.find(
        (stream) =>
          stream.IsDefault ||
          stream.IsForced ||
          (stream.IsExternal && wanted.length > 0 && isWanted(stream)),
      )
    case 'Always':
      return sorted.find((stream) => !stream.IsForced && isWanted(stream)) ?? forced()
    case 'Smart': {
      const isUnderstood = spoken !== null && wanted[0] === mediaLanguage(spoken)
      return isUnderstood ? forced() : sorted.find(isWanted)
    }
    default:
      return mode === 'OnlyForced' ? forced() : undefined
  }
}

/** Several languages by their order; within them, and where there is one, by how much a stream is meant to be shown. */
function sortedSubtitles(tracks: readonly Stream[], wanted: readonly string[]): readonly Stream[] {
  const keysOf = (stream: Stream): readonly number[] => {
    const isWanted = matches(stream.Language, wanted)
    return [
      wanted.length > 1 ? placeOf(stream, wanted) : 0,
      -Number(stream.IsExternal),
      -Number(stream.IsDefault),
      -Number(!stream.IsForced && isWanted),
      -Number(stream.IsForced && isWanted),
      -Number(stream.IsForced && isUndefined(stream.Language)),
      -Number(stream.IsForced),
    ]
  }
  const keyed = tracks.map((stream) => ({ stream, keys: keysOf(stream) }))
  return keyed.toSorted((a, b) => compare(a.keys, b.keys)).map(({ stream }) => stream)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place])
  return at < 0 ? 0 : a[at]! - b[at]!
}

function placeOf({ Language }: Stream, wanted: readonly string[]): number {
  const place = Language === undefined ? -1 : wanted.indexOf(mediaLanguage(Language))
  return place < 0 ? wanted.length : place
}

/** No wish means any language. */
function matches(language: string | undefined, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return language !== undefined && wanted.includes(mediaLanguage(language))
}

const undefinedLanguages: ReadonlySet<string> = new Set([
  'und',
  'unknown',
  'undetermined',
  'mul',
  'zxx',
])

function isUndefined(language: string | undefined): boolean {
  return language === undefined || undefinedLanguages.has(language.toLowerCase())
}
