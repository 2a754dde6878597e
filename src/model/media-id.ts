/** The spaces whose ids can be stored as numbers; everything else is `opaque` and passes through unread. */
export const idSpaces = [
  'imdb',
  'tmdb',
  'tvdb',
  'kitsu',
  'mal',
  'anilist',
  'anidb',
  'opaque',
] as const

export type IdSpace = (typeof idSpaces)[number]

/** They number episodes within one entry, without a season: `kitsu:1376:5`. */
export const animeSpaces: ReadonlySet<IdSpace> = new Set(['kitsu', 'mal', 'anilist', 'anidb'])

export type MediaId = {
  readonly raw: string
  readonly space: IdSpace
  /** The number or `tt` id without prefix, season and episode; for opaque ids the whole text. */
  readonly value: string
  readonly season: number | null
  readonly episode: number | null
}

const pattern =
  /^(?:(tt\d+)|(tmdb|tvdb|kitsu|mal|anilist|anidb):(\d+))(?::(\d{1,5}))?(?::(\d{1,5}))?$/i

/** Never fails: what is not understood is opaque. */
export function parseMediaId(raw: string): MediaId {
  const match = pattern.exec(raw)
  if (!match) return { raw, space: 'opaque', value: raw, season: null, episode: null }
  const [, imdb, prefix, number, first, second] = match
  const space = imdb ? 'imdb' : (prefix!.toLowerCase() as IdSpace)
  const value = imdb ? imdb.toLowerCase() : String(Number(number))
  const counters = [first, second].flatMap((text) => (text === undefined ? [] : [Number(text)]))
  const [season = null, episode = null] =
    animeSpaces.has(space) && counters.length === 1 ? [null, counters[0]] : counters
  return { raw, space, value, season, episode }
}

export function formatMediaId({
  raw,
  space,
  value,
  season,
  episode,
}: Omit<MediaId, 'raw'> & { raw?: string }): string {
  if (space === 'opaque') return raw ?? value
  const base = space === 'imdb' ? value : `${space}:${value}`
  if (season === null && episode === null) return base
  return [base, season, episode].filter((part) => part !== null).join(':')
}
