import { z } from 'zod'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { idsOf, timeOf } from '../trakt/words.ts'
import { narrow, wide } from './calls.ts'
import type { Standing } from './calls.ts'

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

export const runtimeAnswer = z
  .object({ runtime: z.coerce.number().positive() })
  .catch({ runtime: 0 })

type Title = z.infer<typeof title>
type Listed = z.infer<typeof listedTitle>
type Lists = z.infer<typeof lists>
type Playback = z.infer<typeof playback>

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
      // Specials of an anime are counted separately from its entries' episodes.
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

/** Where the length of what is begun can be read; null: nowhere. */
export function runtimePath({ movie, show, anime }: Playback): string | null {
  const [type, about] = movie ? ['movies', movie] : anime ? ['anime', anime] : ['tv', show]
  const id = about?.ids['simkl'] ?? about?.ids['simkl_id']
  return /^\d+$/.test(String(id)) ? `/${type}/${String(id)}?extended=full` : null
}

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

/** Anime titles carry only anime ids: the others mean the whole series. */
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

/** The first second of 1970 means unknown. */
function playedAt(text: string | null | undefined): number | null {
  const at = timeOf(text)
  return at !== null && at > 1_000 ? at : null
}
