import type { WatchEvent } from '../../../src/model/tracker.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** When the events happen. */
export const at = Date.parse('2026-03-04T20:15:00.000Z')

/** A film, half watched. */
export function event(said: Partial<WatchEvent>): WatchEvent {
  return {
    id: 'event-1',
    event: 'stop',
    scope: 'movie',
    at,
    mediaType: 'movie',
    metaId: 'tt1375666',
    videoId: 'tt1375666',
    name: 'Inception',
    year: 2010,
    ids: { imdb: 'tt1375666', tmdb: '27205' },
    season: null,
    episode: null,
    positionMs: 74 * minute,
    durationMs: 148 * minute,
    played: false,
    videos: null,
    ...said,
  }
}

export const half = { positionMs: 20 * minute, durationMs: 40 * minute }

export const series = {
  scope: 'series',
  mediaType: 'series',
  metaId: 'tt0903747',
  videoId: 'tt0903747',
  name: 'Breaking Bad',
  year: 2008,
  ids: { imdb: 'tt0903747', tvdb: '81189' },
  positionMs: null,
  durationMs: null,
} as const satisfies Partial<WatchEvent>

export const episode = {
  ...series,
  scope: 'episode',
  videoId: 'tt0903747:2:7',
  season: 2,
  episode: 7,
} as const satisfies Partial<WatchEvent>

/**
 * An episode of Attack on Titan that was played. Its fourth season is listed in parts by AniList and MyAnimeList:
 * episode 19 is the third of AniList's 131681 and of MyAnimeList's 48583.
 */
export function titanEvent(said: Partial<WatchEvent>): WatchEvent {
  const season = said.season === undefined ? 4 : said.season
  const episode = said.episode === undefined ? 19 : said.episode
  return {
    id: 'event-1',
    event: 'played',
    scope: 'episode',
    at: 1_700_000_000_000,
    mediaType: 'series',
    metaId: 'tt2560140',
    videoId: `tt2560140:${season}:${episode}`,
    name: 'Attack on Titan',
    year: 2013,
    ids: { imdb: 'tt2560140' },
    season,
    episode,
    positionMs: null,
    durationMs: null,
    played: true,
    videos: null,
    ...said,
  }
}

/** Attack on Titan as a whole. */
export const whole = {
  scope: 'series',
  season: null,
  episode: null,
  videoId: 'tt2560140',
} as const satisfies Partial<WatchEvent>

/** A film that is anime. */
export const animeFilm = {
  scope: 'movie',
  mediaType: 'movie',
  metaId: 'tt0245429',
  videoId: 'tt0245429',
  ids: {},
  season: null,
  episode: null,
} as const satisfies Partial<WatchEvent>
