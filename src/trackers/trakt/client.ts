import { trackerReason } from '../../core/tracker-reasons.ts'
import type { ProviderAccess, TrackerProvider, Pulled, PushOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { failureIn, isSuccess, knowsNothing, outcomeOf, versionOf } from '../answers.ts'
import { createTraktAuth } from './auth.ts'
import { callOf, isLatePlay } from './calls.ts'
import {
  activities,
  begunEntries,
  listed,
  markedEntries,
  playbacks,
  watchedEntries,
  watchedMovies,
  watchedShows,
} from './entries.ts'
import { readPlays } from './history.ts'
import { read, readAll } from './pages.ts'
import type { Send } from './pages.ts'
import { isScrobbled } from './scrobbled.ts'
import type { Call } from './words.ts'

export type TraktOptions = {
  fetch: GuardedFetch
  baseUrl: string
  clientId: string
  clientSecret: string
  now?: () => number
}

const tracker = 'Trakt'
const titleUnknown = trackerReason('TRACKER_TITLE_UNKNOWN', { tracker })
const pushMs = 15_000
const pullMs = 60_000

export function createTrakt({
  fetch,
  baseUrl: writtenUrl,
  clientId,
  clientSecret,
  now = Date.now,
}: TraktOptions): TrackerProvider {
  const baseUrl = writtenUrl.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    'trakt-api-version': '2',
    'trakt-api-key': clientId,
  }
  const auth = createTraktAuth({ fetch, baseUrl, headers, clientId, clientSecret })

  function sender(ask: ProviderAccess, timeoutMs: number): Send {
    const session = auth.session(ask)
    async function attempt(path: string, body?: object): Promise<FetchedAnswer> {
      return fetch(`${baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        body: body ? JSON.stringify(body) : null,
        headers: { ...headers, authorization: `Bearer ${await session.accessToken()}` },
        timeoutMs,
        signal: ask.signal,
      })
    }
    return async (path, body) => {
      const answer = await attempt(path, body)
      return answer.status === 401 && (await session.renew()) ? attempt(path, body) : answer
    }
  }

  return {
    begin: auth.begin,
    finish: auth.finish,

    async push(event, ask) {
      const at = now()
      const call = callOf(event, at)
      if (!call) return { kind: 'ignored' }
      const send = sender(ask, pushMs)
      try {
        if (isLatePlay(event, at) && (await isScrobbled(send, event))) return { kind: 'delivered' }
        return meaningOf(call, await send(call.path, call.body))
      } catch (error) {
        return failureIn(error, tracker)
      }
    },

    async pull(version, ask) {
      try {
        return { kind: 'pulled', pulled: await pullWith(sender(ask, pullMs), version, ask.signal) }
      } catch (error) {
        return failureIn(error, tracker)
      }
    },
  }
}

function meaningOf({ path }: Call, answer: FetchedAnswer): PushOutcome {
  const { status } = answer
  const isScrobble = path.startsWith('/scrobble/')
  // Already counted: reported a moment ago, by this service or another app.
  if (isScrobble && status === 409) return { kind: 'delivered' }
  // Less than 1 % is no place to keep.
  if (isScrobble && status === 422) return { kind: 'ignored' }
  if (status === 404 || (isSuccess(answer) && knowsNothing(answer))) {
    return { kind: 'refused', reason: titleUnknown }
  }
  return outcomeOf(answer)
}

/** Only what changed since the version: a history of many years takes dozens of pages. */
async function pullWith(send: Send, version: string | null, signal: AbortSignal): Promise<Pulled> {
  const times = read(await send('/sync/last_activities'), activities)
  const { movies, episodes, shows, watchlist } = times
  const parts = [
    times.all,
    // Removing a play changes these as well.
    [movies.watched_at, episodes.watched_at].join(),
    [movies.paused_at, episodes.paused_at].join(),
    [watchlist.updated_at, shows.hidden_at, shows.dropped_at].join(),
  ]
  const { current, changed } = versionOf(parts, version)
  const [any, watched, paused, marked] = changed
  const lists = {
    watched: any && watched ? await watchedOf(send) : null,
    // A finished play silently ends what was begun.
    begun: any && (watched || paused) ? await begunOf(send) : null,
    marked: any && marked ? await markedOf(send) : null,
  }
  const place = version?.split('.')[parts.length]
  const isChanged = Boolean(any && watched)
  const isAlone = Object.values(lists).every((list) => list === null)
  const { entries, ...next } = await readPlays({ send, place, isChanged, isAlone, signal })
  return {
    ...lists,
    version: `${current}.${next.place}`,
    plays: entries,
    ttlMs: next.ttlMs,
  }
}

async function watchedOf(send: Send) {
  const movies = await readAll(send, '/sync/watched/movies', watchedMovies)
  // Seasons come only with the progress, and specials only on request.
  const path = '/sync/watched/shows?extended=progress&specials=true'
  return watchedEntries(movies, await readAll(send, path, watchedShows))
}

async function begunOf(send: Send) {
  // Lengths are part of the full facts.
  return begunEntries(await readAll(send, '/sync/playback?extended=full', playbacks))
}

async function markedOf(send: Send) {
  const watchlist = await readAll(send, '/sync/watchlist', listed)
  return markedEntries(watchlist, await readAll(send, '/users/hidden/dropped', listed))
}
