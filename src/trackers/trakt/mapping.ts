// What a person does, in the words of Trakt; Simkl took much over from it. And back.
import { z } from 'zod'
import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry, MarkedVideo, TitleIds, WatchEvent } from '../../model/tracker.ts'

/** One thing to send: a path from the root, and its body. */
export type Call = { readonly path: string; readonly body: object }

/** As bodies carry a film or series. */
export type SentTitle = {
  readonly title: string
  readonly year?: number
  readonly ids: Readonly<Record<string, string | number>>
}

/** Where someone is: percent of the whole. */
export type Scrobble = { readonly action: 'start' | 'pause' | 'stop'; readonly progress: number }

type SentSeason = { readonly number: number; readonly episodes?: readonly object[] }

const spaces = ['imdb', 'tmdb', 'tvdb'] as const satisfies readonly IdSpace[]
/** From here on a stop counts as a play. */
const playedFrom = 80
const minuteMs = 60_000

/** What Trakt has to be told. Null: nothing that it keeps, or of nothing that it can know. */
export function callOf(event: WatchEvent): Call | null {
  const title = titleOf(event, spaces)
  if (!title) return null
  switch (event.event) {
    case 'start':
    case 'pause':
    case 'stop':
      return scrobbleCall(event, title)
    case 'played':
      return calling('/sync/history', marked(event, title, { watched_at: isoOf(event.at) }))
    case 'unplayed':
      return calling('/sync/history/remove', marked(event, title))
    case 'watchlisted':
      return calling('/sync/watchlist', itself(event, title))
    case 'unwatchlisted':
      return calling('/sync/watchlist/remove', itself(event, title))
    case 'dropped':
      return calling('/users/hidden/dropped', dropped(event, title))
    default:
      return calling('/users/hidden/dropped/remove', dropped(event, title))
  }
}

/** Null where no id is of a space that the tracker knows. */
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

/** Null where the event says no place, which only a start and a finished play can do without. */
export function scrobbleOf(event: WatchEvent): Scrobble | null {
  const { positionMs, durationMs, played } = event
  const share = positionMs !== null && durationMs ? (positionMs / durationMs) * 100 : null
  const progress = share === null ? null : Math.round(Math.min(100, Math.max(0, share)) * 100) / 100
  if (event.event === 'start') return { action: 'start', progress: progress ?? 0 }
  // What counts here counts there, wherever the credits begin.
  if (event.event === 'stop' && played) {
    const isEnough = progress !== null && progress > playedFrom
    return { action: 'stop', progress: isEnough ? progress : 100 }
  }
  if (progress === null) return null
  // And what does not count here must not there: only a pause keeps a place this late.
  const isPause = event.event === 'pause' || progress >= playedFrom
  return { action: isPause ? 'pause' : 'stop', progress }
}

/** Seasons with their episodes, each once. `rest` goes with each episode. */
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

/** Whether an id counts episodes the way anime databases do, which is not that of whole series. */
export function isAnimeNumbered(id: string): boolean {
  return animeSpaces.has(parseMediaId(id).space)
}

export function isoOf(at: number): string {
  return new Date(at).toISOString()
}

function calling(path: string, body: object | null): Call | null {
  return body && { path, body }
}

function scrobbleCall(event: WatchEvent, title: SentTitle): Call | null {
  const scrobble = scrobbleOf(event)
  if (!scrobble) return null
  const path = `/scrobble/${scrobble.action}`
  const { progress } = scrobble
  if (event.scope === 'movie') return { path, body: { movie: title, progress } }
  const { season, episode } = event
  if (season === null || episode === null || isAnimeNumbered(event.videoId)) return null
  return { path, body: { show: title, episode: { season, number: episode }, progress } }
}

/** Everything that a mark means. Null where none of it has a number that Trakt shares. */
function marked(event: WatchEvent, title: SentTitle, rest: object = {}): object | null {
  if (event.videos) {
    const videos = event.videos.filter(({ videoId }) => !isAnimeNumbered(videoId))
    return videos.length > 0 ? { shows: [{ ...title, seasons: seasonsOf(videos, rest) }] } : null
  }
  // One entry of an anime database may be a part of what Trakt has under the same ids.
  if (event.scope !== 'movie' && isAnimeNumbered(event.videoId)) return null
  return itself(event, title, rest)
}

/** What an event is about, without what it means beyond that. */
function itself(event: WatchEvent, title: SentTitle, rest: object = {}): object | null {
  const { scope, season, episode } = event
  if (scope === 'movie') return { movies: [{ ...title, ...rest }] }
  if (scope === 'series') return { shows: [{ ...title, ...rest }] }
  if (season === null || isAnimeNumbered(event.videoId)) return null
  if (scope === 'season') return { shows: [{ ...title, seasons: [{ number: season, ...rest }] }] }
  if (episode === null) return null
  return { shows: [{ ...title, seasons: seasonsOf([{ season, episode }], rest) }] }
}

/** Trakt knows this of series alone. */
function dropped({ scope }: WatchEvent, title: SentTitle): object | null {
  return scope === 'series' ? { shows: [title] } : null
}

const time = z.string().nullish().catch(null)
const number = z.number().int().nonnegative()
const minutes = z.number().positive().nullish().catch(null)

const title = z.object({
  title: z.string().nullish().catch(null),
  year: z.number().int().nullish().catch(null),
  runtime: minutes,
  ids: z.record(z.string(), z.unknown()),
})

const episode = z.object({ season: number, number, runtime: minutes })

type Title = z.infer<typeof title>
type Numbers = { readonly season: number; readonly number: number }

export const activities = z.object({
  all: z.string(),
  movies: z.object({ watched_at: time, paused_at: time, hidden_at: time }),
  episodes: z.object({ watched_at: time, paused_at: time }),
  shows: z.object({ hidden_at: time, dropped_at: time }),
  watchlist: z.object({ updated_at: time }),
})

export const watchedMovies = z.array(
  z.object({ plays: number, last_watched_at: time, movie: title }),
)

/** Series that all come without their seasons must not be taken for ones of which nothing was watched. */
export const watchedShows = z
  .array(
    z.object({
      show: title,
      seasons: z
        .array(
          z.object({
            number,
            episodes: z.array(z.object({ number, plays: number, last_watched_at: time })),
          }),
        )
        .nullish(),
    }),
  )
  .refine((shows) => shows.length === 0 || shows.some(({ seasons }) => seasons))

export const playbacks = z.array(
  z.object({
    progress: z.number(),
    paused_at: time,
    movie: title.nullish(),
    show: title.nullish(),
    episode: episode.nullish(),
  }),
)

/** Of the watchlist and of what is hidden. Whatever `type` may be new says with its absence that it is not for us. */
export const listed = z.array(
  z.object({
    type: z.string(),
    movie: title.nullish(),
    show: title.nullish(),
    episode: episode.nullish(),
  }),
)

export function watchedEntries(
  movies: z.infer<typeof watchedMovies>,
  shows: z.infer<typeof watchedShows>,
): readonly ImportedEntry[] {
  const films = movies.flatMap(({ movie, plays, last_watched_at }) =>
    entriesOf('movie', movie, { played: true, playCount: plays, at: timeOf(last_watched_at) }),
  )
  const episodes = shows.flatMap(({ show, seasons }) =>
    (seasons ?? []).flatMap((season) =>
      season.episodes.flatMap(({ number, plays, last_watched_at }) =>
        entriesOf('episode', show, {
          ...numbersOf({ season: season.number, number }),
          played: true,
          playCount: plays,
          at: timeOf(last_watched_at),
        }),
      ),
    ),
  )
  return [...films, ...episodes]
}

export function begunEntries(items: z.infer<typeof playbacks>): readonly ImportedEntry[] {
  return items.flatMap(({ progress, paused_at, movie, show, episode }) => {
    const about = movie ?? show
    const runtime = movie ? movie.runtime : (episode?.runtime ?? show?.runtime)
    // Trakt keeps a share: without a length it leads nowhere.
    if (!about || !runtime || (!movie && !episode)) return []
    const durationMs = runtime * minuteMs
    return entriesOf(movie ? 'movie' : 'episode', about, {
      ...(episode && !movie ? numbersOf(episode) : {}),
      positionMs: Math.round((durationMs * Math.min(100, Math.max(0, progress))) / 100),
      durationMs,
      at: timeOf(paused_at),
    })
  })
}

export function markedEntries(
  watchlist: z.infer<typeof listed>,
  dropped: z.infer<typeof listed>,
): readonly ImportedEntry[] {
  const wanted = watchlist.flatMap((item) => {
    const { type, movie, show, episode } = item
    if (type === 'movie' && movie) return entriesOf('movie', movie, { favorite: true })
    if (type === 'show' && show) return entriesOf('series', show, { favorite: true })
    const isEpisode = type === 'episode' && show && episode
    return isEpisode ? entriesOf('episode', show, { ...numbersOf(episode), favorite: true }) : []
  })
  const unwanted = dropped.flatMap(({ show }) =>
    show ? entriesOf('series', show, { likes: false }) : [],
  )
  return [...wanted, ...unwanted]
}

/** One entry, or none where nothing names the title. */
function entriesOf(
  kind: ImportedEntry['kind'],
  { title, year, ids }: Title,
  rest: Partial<ImportedEntry>,
): readonly ImportedEntry[] {
  const known = idsOf(ids, spaces)
  return known
    ? [{ ...emptyEntry, kind, ids: known, name: title ?? null, year: year ?? null, ...rest }]
    : []
}

/** Those of the wanted spaces, numbers and texts alike; null: none. */
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

function numbersOf({ season, number }: Numbers): Pick<ImportedEntry, 'season' | 'episode'> {
  return { season, episode: number }
}

/** Epoch milliseconds; null where it is none. */
export function timeOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}
