import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import type { MarkedVideo, TitleIds, WatchEvent } from '../../model/tracker.ts'

export type Call = { readonly path: string; readonly body: object }

export type SentTitle = {
  readonly title: string
  readonly year?: number
  readonly ids: Readonly<Record<string, string | number>>
}

export type Scrobble = { readonly action: 'start' | 'pause' | 'stop'; readonly progress: number }

type SentSeason = { readonly number: number; readonly episodes?: readonly object[] }

export const traktSpaces = ['imdb', 'tmdb', 'tvdb'] as const satisfies readonly IdSpace[]

/** From here on a stop counts as a play. */
const playedFrom = 80

/** Null where the tracker knows none of the ids. */
export function titleOf(
  { name, year, ids }: Pick<WatchEvent, 'name' | 'year' | 'ids'>,
  known: readonly IdSpace[],
): SentTitle | null {
  const sent: [IdSpace, string | number][] = []
  for (const space of known) {
    const value = ids[space] ?? ''
    if (!isIdOf(space, value)) continue
    sent.push([space, space === 'imdb' ? value : Number(value)])
  }
  if (sent.length === 0) return null
  return { title: name, ...(year === null ? {} : { year }), ids: Object.fromEntries(sent) }
}

/** Null without a place, except for a start and a finished play. */
export function scrobbleOf(event: WatchEvent): Scrobble | null {
  const { positionMs, durationMs, played } = event
  const share = positionMs !== null && durationMs ? (positionMs / durationMs) * 100 : null
  const progress = share === null ? null : Math.round(Math.min(100, Math.max(0, share)) * 100) / 100
  if (event.event === 'start') return { action: 'start', progress: progress ?? 0 }
  // What counts as played here must count there, wherever the credits begin.
  if (event.event === 'stop' && played) {
    const isEnough = progress !== null && progress > playedFrom
    return { action: 'stop', progress: isEnough ? progress : 100 }
  }
  if (progress === null) return null
  // What does not count here must not count there: only a pause keeps a place this late.
  const isPause = event.event === 'pause' || progress >= playedFrom
  return { action: isPause ? 'pause' : 'stop', progress }
}

/** Each once. `rest` goes with each episode. */
export function seasonsOf(
  videos: readonly Pick<MarkedVideo, 'season' | 'episode'>[],
  rest: object,
): readonly SentSeason[] {
  const seasons = Map.groupBy(videos, ({ season }) => season)
  return [...seasons].map(([number, inside]) => ({
    number,
    episodes: [...new Set(inside.map(({ episode }) => episode))].map((episode) => ({
      number: episode,
      ...rest,
    })),
  }))
}

/** Anime databases count episodes per entry, not per series. */
export function isAnimeNumbered(id: string): boolean {
  return animeSpaces.has(parseMediaId(id).space)
}

export function isoOf(at: number): string {
  return new Date(at).toISOString()
}

/** Null: none of the wanted spaces. */
export function idsOf(
  ids: Readonly<Record<string, unknown>>,
  wanted: readonly IdSpace[],
): TitleIds | null {
  const found: [IdSpace, string][] = []
  for (const space of wanted) {
    const value = ids[space]
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    if (isIdOf(space, text)) found.push([space, text])
  }
  return found.length > 0 ? Object.fromEntries(found) : null
}

function isIdOf(space: IdSpace, text: string): boolean {
  return (space === 'imdb' ? /^tt\d+$/ : /^[1-9]\d{0,14}$/).test(text)
}

export function timeOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}
