export type Ids = Readonly<Record<string, string | number>>
export type Kind = 'movies' | 'shows' | 'anime'
export type Title = {
  kind: Kind
  isFilm: boolean
  title: string
  year: number
  runtime: number
  ids: Ids
}
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type SentEpisode = { number: number; watched_at?: string }
export type SentSeason = {
  number: number
  watched_at?: string
  episodes?: readonly SentEpisode[]
}
export type SentTitle = {
  ids?: Ids
  to?: string
  status?: string
  watched_at?: string
  use_tvdb_anime_seasons?: boolean
  seasons?: readonly SentSeason[]
  episodes?: readonly SentEpisode[]
}
export type Body = {
  readonly [field: string]: unknown
  readonly movie?: SentTitle
  readonly show?: SentTitle
  readonly anime?: SentTitle
  readonly episode?: { season: number; number: number }
  readonly movies?: readonly SentTitle[]
  readonly shows?: readonly SentTitle[]
}
export type Request = {
  method: string
  path: string
  query: URLSearchParams
  body: Body
  at: number
}
export type Play = { season: number; number: number; at: string }

/** A title in the lists of the person. */
export type Listed = { title: Title; status: string; at: string | null; plays: Play[] }

export const inception: Title = {
  kind: 'movies',
  isFilm: true,
  title: 'Inception',
  year: 2010,
  runtime: 148,
  ids: { simkl: 472214, slug: 'inception', imdb: 'tt1375666', tmdb: '27205' },
}
export const breakingBad: Title = {
  kind: 'shows',
  isFilm: false,
  title: 'Breaking Bad',
  year: 2008,
  runtime: 47,
  ids: { simkl: 11121, slug: 'breaking-bad', tvdb: '81189', imdb: 'tt0903747', tmdb: '1396' },
}
const titan = { imdb: 'tt2560140', tvdb: '267440', tmdb: '1429' }
/** Two entries of one series: the episodes of the second are S2 for those who count as TVDB does. */
export const titanOne: Title = {
  kind: 'anime',
  isFilm: false,
  title: 'Shingeki no Kyojin',
  year: 2013,
  runtime: 24,
  ids: { simkl: 39687, ...titan, mal: '16498', anilist: '16498', anidb: '9541', kitsu: '7442' },
}
export const titanTwo: Title = {
  ...titanOne,
  title: 'Shingeki no Kyojin Season 2',
  year: 2017,
  ids: { simkl: 439744, ...titan, mal: '25777', anilist: '20958', anidb: '10944', kitsu: '8671' },
}
export const violet: Title = {
  kind: 'anime',
  isFilm: true,
  title: 'Violet Evergarden the Movie',
  year: 2020,
  runtime: 140,
  ids: { simkl: 799363, mal: '37987', anidb: '14013' },
}
export const catalogue: readonly Title[] = [inception, breakingBad, titanOne, titanTwo, violet]
/** How many episodes each has. */
export const length = 12

export const start = Date.parse('2026-01-01T00:00:00Z')

export function iso(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

export function find(sent: SentTitle | undefined, isFilm: boolean): Title | null {
  const known = catalogue.find(
    (title) =>
      title.isFilm === isFilm &&
      Object.entries(sent?.ids ?? {}).some(([space, value]) => {
        return String(title.ids[space]) === String(value)
      }),
  )
  return known ?? null
}

/** Where an episode is: anime by TVDB's seasons is to be found in the entry that the season is. */
export function placeOf(
  title: Title,
  season: number,
  byTvdb: boolean,
): { title: Title; season: number } {
  if (title.kind !== 'anime' || !byTvdb) return { title, season }
  return season === 2 ? { title: titanTwo, season: 1 } : { title, season }
}

/** The episodes that are meant, under the entries that have them. */
export function meant(
  title: Title,
  sent: SentTitle,
  now: string,
): readonly { title: Title; play: Play }[] {
  const all = Array.from({ length }, (_, index) => ({ number: index + 1 }))
  const seasons: readonly SentSeason[] = sent.seasons ?? [
    { number: 1, episodes: sent.episodes ?? all },
  ]
  return seasons.flatMap(({ number: sentSeason, episodes, watched_at }) => {
    const place = placeOf(title, sentSeason, sent.use_tvdb_anime_seasons === true)
    const inside: readonly SentEpisode[] = episodes ?? all
    return inside.map(({ number, watched_at: own }) => {
      const at = own ?? watched_at ?? sent.watched_at ?? now
      return { title: place.title, play: { season: place.season, number, at } }
    })
  })
}
