import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Cache } from '../../../cache/cache.ts'
import { atMost } from '../../../core/entries.ts'
import { fromJsonBytes, jsonBytes } from '../../../core/json.ts'
import type { EpisodeMarks, FillerSource } from '../../../model/filler.ts'
import type { IdTranslator } from '../../../model/id-translator.ts'
import { parseMediaId } from '../../../model/media-id.ts'
import type { MediaId } from '../../../model/media-id.ts'
import type { SourceMeta, SourceVideo } from '../../../model/source-meta.ts'
import { createSingleFlight } from '../../../core/single-flight.ts'

type Place = MediaId | null

type Options = {
  readonly source: FillerSource
  /** Survives restarts, and bounds itself. */
  readonly stored: Cache
  readonly translators: readonly IdTranslator[]
}

export type Fillers = ReturnType<typeof createFillers>

const keptMs = 21 * 86_400_000
/** Nothing may be known of a new series yet. */
const nothingKeptMs = 2 * 86_400_000
const failedMs = 600_000
/** Longest queue of entries; further ones are looked up next time. */
const mostWaiting = 200
const videosAtOnce = 100
/** A series of which none of these is in an anime database is no anime. */
const firstVideos = 3

/** Says which episodes of an anime are fillers or recaps. Never fails; what the source says already stays. */
export function createFillers({ source, stored, translators }: Options) {
  const singleFlight = createSingleFlight()
  const failed = new LRUCache<string, true>({ ...atMost(5_000), ttl: failedMs })
  const ending = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function placeOf(id: string, type: string): Promise<MediaId | null> {
    const own = parseMediaId(id)
    if (own.space === 'mal') return own
    for (const translator of translators) {
      const [found] = await translator.translate(own, type, ['mal'])
      if (found) return found
    }
    return null
  }

  /** One entry after the other: such services allow few requests. */
  function inOrder(malId: string): Promise<EpisodeMarks> {
    waiting += 1
    const answer = last.then(() => source(malId, ending.signal)).finally(() => (waiting -= 1))
    last = answer.catch(() => {})
    return answer
  }

  async function read(malId: string): Promise<EpisodeMarks | null> {
    const key = `fillers:${malId}`
    try {
      const kept = await stored.get(key)
      if (kept) return fromJsonBytes(kept) as EpisodeMarks
      if (waiting >= mostWaiting) return null
      const marks = await inOrder(malId)
      const isKnown = marks.filler.length + marks.recap.length > 0
      stored.set(key, jsonBytes(marks), isKnown ? keptMs : nothingKeptMs).catch(() => {})
      return marks
    } catch {
      failed.set(malId, true)
      return null
    }
  }

  async function marksOf(malId: string): Promise<EpisodeMarks | null> {
    return failed.has(malId) ? null : singleFlight.join(malId, () => read(malId))
  }

  /** In the order of the videos; empty for what is no anime. */
  async function placesOf({ videos }: SourceMeta, type: string): Promise<readonly Place[]> {
    const regular = videos.filter(({ season }) => season !== 0).slice(0, firstVideos)
    const first = await Promise.all(regular.map(({ id }) => placeOf(id, type)))
    if (first.every((place) => place === null)) return []
    const places: Place[] = []
    for (const [index, { id }] of videos.entries()) {
      // A long series must not hold up others.
      if (index > 0 && index % videosAtOnce === 0) await setImmediate()
      places.push(await placeOf(id, type))
    }
    return places
  }

  /** As `<entry>:<episode>`. */
  async function markedIn(entries: readonly string[]) {
    const found = await Promise.all(entries.map(async (id) => ({ id, marks: await marksOf(id) })))
    const keysOf = (of: (marks: EpisodeMarks) => readonly number[]): ReadonlySet<string> =>
      new Set(
        found.flatMap(({ id, marks }) =>
          marks ? of(marks).map((episode) => `${id}:${episode}`) : [],
        ),
      )
    return { filler: keysOf((marks) => marks.filler), recap: keysOf((marks) => marks.recap) }
  }

  async function marked(meta: SourceMeta, type: string): Promise<SourceMeta> {
    const places = await placesOf(meta, type)
    if (places.length === 0) return meta
    const entries = new Set(places.flatMap((place) => place?.value ?? []))
    const { filler, recap } = await markedIn([...entries])
    if (filler.size + recap.size === 0) return meta
    const videos = meta.videos.map((video, index): SourceVideo => {
      const key = `${places[index]?.value}:${places[index]?.episode}`
      return {
        ...video,
        ...(filler.has(key) && { filler: true }),
        ...(recap.has(key) && { recap: true }),
      }
    })
    return { ...meta, videos }
  }

  return {
    /** Returns the same object if nothing is known or the anime database cannot be reached. */
    mark: (meta: SourceMeta, type: string): Promise<SourceMeta> =>
      marked(meta, type).catch(() => meta),

    stop: (): void => ending.abort(),
  }
}
