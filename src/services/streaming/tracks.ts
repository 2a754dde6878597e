import { createHash } from 'node:crypto'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Cache } from '../../cache/cache.ts'
import { createSingleFlight } from '../../core/single-flight.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import { sourcesOf } from '../configured-sources.ts'
import { createSubtitleAsker } from './ask-subtitles.ts'
import type { SubtitleAskerOptions } from './ask-subtitles.ts'
import { languageCodeOf, languageNameOf } from './languages.ts'
import { hintsOfTrack, withoutHints } from './track-hints.ts'
import type { TrackHints } from './track-hints.ts'

export type ExternalTrack = {
  /** May contain secrets. */
  readonly url: string
  /** ISO 639-2. */
  readonly language: string | null
  /** The language's English name, or the source's own text. */
  readonly title: string
  readonly codec: 'subrip' | 'ass' | 'webvtt'
  /** Undefined: its name tells nothing. */
  readonly hints?: TrackHints | undefined
}

export type TrackQuestion = Pick<LibraryItem, 'key' | 'mediaType'>

export type TrackFinderOptions = SubtitleAskerOptions & { readonly cache: Cache }

const maxTracks = 100
const maxTitle = 60
/** Players refer to tracks by index, so a list must outlast a viewing. */
const keptMs = 6 * 3_600_000
/** A list without a failed source's tracks is refreshed soon. */
const partKeptMs = 300_000
const noneKeptMs = 60_000
const codecs = { srt: 'subrip', ass: 'ass', ssa: 'ass', vtt: 'webvtt' } as const

/** Asks subtitle sources once per title, without the slow ones. Rejects only on abort, and the work goes on for the next caller. */
export function createTrackFinder({ cache, ...asking }: TrackFinderOptions) {
  const singleFlight = createSingleFlight()
  const ask = createSubtitleAsker(asking)

  async function lookUp(
    cacheKey: string,
    household: Household,
    item: TrackQuestion,
  ): Promise<readonly ExternalTrack[]> {
    const question = { type: item.mediaType, id: item.key }
    const answers = await Promise.all(sourcesOf(household).map((source) => ask(source, question)))
    const tracks = toExternalTracks(answers.flatMap((answer) => answer ?? []))
    const whole = answers.every((answer) => answer !== null)
    const lasts = whole ? keptMs : tracks.length > 0 ? partKeptMs : noneKeptMs
    await cache.set(cacheKey, jsonBytes(tracks), lasts)
    return tracks
  }

  function find(household: Household, item: TrackQuestion): Promise<readonly ExternalTrack[]> {
    const parts = [household.configuration, household.cacheKey, item.mediaType, item.key]
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
    const cacheKey = `subtitles:${hash}`
    return singleFlight.join(cacheKey, async () => {
      const kept = await cache.get(cacheKey)
      if (kept) return fromJsonBytes(kept) as readonly ExternalTrack[]
      return lookUp(cacheKey, household, item)
    })
  }

  return (household: Household, item: TrackQuestion, signal: AbortSignal) =>
    untilAborted(find(household, item), signal)
}

export function combineTracks(
  own: readonly SubtitleTrack[],
  ofSources: readonly ExternalTrack[],
): readonly ExternalTrack[] {
  if (own.length === 0) return ofSources
  const first = toExternalTracks(own)
  const known = new Set(first.map(({ url }) => url))
  return [...first, ...ofSources.filter(({ url }) => !known.has(url))].slice(0, maxTracks)
}

function toExternalTracks(tracks: readonly SubtitleTrack[]): readonly ExternalTrack[] {
  const byUrl = new Map<string, ExternalTrack>()
  for (const track of tracks) {
    const { url } = track
    if (byUrl.size === maxTracks) break
    if (byUrl.has(url) || !/^https?:\/\//i.test(url)) continue
    const lang = withoutHints(track.lang ?? '')
    const name = languageNameOf(lang)
    byUrl.set(url, {
      url,
      language: name === null ? null : languageCodeOf(name),
      title: name ?? (lang.slice(0, maxTitle) || 'Subtitles'),
      codec: codecOf(url),
      hints: hintsOfTrack(track) ?? undefined,
    })
  }
  return [...byUrl.values()]
}

/** By extension; most files without one are SubRip. */
function codecOf(url: string): ExternalTrack['codec'] {
  const [, ending = ''] = /\.(srt|ass|ssa|vtt)(?:$|[?#])/i.exec(url) ?? []
  return codecs[ending.toLowerCase() as keyof typeof codecs] ?? 'subrip'
}
