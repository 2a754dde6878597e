import type { AnimeEpisodeMapping, AnimeSourceName, KindedId } from '../model/anime.ts'
import type { Correction } from './corrections.ts'
import { sourceBit } from './entry.ts'
import type { Entry, Numbered, Sourced } from './entry.ts'
import type { Numbering } from './sources/record.ts'

const source: AnimeSourceName = 'overrides'

function sourced<T>(value: T): Sourced<T> {
  return { value, source }
}

export function correctEntry(entry: Entry, { set }: Correction): void {
  entry.sources |= sourceBit(source)
  if (set.title !== undefined) entry.title = sourced(set.title)
  if (set.type !== undefined) entry.type = sourced(set.type)
  if (set.year !== undefined) entry.year = sourced(set.year)
  if (set.imdbId) replace(entry.imdb, set.imdbId)
  if (set.themoviedbId) replace(entry.tmdb, set.themoviedbId)
  if (set.traktId) replace(entry.trakt, set.traktId)

  const numbering = set.numbering ?? {}
  const tvdbId = set.thetvdbId === undefined ? entry.tvdb?.value : set.thetvdbId
  const tmdbId = showOf(entry.tmdb)
  keepMappingsOf(entry, {
    tvdb: tvdbId === entry.tvdb?.value,
    tmdb: tmdbId === entry.tmdbShow?.value,
  })
  entry.tvdb = renumbered(entry.tvdb, tvdbId ?? null, numbering.tvdb)
  entry.tmdbShow = renumbered(entry.tmdbShow, tmdbId, numbering.tmdb)
  correctImdb(entry, numbering.imdb)
  correctTrakt(entry, numbering.trakt)

  if (set.episodeMappings) {
    entry.episodeMappings = set.episodeMappings.flatMap(toMappings)
    entry.mappingsSource = source
  }
}

function replace<T>(list: Sourced<T>[], values: readonly T[]): void {
  list.splice(0, list.length, ...values.map(sourced))
}

function showOf(ids: readonly Sourced<KindedId>[]): number | null {
  return ids.find(({ value }) => value.kind === 'tv')?.value.id ?? null
}

function keepMappingsOf(entry: Entry, same: Readonly<Record<'tvdb' | 'tmdb', boolean>>): void {
  entry.episodeMappings = entry.episodeMappings.filter(({ space }) => same[space])
}

function renumbered(
  old: Numbered | null,
  id: number | null,
  numbering: Numbering | null | undefined,
): Numbered | null {
  if (id === null) return null
  const base = old?.value === id ? old : { ...sourced(id), numbering: null }
  return numbering === undefined
    ? base
    : { ...base, numbering: numbering === null ? null : sourced(numbering) }
}

function correctImdb(entry: Entry, numbering: Numbering | null | undefined): void {
  const id = entry.imdb[0]?.value
  const known = entry.imdb.some(({ value }) => value === entry.imdbNumbering?.value.id)
  if (!known) entry.imdbNumbering = null
  if (numbering === null) entry.imdbNumbering = null
  else if (numbering && id) entry.imdbNumbering = sourced({ ...numbering, id })
}

function correctTrakt(entry: Entry, numbering: Numbering | null | undefined): void {
  const id = showOf(entry.trakt)
  if (id !== entry.traktShow?.id) entry.traktShow = null
  if (numbering === null) entry.traktShow = null
  else if (numbering && numbering.season !== null && id !== null) {
    const { season, fromEpisode } = numbering
    entry.traktShow = { id, season: sourced(season), fromEpisode }
  }
}

function toMappings({
  space,
  special,
  season,
  start,
  end,
  offset,
  pairs,
}: NonNullable<Correction['set']['episodeMappings']>[number]): AnimeEpisodeMapping[] {
  const base = { space, special, season }
  const found: AnimeEpisodeMapping[] = []
  if (pairs.length === 0 || start !== null || end !== null || offset !== 0) {
    found.push({ ...base, kind: 'range', start: start ?? 1, end, offset, pairs: [] })
  }
  if (pairs.length > 0) {
    found.push({ ...base, kind: 'pairs', start: null, end: null, offset: 0, pairs })
  }
  return found
}
