import { z } from 'zod'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { idsOf, timeOf, traktSpaces } from './words.ts'

const minuteMs = 60_000

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

/** If no series has its seasons, something is wrong; that must not pass for nothing watched. */
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

const play = z.object({
  id: number,
  watched_at: time,
  movie: title.nullish().catch(null),
  show: title.nullish().catch(null),
  episode: episode.nullish().catch(null),
})

/** Without those that cannot be read: nothing is removed here because it is not among them. */
export const plays = z.array(z.unknown()).transform((items) =>
  items.flatMap((item) => {
    const { data, success } = play.safeParse(item)
    return success ? [data] : []
  }),
)

/** Watchlist and hidden items. Unknown values of `type` are skipped. */
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

export function playEntries(items: z.infer<typeof plays>): readonly ImportedEntry[] {
  return items.flatMap(({ watched_at, movie, show, episode }) => {
    const about = movie ?? show
    if (!about || (!movie && !episode)) return []
    const runtime = movie ? movie.runtime : (episode?.runtime ?? show?.runtime)
    return entriesOf(movie ? 'movie' : 'episode', about, {
      ...(episode && !movie ? numbersOf(episode) : {}),
      played: true,
      playCount: 1,
      durationMs: runtime ? runtime * minuteMs : null,
      at: timeOf(watched_at),
    })
  })
}

export function begunEntries(items: z.infer<typeof playbacks>): readonly ImportedEntry[] {
  return items.flatMap(({ progress, paused_at, movie, show, episode }) => {
    const about = movie ?? show
    const runtime = movie ? movie.runtime : (episode?.runtime ?? show?.runtime)
    // Trakt stores percentages: without a length there is no place.
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

/** Empty where nothing names the title. */
function entriesOf(
  kind: ImportedEntry['kind'],
  { title, year, ids }: Title,
  rest: Partial<ImportedEntry>,
): readonly ImportedEntry[] {
  const known = idsOf(ids, traktSpaces)
  return known
    ? [{ ...emptyEntry, kind, ids: known, name: title ?? null, year: year ?? null, ...rest }]
    : []
}

function numbersOf({ season, number }: Numbers): Pick<ImportedEntry, 'season' | 'episode'> {
  return { season, episode: number }
}
