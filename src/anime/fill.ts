import type { AnimeSourceName, KindedId } from '../model/anime.ts'
import type { Disagree, Entry, Numbered, OriginField, Sourced } from './entry.ts'
import { adding, distrust } from './precedence.ts'
import type { RankedField } from './precedence.ts'
import type { AnimeRecord, Numbering } from './sources/record.ts'

type Context = {
  readonly source: AnimeSourceName
  readonly gapsOnly: boolean
  readonly disagree: Disagree
}

/** Takes over from a record what its list is trusted with. */
export function fillFields(entry: Entry, record: AnimeRecord, context: Context): void {
  entry.title = better('title', entry.title, record.title, { ...context, disagree: silent })
  entry.type = better('type', entry.type, record.type, context)
  entry.year = better('year', entry.year, record.year, context)
  entry.tvdb = betterShow('thetvdbId', entry.tvdb, record.tvdb, record.tvdbNumbering, context)

  const kinds = { tmdb: record.tmdb ?? [], trakt: record.trakt ?? [] }
  const show = kinds.tmdb.find(({ kind }) => kind === 'tv')?.id
  const added = addValues('themoviedbId', entry.tmdb, kinds.tmdb, sameKinded, context)
  if (added)
    entry.tmdbShow = betterShow('themoviedbId', entry.tmdbShow, show, record.tmdbNumbering, context)

  addImdb(entry, record, context)
  addTrakt(entry, record, kinds.trakt, context)

  if (record.episodeMappings?.length && entry.mappingsSource === null) {
    entry.episodeMappings = record.episodeMappings
    entry.mappingsSource = context.source
  }
}

/** Titles differ in spelling from list to list; that is no disagreement. */
const silent: Disagree = () => {}

function better<T>(
  field: RankedField,
  old: Sourced<T> | null,
  value: T | null | undefined,
  { source, gapsOnly, disagree }: Context,
): Sourced<T> | null {
  if (value === null || value === undefined || distrust(field, source) === Infinity) return old
  const next = { value, source, late: gapsOnly }
  if (!old) return next
  const wins = !gapsOnly && distrust(field, source) < distrust(field, old.source)
  if (old.value !== value) disagree(field, wins ? next : old, wins ? old : next)
  return wins ? next : old
}

/** A show id and its numbering win or lose together; a numbering alone only joins the same id. */
function betterShow(
  field: 'thetvdbId' | 'themoviedbId',
  old: Numbered | null,
  id: number | null | undefined,
  numbering: Numbering | null | undefined,
  { source, gapsOnly, disagree }: Context,
): Numbered | null {
  if (!id || distrust(field, source) === Infinity) return old
  const next: Numbered = {
    value: id,
    source,
    late: gapsOnly,
    numbering: numbering ? { value: numbering, source } : null,
  }
  if (!old) return next
  const wins = !gapsOnly && distrust(field, source) < distrust(field, old.source)
  if (old.value !== id) {
    if (field === 'thetvdbId') disagree(field, wins ? next : old, wins ? old : next)
    return wins ? next : old
  }
  const [first, second] = wins ? [next, old] : [old, next]
  if (!first.numbering || !second.numbering)
    return { ...first, numbering: first.numbering ?? second.numbering }
  // AniTrakt's numbers are Trakt's: they stand in for missing ones and contradict none.
  if (source !== 'anitraktTv' && !sameNumbering(first.numbering.value, second.numbering.value)) {
    disagree(field === 'thetvdbId' ? 'tvdb' : 'tmdb', first.numbering, second.numbering)
  }
  return first
}

function sameNumbering(a: Numbering, b: Numbering): boolean {
  return a.season === b.season && a.fromEpisode === b.fromEpisode
}

function sameKinded(a: KindedId, b: KindedId): boolean {
  return a.id === b.id && a.kind === b.kind
}

/** Adds what is new, in the order of trust; false where the list may not add because there already is a value. */
function addValues<T>(
  field: keyof typeof adding,
  old: Sourced<T>[],
  values: readonly T[],
  same: (a: T, b: T) => boolean,
  { source, gapsOnly, disagree }: Context,
): boolean {
  if (values.length === 0 || distrust(field, source) === Infinity) return false
  const fresh = values.filter((value) => !old.some((known) => same(known.value, value)))
  const first = old[0]
  if (first && (gapsOnly || !adding[field].includes(source))) return fresh.length === 0
  if (first && fresh.length === values.length) {
    disagree(field satisfies OriginField, first, { value: fresh[0], source }, 'beside')
  }
  for (const value of fresh) {
    const at = old.findIndex((known) => distrust(field, source) < distrust(field, known.source))
    old.splice(at < 0 ? old.length : at, 0, { value, source, late: gapsOnly })
  }
  return true
}

function addImdb(entry: Entry, record: AnimeRecord, context: Context): void {
  const ids = record.imdb ?? []
  const [id] = ids
  const added = addValues('imdbId', entry.imdb, ids, (a, b) => a === b, context)
  if (added && id && record.imdbNumbering && !entry.imdbNumbering) {
    entry.imdbNumbering = { value: { ...record.imdbNumbering, id }, source: context.source }
  }
}

function addTrakt(
  entry: Entry,
  { traktSeason }: AnimeRecord,
  values: readonly KindedId[],
  context: Context,
): void {
  const added = addValues('traktId', entry.trakt, values, sameKinded, context)
  const show = values.find(({ kind }) => kind === 'tv')
  if (added && show && typeof traktSeason === 'number' && !entry.traktShow) {
    entry.traktShow = { id: show.id, season: { value: traktSeason, source: context.source } }
  }
}
