import { isRecord, listOf, recordOf } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import { parseMediaId } from '../../model/media-id.ts'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry, Pulled, TitleIds } from '../../model/tracker.ts'

/** Larger numbers are milliseconds, smaller ones seconds: the year 5138 in one, 1973 in the other. */
const leastMilliseconds = 1e11
/** More entries are implausible. */
const maxEntries = 200_000

export function readPull(json: unknown): Pulled | null {
  if (!isRecord(json)) return null
  const watched = isRecord(json['watched']) ? json['watched'] : null
  const ttl = json['ttlSeconds']
  return {
    version: textOf(json['version']),
    watched: watched && [
      ...entriesOf(watched['movies']).flatMap((entry) => readWatched(entry, 'movie')),
      ...entriesOf(watched['episodes']).flatMap((entry) => readWatched(entry, 'episode')),
    ],
    begun: Array.isArray(json['items']) ? entriesOf(json['items']).flatMap(readBegun) : null,
    marked: Array.isArray(json['watchlist'])
      ? entriesOf(json['watchlist']).flatMap(readWanted)
      : null,
    ttlMs: typeof ttl === 'number' && ttl > 0 ? ttl * 1_000 : null,
  }
}

function entriesOf(value: unknown): readonly JsonRecord[] {
  return listOf(value)
    .slice(0, maxEntries)
    .flatMap((entry: unknown): JsonRecord[] =>
      typeof entry === 'string' ? [{ videoId: entry }] : isRecord(entry) ? [entry] : [],
    )
}

function readWatched(entry: JsonRecord, kind: 'movie' | 'episode'): ImportedEntry[] {
  const named = nameOf(entry, kind)
  if (!named) return []
  const plays = entry['plays'] ?? entry['playCount']
  return [
    {
      ...blank(entry),
      ...named,
      played: true,
      playCount: typeof plays === 'number' && plays > 0 ? Math.floor(plays) : 1,
      at: timeOf(entry),
    },
  ]
}

function readBegun(entry: JsonRecord): ImportedEntry[] {
  const named = nameOf(entry, entry['type'] === 'movie' ? 'movie' : 'episode')
  const positionMs = millisecondsOf(entry['positionMs'])
  // What counts as played is in the watched list.
  if (!named || !positionMs || entry['played'] === true) return []
  return [
    {
      ...blank(entry),
      ...named,
      positionMs,
      durationMs: millisecondsOf(entry['durationMs']),
      at: timeOf(entry),
    },
  ]
}

function readWanted(entry: JsonRecord): ImportedEntry[] {
  const id = textOf(entry['metaId']) ?? textOf(entry['id']) ?? textOf(entry['videoId'])
  if (id === null) return []
  const kind = entry['type'] === 'movie' ? 'movie' : 'series'
  return [{ ...blank(entry), kind, ids: idsOf(id, entry), favorite: true }]
}

function blank(entry: JsonRecord): Omit<ImportedEntry, 'kind' | 'ids'> {
  const year = entry['year']
  return {
    name: textOf(entry['name']) ?? textOf(entry['title']),
    year: typeof year === 'number' ? year : null,
    ...emptyEntry,
  }
}

function nameOf(
  entry: JsonRecord,
  kind: 'movie' | 'episode',
): Pick<ImportedEntry, 'kind' | 'ids' | 'season' | 'episode'> | null {
  const videoId = textOf(entry['videoId']) ?? textOf(entry['id'])
  if (videoId === null) return null
  if (kind === 'movie') return { kind, ids: idsOf(videoId, entry), season: null, episode: null }
  const video = parseMediaId(videoId)
  const [, opaque = null, season = null, episode = null] =
    /^(.+?):(\d{1,5}):(\d{1,5})$/.exec(video.space === 'opaque' ? videoId : '') ?? []
  const numbers = opaque === null ? video : { season: Number(season), episode: Number(episode) }
  if (numbers.episode === null) return null
  return {
    kind,
    ids: opaque === null ? idsOf(videoId, entry) : { opaque },
    season: numbers.season,
    episode: numbers.episode,
  }
}

function idsOf(id: string, entry: JsonRecord): TitleIds {
  const { space, value } = parseMediaId(id)
  const given = recordOf(entry['ids'])
  const text = (name: string): JsonRecord =>
    typeof given[name] === 'string' || typeof given[name] === 'number'
      ? { [name]: String(given[name]) }
      : {}
  const whole = space === 'opaque' || space === 'imdb' || space === 'tmdb' || space === 'tvdb'
  return {
    ...(whole && { ...text('imdb'), ...text('tmdb'), ...text('tvdb') }),
    [space]: value,
  }
}

function timeOf(entry: JsonRecord): number | null {
  for (const name of ['at', 'watchedAt', 'lastWatchedAt', 'updatedAt']) {
    const value = entry[name]
    if (typeof value === 'number' && value > 0 && value < Number.MAX_SAFE_INTEGER / 1_000) {
      return Math.floor(value < leastMilliseconds ? value * 1_000 : value)
    }
    const time = typeof value === 'string' ? Date.parse(value) : NaN
    if (!Number.isNaN(time) && time > 0) return time
  }
  return null
}

function millisecondsOf(value: unknown): number | null {
  const isTime = typeof value === 'number' && value > 0 && value < Number.MAX_SAFE_INTEGER
  return isTime ? Math.floor(value) : null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 300 ? value : null
}
