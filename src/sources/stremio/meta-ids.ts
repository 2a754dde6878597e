import { parseMediaId } from '../../model/media-id.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import { listOf, recordOf, type JsonRecord } from '../../core/json.ts'
import { textOf } from '../read-value.ts'

type Space = keyof SourceMeta['ids']

const fields: Readonly<Record<Exclude<Space, 'imdb'>, readonly string[]>> = {
  tmdb: ['moviedb_id', 'tmdb_id', 'tmdbId'],
  tvdb: ['tvdb_id', 'tvdbId'],
  kitsu: ['kitsu_id', 'kitsuId'],
  mal: ['mal_id', 'malId'],
  anilist: ['anilist_id', 'anilistId'],
  anidb: ['anidb_id', 'anidbId'],
}
const numbered = Object.entries(fields) as [Exclude<Space, 'imdb'>, readonly string[]][]

/** Its own id decides where the fields beside it disagree. */
export function idsOf(own: JsonRecord, id: string): SourceMeta['ids'] {
  const ids: Partial<Record<Space, string>> = {}
  const imdb = imdbOf(own['imdb_id']) ?? imdbOf(own['imdbId']) ?? linkedImdb(own['links'])
  if (imdb) ids.imdb = imdb
  for (const [space, keys] of numbered) {
    for (const key of keys) {
      const value = own[key] ? numberTextOf(own[key], space) : null
      if (value) ids[space] ??= value
    }
  }
  const { space, value, season, episode } = parseMediaId(id)
  if (space !== 'opaque' && season === null && episode === null) {
    const known = space === 'imdb' ? imdbOf(value) : numberTextOf(value, space)
    if (known) ids[space] = known
  }
  return ids
}

function imdbOf(value: unknown): string | null {
  return /^tt\d{1,12}$/.exec(textOf(value) ?? '')?.[0] ?? null
}

/** The rating's link leads to the title. */
function linkedImdb(value: unknown): string | null {
  for (const entry of listOf(value).slice(0, 10)) {
    const { category, url } = recordOf(entry)
    const address = category === 'imdb' ? (textOf(url) ?? '') : ''
    const match = /^https?:\/\/(?:www\.)?imdb\.com\/title\/(tt\d{1,12})\/?$/.exec(address)
    if (match) return match[1]!
  }
  return null
}

function numberTextOf(value: unknown, prefix: string): string | null {
  const text = typeof value === 'number' ? String(value) : (textOf(value) ?? '')
  const number = text.startsWith(`${prefix}:`) ? text.slice(prefix.length + 1) : text
  return /^[1-9]\d{0,11}$/.exec(number)?.[0] ?? null
}
