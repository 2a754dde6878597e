import type { AnimeSourceName, KindedId } from '../model/anime.ts'
import type { Disagree, Entry, Numbered, Sourced } from './entry.ts'
import { adding, distrust } from './precedence.ts'
import type { AnimeRecord, Numbering } from './sources/record.ts'

type Context = {
  readonly source: AnimeSourceName
  readonly gapsOnly: boolean
  readonly disagree: Disagree
}

export function fillFields(entry: Entry, record: AnimeRecord, context: Context): void {
  const { title, type, year, tvdb, tmdb = [] } = record
  if (title) entry.title = better(entry, 'title', entry.title, title, context)
  if (type) entry.type = better(entry, 'type', entry.type, type, context)
  if (year) entry.year = better(entry, 'year', entry.year, year, context)
  if (tvdb) {
    entry.tvdb = betterShow(entry, 'thetvdbId', entry.tvdb, tvdb, record.tvdbNumbering, context)
  }
  if (addValues(entry, 'themoviedbId', entry.tmdb, tmdb, sameKinded, context)) {
    const show = showOf(tmdb)
    if (show) {
      const { tmdbNumbering } = record
      entry.tmdbShow = betterShow(
        entry,
        'themoviedbId',
        entry.tmdbShow,
        show,
        tmdbNumbering,
        context,
      )
    }
  }
  addImdb(entry, record, context)
  addTrakt(entry, record, context)

  if (record.episodeMappings?.length && entry.mappingsSource === null) {
    entry.episodeMappings = record.episodeMappings
    entry.mappingsSource = context.source
  }
}

function showOf(ids: readonly KindedId[]): number | null {
  return ids.find(({ kind }) => kind === 'tv')?.id ?? null
}

function better<T>(
  entry: Entry,
  field: 'title' | 'type' | 'year',
  old: Sourced<T> | null,
  value: T,
  { source, gapsOnly, disagree }: Context,
): Sourced<T> | null {
  if (distrust(field, source) === Infinity) return old
  const next = { value, source, late: gapsOnly }
  if (!old) return next
  const wins = !gapsOnly && distrust(field, source) < distrust(field, old.source)
  // Spelling differs from list to list; that is no disagreement.
  if (old.value !== value && field !== 'title') {
    disagree(entry, field, wins ? next : old, wins ? old : next)
  }
  return wins ? next : old
}

/** A show id and its numbering win together; a numbering alone only joins the same id. */
function betterShow(
  entry: Entry,
  field: 'thetvdbId' | 'themoviedbId',
  old: Numbered | null,
  id: number,
  numbering: Numbering | null | undefined,
  { source, gapsOnly, disagree }: Context,
): Numbered | null {
  if (distrust(field, source) === Infinity) return old
  const next: Numbered = {
    value: id,
    source,
    late: gapsOnly,
    numbering: numbering ? { value: numbering, source } : null,
  }
  if (!old) return next
  const wins = !gapsOnly && distrust(field, source) < distrust(field, old.source)
  if (old.value !== id) {
    if (field === 'thetvdbId') disagree(entry, field, wins ? next : old, wins ? old : next)
    return wins ? next : old
  }
  const [first, second] = wins ? [next, old] : [old, next]
  if (!first.numbering || !second.numbering)
    return { ...first, numbering: first.numbering ?? second.numbering }
  // AniTrakt's numbers are Trakt's: they fill gaps and contradict nothing.
  if (source !== 'anitraktTv' && !sameNumbering(first.numbering.value, second.numbering.value)) {
    disagree(entry, field === 'thetvdbId' ? 'tvdb' : 'tmdb', first.numbering, second.numbering)
  }
  return first
}

function sameNumbering(a: Numbering, b: Numbering): boolean {
  return a.season === b.season && a.fromEpisode === b.fromEpisode
}

function sameKinded(a: KindedId, b: KindedId): boolean {
  return a.id === b.id && a.kind === b.kind
}

/** False where there is a value and the list may not add another. */
function addValues<T>(
  entry: Entry,
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
    disagree(entry, field, first, { value: fresh[0], source }, 'beside')
  }
  for (const value of fresh) {
    const at = old.findIndex((known) => distrust(field, source) < distrust(field, known.source))
    old.splice(at < 0 ? old.length : at, 0, { value, source, late: gapsOnly })
  }
  return true
}

function addImdb(entry: Entry, { imdb = [], imdbNumbering }: AnimeRecord, context: Context): void {
  const [id] = imdb
  const added = addValues(entry, 'imdbId', entry.imdb, imdb, (a, b) => a === b, context)
  if (added && id && imdbNumbering && !entry.imdbNumbering) {
    entry.imdbNumbering = { value: { ...imdbNumbering, id }, source: context.source }
  }
}

function addTrakt(entry: Entry, { trakt = [], traktSeason }: AnimeRecord, context: Context): void {
  const added = addValues(entry, 'traktId', entry.trakt, trakt, sameKinded, context)
  const show = added ? showOf(trakt) : null
  if (show !== null && typeof traktSeason === 'number' && !entry.traktShow) {
    entry.traktShow = { id: show, season: { value: traktSeason, source: context.source } }
  }
}
