import type { WatchEvent } from '../../model/tracker.ts'
import { traktSpaces, isAnimeNumbered, isoOf, scrobbleOf, seasonsOf, titleOf } from './words.ts'
import type { Call, SentTitle } from './words.ts'

/** Trakt dates a scrobble by when it hears of it. */
export const lateMs = 300_000

/** Null: Trakt does not keep it, or cannot know the title. */
export function callOf(event: WatchEvent, now: number): Call | null {
  const title = titleOf(event, traktSpaces)
  if (!title) return null
  switch (event.event) {
    case 'start':
      return isLate(event, now) ? null : scrobbleCall(event, title)
    case 'pause':
      return scrobbleCall(event, title)
    case 'stop':
      return isLatePlay(event, now) ? playedCall(event, title) : scrobbleCall(event, title)
    case 'played':
      return playedCall(event, title)
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

/** A play that is no longer scrobbled, which it may have been at an earlier attempt. */
export function isLatePlay(event: WatchEvent, now: number): boolean {
  return event.event === 'stop' && event.played && isLate(event, now)
}

function calling(path: string, body: object | null): Call | null {
  return body && { path, body }
}

function isLate({ at }: WatchEvent, now: number): boolean {
  return now - at > lateMs
}

function playedCall(event: WatchEvent, title: SentTitle): Call | null {
  return calling('/sync/history', marked(event, title, { watched_at: isoOf(event.at) }))
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

function marked(event: WatchEvent, title: SentTitle, rest: object = {}): object | null {
  if (event.videos) {
    const videos = event.videos.filter(({ videoId }) => !isAnimeNumbered(videoId))
    return videos.length > 0 ? { shows: [{ ...title, seasons: seasonsOf(videos, rest) }] } : null
  }
  // One entry of an anime database may be only a part of what Trakt has under the same ids.
  if (event.scope !== 'movie' && isAnimeNumbered(event.videoId)) return null
  return itself(event, title, rest)
}

function itself(event: WatchEvent, title: SentTitle, rest: object = {}): object | null {
  const { scope, season, episode } = event
  if (scope === 'movie') return { movies: [{ ...title, ...rest }] }
  if (scope === 'series') return { shows: [{ ...title, ...rest }] }
  if (season === null || isAnimeNumbered(event.videoId)) return null
  if (scope === 'season') return { shows: [{ ...title, seasons: [{ number: season, ...rest }] }] }
  if (episode === null) return null
  return { shows: [{ ...title, seasons: seasonsOf([{ season, episode }], rest) }] }
}

function dropped({ scope }: WatchEvent, title: SentTitle): object | null {
  return scope === 'series' ? { shows: [title] } : null
}
