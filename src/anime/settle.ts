import type { AnimeSourceName } from '../model/anime.ts'
import { describeEntry } from './entry.ts'
import type { Disagree, Entry, Sourced } from './entry.ts'
import { distrust } from './precedence.ts'

const guessing: ReadonlySet<AnimeSourceName> = new Set([
  'animeApi',
  'kitsuImdb',
  'anitraktTv',
  'anitraktMovies',
] satisfies AnimeSourceName[])

/** More than any list is distrusted. */
const doubtOfLate = 100

function isGuess({ source, late }: Held): boolean {
  return late === true || guessing.has(source)
}

type Field = 'imdbId' | 'themoviedbId' | 'thetvdbId'

/** An id as one entry has it, and how to remove it. */
type Held = Sourced<number | string> & { readonly entry: Entry; drop(): void }

/**
 * A shared id is useful only if something says which part each entry is. If nothing does, and a better list gives it to one
 * entry, others' guesses are dropped.
 */
export function settleSharedIds(entries: readonly Entry[], disagree: Disagree): void {
  for (const [field, list] of Object.entries(listings) as [Field, Listing][]) {
    const holders = Map.groupBy(entries.flatMap(list), ({ value }) => value)
    for (const group of holders.values()) {
      if (group.length === 1) continue
      const doubt = ({ source, late }: Held) => distrust(field, source) + (late ? doubtOfLate : 0)
      const best = group.reduce((a, b) => (doubt(b) < doubt(a) ? b : a))
      for (const held of group) {
        if (!isGuess(held) || doubt(held) === doubt(best)) continue
        if (field === 'imdbId' && isNumbered(held)) continue
        held.drop()
        disagree(held.entry, field, shownFor(best), held)
      }
    }
  }
}

function shownFor({ entry, source }: Held): Sourced<string> {
  return { source, value: `of ${describeEntry(entry)}` }
}

type Listing = (entry: Entry) => Held[]

const listings: Readonly<Record<Field, Listing>> = {
  imdbId: (entry) =>
    entry.imdb.map((held) => ({ ...held, entry, drop: () => remove(entry.imdb, held) })),
  themoviedbId: (entry) =>
    entry.tmdb.map((held) => ({
      source: held.source,
      value: `${held.value.kind}:${held.value.id}`,
      entry,
      drop() {
        remove(entry.tmdb, held)
        if (held.value.kind === 'tv' && held.value.id === entry.tmdbShow?.value)
          entry.tmdbShow = null
      },
    })),
  thetvdbId: (entry) =>
    entry.tvdb
      ? [
          {
            ...entry.tvdb,
            entry,
            drop() {
              entry.tvdb = null
            },
          },
        ]
      : [],
}

function remove<T>(list: T[], value: T): void {
  list.splice(list.indexOf(value), 1)
}

/** Kitsu's seasons are IMDb's; TVDB's stand in where a list that numbers episodes gave them. */
function isNumbered({ entry, value, source }: Held): boolean {
  if (entry.imdbNumbering?.value.id === value) return true
  return source === 'anitraktTv' && entry.tvdb !== null && entry.tvdb.source !== 'anitraktTv'
}
