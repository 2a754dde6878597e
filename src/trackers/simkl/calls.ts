import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import type { WatchEvent } from '../../model/tracker.ts'
import { isAnimeNumbered, isoOf, scrobbleOf, seasonsOf, titleOf } from '../trakt/words.ts'
import type { Call, SentTitle } from '../trakt/words.ts'

export type Standing = {
  readonly list: string | null
  readonly isBegun: boolean
}

type Spot = {
  readonly videoId: string
  readonly season: number | null
  readonly episode: number | null
}

/** Spaces that number the episodes of whole series, as TVDB does. */
export const wide = ['imdb', 'tmdb', 'tvdb'] as const satisfies readonly IdSpace[]
/** Spaces whose entries number their own episodes, as Simkl does. */
export const narrow = ['mal', 'anilist', 'anidb', 'kitsu'] as const satisfies readonly IdSpace[]

export function callOf(event: WatchEvent): Call | null {
  if (!titleOf(event, [...wide, ...narrow])) return null
  switch (event.event) {
    case 'start':
    case 'pause':
    case 'stop':
      return scrobbleCall(event)
    case 'played':
      return historyCall(event, '/sync/history', { watched_at: shortIso(event.at) })
    case 'unplayed':
      return historyCall(event, '/sync/history/remove', {})
    default:
      return null
  }
}

/** Null where the event moves nothing. Simkl has a title in at most one list. */
export function standingQuestion(event: WatchEvent): Call | null {
  const isMove = /^(?:un)?(?:watchlisted|dropped)$/.test(event.event)
  const title = sentTitle(event)
  if (!isMove || !title || (event.scope !== 'movie' && event.scope !== 'series')) return null
  const type = event.scope === 'movie' ? 'movie' : 'show'
  const { ids, ...names } = title
  return { path: '/sync/watched?extended=counters', body: [{ ...names, ...ids, type }] }
}

/** Null if it is there already, or if the move would lose data of Simkl. */
export function moveOf(event: WatchEvent, { list, isBegun }: Standing): Call | null {
  const isMovie = event.scope === 'movie'
  const title = sentTitle(event)!
  const to = (name: string): Call => ({
    path: '/sync/add-to-list',
    body: inList(event, { ...title, to: name }),
  })
  // Removes the title from all lists, and its plays with it.
  const out: Call = { path: '/sync/history/remove', body: inList(event, title) }
  switch (event.event) {
    case 'watchlisted':
      return list === null || list === 'dropped' ? to('plantowatch') : null
    case 'unwatchlisted':
      if (list !== 'plantowatch') return null
      return isBegun ? to('watching') : out
    case 'dropped':
      // A dropped film no longer counts as watched.
      return list === 'dropped' || (isMovie && list === 'completed') ? null : to('dropped')
    default:
      if (list !== 'dropped') return null
      // Simkl counts films that are being watched as watched.
      return isMovie ? out : to('watching')
  }
}

function inList({ scope }: WatchEvent, title: object): object {
  return scope === 'movie' ? { movies: [title] } : { shows: [title] }
}

function sentTitle(event: WatchEvent): SentTitle | null {
  const kinds = isAnimeNumbered(event.metaId) ? [narrow, wide] : [wide, narrow]
  return titleOf(event, kinds[0]!) ?? titleOf(event, kinds[1]!)
}

function scrobbleCall(event: WatchEvent): Call | null {
  const scrobble = scrobbleOf(event)
  if (!scrobble) return null
  const path = `/scrobble/${scrobble.action}`
  const { progress } = scrobble
  if (event.scope === 'movie') {
    const title = sentTitle(event)!
    const isAnime = wide.every((space) => !(space in title.ids))
    return { path, body: { [isAnime ? 'anime' : 'movie']: title, progress } }
  }
  const placed = placedOf(event, event)
  if (!placed) return null
  const { title, season, number, isNarrow } = placed
  const isAnime =
    isNarrow || event.mediaType === 'anime' || narrow.some((space) => event.ids[space])
  const episode = { season: isNarrow ? 1 : season, number }
  return { path, body: { [isAnime ? 'anime' : 'show']: title, episode, progress } }
}

function historyCall(event: WatchEvent, path: string, rest: object): Call | null {
  const title = sentTitle(event)!
  if (event.scope === 'movie') return { path, body: { movies: [{ ...title, ...rest }] } }
  const isAlone = !event.videos && event.scope !== 'episode'
  if (isAlone && event.scope === 'series') {
    const status = event.event === 'played' ? { status: 'completed' } : {}
    return { path, body: { shows: [{ ...title, ...status, ...rest }] } }
  }
  if (isAlone) {
    if (event.season === null || isAnimeNumbered(event.videoId)) return null
    const seasons = [{ number: event.season, ...rest }]
    return { path, body: { shows: [{ ...title, use_tvdb_anime_seasons: true, seasons }] } }
  }
  const shows = showsOf(event, rest)
  return shows.length > 0 ? { path, body: { shows } } : null
}

function showsOf(event: WatchEvent, rest: object): readonly object[] {
  const spots: readonly Spot[] = event.videos ?? [event]
  const placed = spots.flatMap((spot) => placedOf(event, spot) ?? [])
  const titles = Map.groupBy(placed, ({ title }) => JSON.stringify(title.ids))
  return [...titles.values()].map((inside) => {
    const { title, isNarrow } = inside[0]!
    const numbers = inside.map(({ season, number }) => ({ season, episode: number }))
    const seasons = seasonsOf(numbers, rest)
    if (isNarrow) return { ...title, episodes: seasons.flatMap(({ episodes }) => episodes ?? []) }
    // Otherwise seasons of an anime would be those of its first entry.
    return { ...title, use_tvdb_anime_seasons: true, seasons }
  })
}

function placedOf(event: WatchEvent, { videoId, season, episode }: Spot) {
  const id = parseMediaId(videoId)
  if (animeSpaces.has(id.space)) {
    const title = titleOf({ ...event, ids: { [id.space]: id.value } }, [id.space])
    const number = id.episode ?? episode
    return title && number !== null ? { title, season: 1, number, isNarrow: true } : null
  }
  const title = titleOf(event, wide)
  if (title && season !== null && episode !== null) {
    return { title, season, number: episode, isNarrow: false }
  }
  const entry = titleOf(event, narrow)
  // An entry's id names no season, so only an only season is certain.
  const isOnly = season === null || season === 1
  return entry && isOnly && episode !== null
    ? { title: entry, season: 1, number: episode, isNarrow: true }
    : null
}

/** Simkl writes times without fractions. */
function shortIso(at: number): string {
  return isoOf(at).replace(/\.\d+Z$/, 'Z')
}
