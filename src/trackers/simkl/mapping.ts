// What a person does, in the words of Simkl. And back.
import { z } from 'zod'
import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry, WatchEvent } from '../../model/tracker.ts'
import {
  idsOf,
  isAnimeNumbered,
  isoOf,
  scrobbleOf,
  seasonsOf,
  timeOf,
  titleOf,
} from '../trakt/mapping.ts'
import type { Call, SentTitle } from '../trakt/mapping.ts'

/** Where a title stands in the lists of a person. */
export type Standing = {
  /** Null: in none. */
  readonly list: string | null
  readonly isBegun: boolean
}

type Spot = {
  readonly videoId: string
  readonly season: number | null
  readonly episode: number | null
}

/** Spaces that number the episodes of whole series, as TVDB does. */
const wide = ['imdb', 'tmdb', 'tvdb'] as const satisfies readonly IdSpace[]
/** Spaces whose entries number their own episodes, as Simkl itself does. */
const narrow = ['mal', 'anilist', 'anidb', 'kitsu'] as const satisfies readonly IdSpace[]

/** What Simkl has to be told at once. Null: nothing that it keeps, or of nothing that it can know. */
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

/** What to ask about a title before it is moved between lists; null where the event is no such move. Simkl has a title in one list at most. */
export function standingQuestion(event: WatchEvent): Call | null {
  const isMove = /^(?:un)?(?:watchlisted|dropped)$/.test(event.event)
  const title = sentTitle(event)
  if (!isMove || !title || (event.scope !== 'movie' && event.scope !== 'series')) return null
  const type = event.scope === 'movie' ? 'movie' : 'show'
  const { ids, ...names } = title
  return { path: '/sync/watched?extended=counters', body: [{ ...names, ...ids, type }] }
}

/** How a title gets to where it belongs. Null: it is there, or what Simkl knows of it would be lost on the way. */
export function moveOf(event: WatchEvent, { list, isBegun }: Standing): Call | null {
  const isMovie = event.scope === 'movie'
  const title = sentTitle(event)!
  const to = (name: string): Call => ({
    path: '/sync/add-to-list',
    body: inList(event, { ...title, to: name }),
  })
  // This takes the title out of all lists, and its plays with it.
  const out: Call = { path: '/sync/history/remove', body: inList(event, title) }
  switch (event.event) {
    case 'watchlisted':
      return list === null || list === 'dropped' ? to('plantowatch') : null
    case 'unwatchlisted':
      if (list !== 'plantowatch') return null
      return isBegun ? to('watching') : out
    case 'dropped':
      // A film that is dropped counts as watched no more.
      return list === 'dropped' || (isMovie && list === 'completed') ? null : to('dropped')
    default:
      if (list !== 'dropped') return null
      // Films that are being watched count as watched there.
      return isMovie ? out : to('watching')
  }
}

function inList({ scope }: WatchEvent, title: object): object {
  return scope === 'movie' ? { movies: [title] } : { shows: [title] }
}

/** With ids of one kind alone: of two kinds Simkl would follow one, and an entry of a series is not the series. */
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

/** The episodes that a mark means, under the titles that number them. */
function showsOf(event: WatchEvent, rest: object): readonly object[] {
  const spots: readonly Spot[] = event.videos ?? [event]
  const placed = spots.flatMap((spot) => placedOf(event, spot) ?? [])
  const titles = Map.groupBy(placed, ({ title }) => JSON.stringify(title.ids))
  return [...titles.values()].map((inside) => {
    const { title, isNarrow } = inside[0]!
    const numbers = inside.map(({ season, number }) => ({ season, episode: number }))
    const seasons = seasonsOf(numbers, rest)
    if (isNarrow) return { ...title, episodes: seasons.flatMap(({ episodes }) => episodes ?? []) }
    // Without this, seasons of an anime would be those of its first entry.
    return { ...title, use_tvdb_anime_seasons: true, seasons }
  })
}

/** An episode under the title that numbers it: where its own id is of an anime database, that entry. */
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
  // Which season an entry stands for is not said, unless there is one alone.
  const isOnly = season === null || season === 1
  return entry && isOnly && episode !== null
    ? { title: entry, season: 1, number: episode, isNarrow: true }
    : null
}

/** As Simkl writes times: without fractions. */
function shortIso(at: number): string {
  return isoOf(at).replace(/\.\d+Z$/, 'Z')
}

const time = z.string().nullish().catch(null)
const count = z.number().int().nonnegative()
const times = z.record(z.string(), z.unknown()).nullish()

const title = z.object({
  title: z.string().nullish().catch(null),
  year: z.number().int().nullish().catch(null),
  ids: z.record(z.string(), z.unknown()),
})

const listedTitle = z.object({
  status: z.string(),
  last_watched_at: time,
  anime_type: z.string().nullish().catch(null),
  movie: title.nullish(),
  show: title.nullish(),
  seasons: z
    .array(
      z.object({ number: count, episodes: z.array(z.object({ number: count, watched_at: time })) }),
    )
    .nullish(),
})

const listedTitles = z.array(listedTitle).nullish()

/** Null stands for empty lists. */
export const lists = z
  .object({ movies: listedTitles, shows: listedTitles, anime: listedTitles })
  .nullable()

export const activities = z.object({
  all: z.string(),
  tv_shows: times,
  anime: times,
  movies: times,
})

export const standings = z
  .array(
    z.object({
      list: z.string().nullish().catch(null),
      episodes_watched: z.number().nullish().catch(null),
    }),
  )
  .transform(([first]): Standing => {
    return { list: first?.list ?? null, isBegun: (first?.episodes_watched ?? 0) > 0 }
  })

/** A paused film or episode. */
export const playback = z.object({
  progress: z.number(),
  paused_at: time,
  movie: title.nullish(),
  show: title.nullish(),
  anime: title.nullish(),
  episode: z
    .object({
      season: count.nullish().catch(null),
      number: count.nullish().catch(null),
      episode: count.nullish().catch(null),
    })
    .nullish(),
})

/** Minutes; 0: not said. */
export const runtimeAnswer = z
  .object({ runtime: z.coerce.number().positive() })
  .catch({ runtime: 0 })

type Title = z.infer<typeof title>
type Listed = z.infer<typeof listedTitle>
type Lists = z.infer<typeof lists>
type Playback = z.infer<typeof playback>

/** The times of everything but what is begun, and of that. */
export function timesOf(said: z.infer<typeof activities>): readonly [string, string] {
  const fields = (['tv_shows', 'anime', 'movies'] as const).flatMap((type) =>
    Object.entries(said[type] ?? {}).map(([name, at]) => ({
      name,
      at: `${type}.${name}=${String(at)}`,
    })),
  )
  const written = (wanted: (name: string) => boolean) =>
    fields.flatMap(({ name, at }) => (wanted(name) ? at : [])).join()
  return [
    written((name) => name !== 'all' && name !== 'playback'),
    written((name) => name === 'playback'),
  ]
}

export function watchedEntries(said: readonly Lists[]): readonly ImportedEntry[] {
  return itemsOf(said).flatMap(({ item, isAnime }) => {
    const about = item.movie ?? item.show
    if (!about) return []
    const played = { played: true, playCount: 1, at: playedAt(item.last_watched_at) }
    const isWhole = item.status === 'completed'
    if (isMovie(item)) return isWhole ? entriesOf('movie', about, isAnime, played) : []
    if (!item.seasons?.length) return isWhole ? entriesOf('series', about, isAnime, played) : []
    return item.seasons.flatMap(({ number: season, episodes }) => {
      // Specials of an anime are counted apart from what its entries number.
      if (isAnime && season === 0) return []
      return episodes.flatMap(({ number, watched_at }) =>
        entriesOf('episode', about, isAnime, {
          ...played,
          season: isAnime ? null : season,
          episode: number,
          at: playedAt(watched_at) ?? played.at,
        }),
      )
    })
  })
}

export function markedEntries(said: readonly Lists[]): readonly ImportedEntry[] {
  return itemsOf(said).flatMap(({ item, isAnime }) => {
    const about = item.movie ?? item.show
    const kind = isMovie(item) ? 'movie' : 'series'
    if (about && item.status === 'plantowatch') {
      return entriesOf(kind, about, isAnime, { favorite: true })
    }
    return about && item.status === 'dropped'
      ? entriesOf(kind, about, isAnime, { likes: false })
      : []
  })
}

/** Where the length of what is begun can be asked for; null: nowhere. */
export function runtimePath({ movie, show, anime }: Playback): string | null {
  const [type, about] = movie ? ['movies', movie] : anime ? ['anime', anime] : ['tv', show]
  const id = about?.ids['simkl'] ?? about?.ids['simkl_id']
  return /^\d+$/.test(String(id)) ? `/${type}/${String(id)}?extended=full` : null
}

/** `minutes`: how long it takes. */
export function begunEntries(item: Playback, minutes: number): readonly ImportedEntry[] {
  const { movie, show, anime, episode, progress, paused_at } = item
  const about = movie ?? anime ?? show
  if (!about) return []
  const durationMs = minutes * 60_000
  const place = {
    positionMs: Math.round((durationMs * Math.min(100, Math.max(0, progress))) / 100),
    durationMs,
    at: timeOf(paused_at),
  }
  if (movie || (anime && !episode)) return entriesOf('movie', about, Boolean(anime), place)
  const number = episode?.number ?? episode?.episode ?? null
  // Specials of an anime are counted apart from what its entries number.
  if (!episode || number === null || (anime && episode.season === 0)) return []
  const season = anime ? null : episode.season
  return entriesOf('episode', about, Boolean(anime), { ...place, season, episode: number })
}

function itemsOf(said: readonly Lists[]) {
  return said.flatMap((lists) => [
    ...[...(lists?.movies ?? []), ...(lists?.shows ?? [])].map((item) => ({
      item,
      isAnime: false,
    })),
    ...(lists?.anime ?? []).map((item) => ({ item, isAnime: true })),
  ])
}

function isMovie({ movie, anime_type }: Listed): boolean {
  return Boolean(movie) || anime_type === 'movie'
}

/** One entry, or none where nothing names the title. What anime databases know is named by their ids alone: others mean the whole series. */
function entriesOf(
  kind: ImportedEntry['kind'],
  { title, year, ids }: Title,
  isAnime: boolean,
  rest: Partial<ImportedEntry>,
): readonly ImportedEntry[] {
  const known = isAnime
    ? (idsOf(ids, narrow) ?? (kind === 'movie' ? idsOf(ids, wide) : null))
    : idsOf(ids, wide)
  if (!known) return []
  return [{ ...emptyEntry, kind, ids: known, name: title ?? null, year: year ?? null, ...rest }]
}

/** The first second of 1970 stands for a time that nobody remembers. */
function playedAt(text: string | null | undefined): number | null {
  const at = timeOf(text)
  return at !== null && at > 1_000 ? at : null
}
