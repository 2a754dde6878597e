import { createHash } from 'node:crypto'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Cache } from '../../cache/cache.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { parseMediaId } from '../../model/media-id.ts'
import type { Household } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Source, SubtitleTrack } from '../../model/source.ts'
import { chooseQuestion } from '../../search/question.ts'
import { translateOnce } from '../../search/translate-once.ts'
import { sourcesOf } from '../caller.ts'
import { languageCodeOf, languageNameOf } from './languages.ts'

/** A subtitle file beside the video. */
export type ExternalTrack = {
  /** May hold secrets. */
  readonly url: string
  /** ISO 639-2; null: unknown. */
  readonly language: string | null
  /** The language for people, else as its source writes it. */
  readonly title: string
  readonly codec: 'subrip' | 'ass' | 'webvtt'
}

export type TrackQuestion = Pick<LibraryItem, 'key' | 'mediaType'>

export type TrackFinderOptions = {
  readonly client: Pick<SourceClient, 'manifest' | 'subtitles'>
  readonly translators: readonly IdTranslator[]
  readonly cache: Cache
}

const maxTracks = 100
/** Milliseconds that a source may take. */
const waitMs = 3_000
const maxTitle = 60
/** Players name a track by its place in the list: the list must last as long as people watch. */
const keptMs = 6 * 3_600_000
/** A list that lacks a source's answer is completed soon. */
const partKeptMs = 300_000
const noneKeptMs = 60_000
const codecs = { srt: 'subrip', ass: 'ass', ssa: 'ass', vtt: 'webvtt' } as const

/**
 * Asks the subtitle sources of a configuration; the answer is the same for all versions of a title. Fails by the signal
 * alone, sources that take too long are left out, and what one who left has asked for is kept for the next one.
 */
export function createTrackFinder({ client, translators, cache }: TrackFinderOptions) {
  const running = new Map<string, Promise<readonly ExternalTrack[]>>()

  /** Null where the source fails or is too slow. */
  async function askSource(
    source: Source,
    { mediaType: type, key }: TrackQuestion,
  ): Promise<readonly SubtitleTrack[] | null> {
    const signal = AbortSignal.timeout(waitMs)
    try {
      const id = parseMediaId(key)
      const { value: manifest } = await client.manifest(source, { signal })
      const translate = translateOnce(translators, id, type)
      const asked = { source, manifest, resource: 'subtitles', type, id, translate }
      const question = await untilAborted(chooseQuestion(asked), signal)
      if ('skip' in question) return []
      return (await client.subtitles(source, question.type, question.id, {}, { signal })).value
    } catch {
      return null
    }
  }

  async function lookUp(
    cacheKey: string,
    { userData }: Household,
    item: TrackQuestion,
  ): Promise<readonly ExternalTrack[]> {
    const answers = await Promise.all(sourcesOf(userData).map((source) => askSource(source, item)))
    const tracks = toExternalTracks(answers.flatMap((answer) => answer ?? []))
    const whole = answers.every((answer) => answer !== null)
    const lasts = whole ? keptMs : tracks.length > 0 ? partKeptMs : noneKeptMs
    await cache.set(cacheKey, jsonBytes(tracks), lasts)
    return tracks
  }

  /** The same list for everybody who asks meanwhile, and for those who ask later. */
  async function find(
    household: Household,
    item: TrackQuestion,
  ): Promise<readonly ExternalTrack[]> {
    const parts = [household.configuration, household.cacheKey, item.mediaType, item.key]
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
    const cacheKey = `subtitles:${hash}`
    const known = running.get(cacheKey)
    if (known) return known
    const kept = await cache.get(cacheKey)
    if (kept) return fromJsonBytes(kept) as readonly ExternalTrack[]
    const looking =
      running.get(cacheKey) ??
      lookUp(cacheKey, household, item).finally(() => running.delete(cacheKey))
    running.set(cacheKey, looking)
    return looking
  }

  return (household: Household, item: TrackQuestion, signal: AbortSignal) =>
    untilAborted(find(household, item), signal)
}

/** The version's own ones before those of the sources, each address once, at most `maxTracks`. */
export function combineTracks(
  own: readonly SubtitleTrack[],
  ofSources: readonly ExternalTrack[],
): readonly ExternalTrack[] {
  if (own.length === 0) return ofSources
  const first = toExternalTracks(own)
  const known = new Set(first.map(({ url }) => url))
  return [...first, ...ofSources.filter(({ url }) => !known.has(url))].slice(0, maxTracks)
}

/** Each address once, at most `maxTracks`; what is no web address is left out. */
function toExternalTracks(tracks: readonly SubtitleTrack[]): readonly ExternalTrack[] {
  const byUrl = new Map<string, ExternalTrack>()
  for (const { url, lang } of tracks) {
    if (byUrl.size === maxTracks) break
    if (byUrl.has(url) || !/^https?:\/\//i.test(url)) continue
    const name = lang === null ? null : languageNameOf(lang)
    byUrl.set(url, {
      url,
      language: name === null ? null : languageCodeOf(name),
      title: name ?? lang?.slice(0, maxTitle) ?? 'Subtitles',
      codec: codecOf(url),
    })
  }
  return [...byUrl.values()]
}

/** By the ending of the address; most that have none are SubRip. */
function codecOf(url: string): ExternalTrack['codec'] {
  const [, ending = ''] = /\.(srt|ass|ssa|vtt)(?:$|[?#])/i.exec(url) ?? []
  return codecs[ending.toLowerCase() as keyof typeof codecs] ?? 'subrip'
}
