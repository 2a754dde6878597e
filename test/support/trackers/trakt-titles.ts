type Ids = Readonly<Record<string, string | number>>
export type Title = {
  type: 'movie' | 'show'
  title: string
  year: number
  runtime: number
  ids: Ids
}
export type SentSeason = {
  number: number
  watched_at?: string
  episodes?: readonly { number: number; watched_at?: string }[]
}
type SentTitle = { ids?: Ids; watched_at?: string; seasons?: readonly SentSeason[] }
export type Body = {
  readonly [field: string]: unknown
  readonly movie?: SentTitle
  readonly show?: SentTitle
  readonly episode?: { season: number; number: number }
  readonly movies?: readonly SentTitle[]
  readonly shows?: readonly SentTitle[]
}
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Request = { method: string; path: string; query: URLSearchParams; body: Body }

/** What was done with one film or episode. */
export type Place = { title: Title; season: number | null; episode: number | null }
export type Play = Place & { at: string }

export const inception: Title = {
  type: 'movie',
  title: 'Inception',
  year: 2010,
  runtime: 148,
  ids: { trakt: 16662, slug: 'inception-2010', imdb: 'tt1375666', tmdb: 27205 },
}
export const breakingBad: Title = {
  type: 'show',
  title: 'Breaking Bad',
  year: 2008,
  runtime: 47,
  ids: { trakt: 1388, slug: 'breaking-bad', tvdb: 81189, imdb: 'tt0903747', tmdb: 1396 },
}
/** Specials come first, as with Trakt. */
export const seasons: readonly number[] = [3, 7, 13]

export function find(type: Title['type'], ids: Ids | undefined): Title | null {
  const known = [inception, breakingBad].find(
    (title) =>
      title.type === type &&
      Object.entries(ids ?? {}).some(([space, value]) => title.ids[space] === value),
  )
  return known ?? null
}

export function pageOf(list: readonly object[], page: number, limit: number): Answer {
  return {
    status: 200,
    body: list.slice((page - 1) * limit, page * limit),
    headers: {
      'x-pagination-page': String(page),
      'x-pagination-limit': String(limit),
      'x-pagination-page-count': String(Math.ceil(list.length / limit)),
      'x-pagination-item-count': String(list.length),
    },
  }
}
