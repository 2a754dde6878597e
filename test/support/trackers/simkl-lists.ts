import { iso, start } from './simkl-titles.ts'
import type { Listed, Title } from './simkl-titles.ts'

export type Paused = { title: Title; season: number; number: number; progress: number; at: string }

export function listedAs({ title, status, at, plays }: Listed, query: URLSearchParams): object {
  const { kind, isFilm, runtime, ids, ...names } = title
  const isExtended = query.get('extended') === 'full' && !isFilm
  const isTold = query.get('include_all_episodes') === 'yes' || !/completed|dropped/.test(status)
  const withTimes = query.get('episode_watched_at') === 'yes'
  const seasons = [...Map.groupBy(plays, ({ season }) => season)].map(([number, inside]) => ({
    number,
    episodes: inside.map((play) => ({
      number: play.number,
      ...(withTimes ? { watched_at: play.at } : {}),
    })),
  }))
  return {
    added_to_watchlist_at: iso(start),
    last_watched_at: at,
    user_rating: null,
    status,
    watched_episodes_count: plays.length,
    ...(kind === 'anime' ? { anime_type: isFilm ? 'movie' : 'tv' } : {}),
    [kind === 'movies' ? 'movie' : 'show']: { ...names, runtime, ids },
    ...(isExtended && isTold && plays.length > 0 ? { seasons } : {}),
  }
}

export function pausedAt({ title, season, number, progress, at }: Paused, id: number) {
  const { kind, isFilm, title: name, year, ids } = title
  return {
    id,
    progress,
    paused_at: at,
    type: isFilm ? 'movie' : 'episode',
    ...(isFilm ? {} : { episode: { season, number, title: `Episode ${number}` } }),
    [{ movies: 'movie', shows: 'show', anime: 'anime' }[kind]]: { title: name, year, ids },
  }
}
