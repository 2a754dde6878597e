// AniList's terms; MyAnimeList's are converted to them.
import type { IdTranslator } from '../../model/id-translator.ts'
import { animeSpaces, formatMediaId, idSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace, MediaId } from '../../model/media-id.ts'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry, PushOutcome, Pulled, WatchEvent } from '../../model/tracker.ts'

export type ListSpace = Extract<IdSpace, 'anilist' | 'mal'>

export const listStatuses = [
  'CURRENT',
  'PLANNING',
  'COMPLETED',
  'DROPPED',
  'PAUSED',
  'REPEATING',
] as const

export type ListStatus = (typeof listStatuses)[number]

export type Mark = {
  readonly status: ListStatus
  readonly progress: number
  /** Rounds after the first. */
  readonly repeats: number
}

export type Standing = {
  /** Episodes; null: not known yet. */
  readonly total: number | null
  readonly mark: Mark | null
}

export type Change = Partial<Mark> | 'remove'

export type Place = { readonly id: number; readonly episodes: readonly number[] }

type Spot = {
  readonly videoId: string
  readonly season: number | null
  readonly episode: number | null
}

const wholeMarks: ReadonlySet<WatchEvent['event']> = new Set([
  'watchlisted',
  'unwatchlisted',
  'dropped',
  'undropped',
])

/** Entries that an event is about, each once; empty where none is known or such lists do not keep it. */
export async function placesOf(
  event: WatchEvent,
  space: ListSpace,
  translators: readonly IdTranslator[],
): Promise<readonly Place[]> {
  const places = new Map<number, number[]>()
  const isWhole = wholeMarks.has(event.event)
  for (const spot of spotsOf(event)) {
    const found = await find(namesOf(event, spot), event, space, translators)
    if (!found) continue
    const episodes = places.get(found.id) ?? []
    places.set(found.id, episodes)
    if (!isWhole) episodes.push(found.episode)
  }
  return [...places].map(([id, episodes]) => ({ id, episodes }))
}

function spotsOf(event: WatchEvent): readonly Spot[] {
  const { scope, videoId, metaId, season, episode } = event
  if (wholeMarks.has(event.event)) {
    // Disliking one episode does not drop the series.
    return scope === 'episode' ? [] : [{ videoId: metaId, season, episode: null }]
  }
  const isKept =
    event.event === 'start' ||
    event.event === 'unplayed' ||
    (event.played && (event.event === 'stop' || event.event === 'played'))
  if (!isKept) return []
  if (event.videos) return event.videos
  return scope === 'movie' || scope === 'episode' ? [{ videoId, season, episode }] : []
}

/** The most specific id first. */
function namesOf({ metaId, ids, scope }: WatchEvent, spot: Spot): readonly MediaId[] {
  const others = idSpaces.flatMap((space) => {
    const value = ids[space]
    if (value === undefined || space === 'opaque') return []
    return parseMediaId(space === 'imdb' ? value : `${space}:${value}`)
  })
  const written = [spot.videoId, metaId].map(parseMediaId)
  return [...written, ...others].flatMap((id) => (scope === 'movie' ? id : numbered(id, spot)))
}

/** Empty where the id cannot carry episode numbers. */
function numbered(id: MediaId, { season, episode }: Spot): readonly MediaId[] {
  if (id.episode !== null || (season === null && episode === null)) return [id]
  if (!animeSpaces.has(id.space)) {
    return [spelled({ ...id, season: episode === null ? season : (season ?? 1), episode })]
  }
  // An entry's id names no season, so only an only season is certain.
  return season === null || season === 1 ? [spelled({ ...id, season: null, episode })] : []
}

function spelled(id: MediaId): MediaId {
  return { ...id, raw: formatMediaId(id) }
}

async function find(
  names: readonly MediaId[],
  { scope, mediaType }: WatchEvent,
  space: ListSpace,
  translators: readonly IdTranslator[],
): Promise<{ id: number; episode: number } | null> {
  const type = scope === 'movie' ? 'movie' : mediaType
  for (const name of names) {
    const found = name.space === space ? [name] : await translated(name, type, space, translators)
    // Specials are entries of their own there, so a season 0 is some other count.
    const own = found.find((id) => id.space === space && id.season !== 0)
    if (own) return { id: Number(own.value), episode: own.episode ?? 1 }
  }
  return null
}

async function translated(
  id: MediaId,
  type: string,
  space: ListSpace,
  translators: readonly IdTranslator[],
): Promise<readonly MediaId[]> {
  if (id.space === 'opaque') return []
  for (const translator of translators) {
    const known = await translator.translate(id, type, [space])
    if (known.length > 0) return known
  }
  return []
}

/** Null for no change. A repeated event gives null, so pushing it twice is safe. */
export function changeOf(
  event: WatchEvent,
  standing: Standing,
  episodes: readonly number[],
): Change | null {
  const { mark, total } = standing
  switch (event.event) {
    case 'start':
      return mark === null || mark.status === 'PLANNING' ? { status: 'CURRENT' } : null
    case 'stop':
    case 'played':
      return raise(standing, Math.max(...episodes))
    case 'unplayed':
      return lower(standing, new Set(episodes))
    case 'watchlisted':
      return mark === null ? { status: 'PLANNING' } : null
    case 'unwatchlisted':
      return mark?.status === 'PLANNING' ? 'remove' : null
    case 'dropped':
      return mark?.status === 'DROPPED' ? null : { status: 'DROPPED' }
    case 'undropped':
      if (mark?.status !== 'DROPPED') return null
      return { status: total !== null && mark.progress >= total ? 'COMPLETED' : 'CURRENT' }
    default:
      return null
  }
}

function raise({ total, mark }: Standing, episode: number): Change | null {
  if (mark?.status === 'COMPLETED') return null
  const progress = total === null ? episode : Math.min(episode, total)
  if (progress === total) {
    const repeats = mark?.status === 'REPEATING' ? { repeats: mark.repeats + 1 } : {}
    return { status: 'COMPLETED', progress, ...repeats }
  }
  if (mark && progress <= mark.progress) return null
  return { status: mark?.status === 'REPEATING' ? 'REPEATING' : 'CURRENT', progress }
}

function lower({ mark }: Standing, episodes: ReadonlySet<number>): Change | null {
  if (!mark || !episodes.has(mark.progress)) return null
  let progress = mark.progress
  while (episodes.has(progress)) progress -= 1
  return mark.status === 'COMPLETED' ? { status: 'CURRENT', progress } : { progress }
}

/** A retryable failure ends it: the next attempt finds what is done already. */
export async function pushEach(
  places: readonly Place[],
  push: (place: Place) => Promise<PushOutcome>,
): Promise<PushOutcome> {
  let outcome: PushOutcome = { kind: 'ignored' }
  for (const place of places) {
    const next = await push(place)
    if (next.kind === 'retry' || next.kind === 'unauthorized') return next
    if (next.kind === 'delivered' || outcome.kind === 'ignored') outcome = next
  }
  return outcome
}

export type ListedEntry = Mark & {
  readonly id: number
  readonly isFilm: boolean
  readonly total: number | null
  readonly name: string | null
  readonly year: number | null
  readonly updatedAt: number | null
  readonly completedAt: number | null
}

/** More than any anime has; a larger number is a typing error. */
const mostEpisodes = 10_000

export function pulledOf(
  space: ListSpace,
  rows: readonly ListedEntry[],
  version: string | null,
): Pulled {
  // An entry on several custom lists appears once for each.
  const entries = [...new Map(rows.map((row) => [row.id, row])).values()]
  const newest = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt ?? 0))
  // The count shows removals, which leave no time.
  const current = `${newest}/${entries.length}`
  if (current === version) {
    return { version, watched: null, begun: null, marked: null, ttlMs: null }
  }
  return {
    version: current,
    watched: entries.flatMap((entry) => watchedOf(space, entry)),
    // Such lists count episodes and store no position within one.
    begun: [],
    marked: entries.flatMap((entry) => markedOf(space, entry)),
    ttlMs: null,
  }
}

function watchedOf(space: ListSpace, entry: ListedEntry): readonly ImportedEntry[] {
  const { status, progress, total, isFilm } = entry
  // While repeating, the progress is of the current round.
  const isSeen = status === 'COMPLETED' || status === 'REPEATING'
  const least = isSeen ? (total ?? Number(isFilm)) : 0
  const seen = Math.min(Math.max(progress, least), mostEpisodes)
  const played = {
    ...titleOf(space, entry),
    played: true,
    playCount: 1 + entry.repeats,
    at: null,
  }
  // A list dates the entry, not each episode: the date is that of the last one.
  const at = entry.updatedAt ?? entry.completedAt
  if (isFilm) return seen > 0 ? [{ ...played, kind: 'movie', at }] : []
  return Array.from({ length: seen }, (_, index) => ({
    ...played,
    kind: 'episode',
    episode: index + 1,
    at: index + 1 === seen ? at : null,
  }))
}

function markedOf(space: ListSpace, entry: ListedEntry): readonly ImportedEntry[] {
  const title = titleOf(space, entry)
  if (entry.status === 'PLANNING') return [{ ...title, favorite: true }]
  return entry.status === 'DROPPED' ? [{ ...title, likes: false }] : []
}

function titleOf(space: ListSpace, { id, isFilm, name, year }: ListedEntry) {
  return {
    kind: isFilm ? 'movie' : 'series',
    ids: { [space]: String(id) },
    name,
    year,
    ...emptyEntry,
  } satisfies ImportedEntry
}
