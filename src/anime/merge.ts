import type { AnimeSourceName } from '../model/anime.ts'
import { correctEntry } from './correct.ts'
import type { Correction } from './corrections.ts'
import { describeEntry, emptyEntry, sourceBit } from './entry.ts'
import type { AnimeConflict, Disagree, Entry, Sourced } from './entry.ts'
import { fillFields } from './fill.ts'
import { createOwners } from './owners.ts'
import { settleSharedIds } from './settle.ts'
import type { AnimeRecord } from './sources/record.ts'

export type Feed = {
  readonly source: AnimeSourceName
  readonly records: Iterable<AnimeRecord>
  /** It fills gaps and decides nothing. */
  readonly gapsOnly?: boolean
}

export type Merged = {
  readonly entries: readonly Entry[]
  readonly conflicts: readonly AnimeConflict[]
}

type Conflict = Omit<AnimeConflict, 'entry'> & { readonly entry: Entry }

/** In the order of `animeSourceNames`. Ids that name one entry identify it; an id is never taken from an entry. */
export function mergeFeeds(feeds: Iterable<Feed>, corrections: readonly Correction[] = []): Merged {
  const entries: Entry[] = []
  const conflicts: Conflict[] = []
  const owners = createOwners()

  const disagree: Disagree = (entry, field, kept, other, outcome = 'refused') => {
    conflicts.push({ entry, field, kept: shown(kept), other: shown(other), outcome })
  }

  for (const { source, records, gapsOnly = false } of feeds) {
    const context = { source, gapsOnly, disagree }
    const bit = sourceBit(source)
    for (const record of records) {
      const known = owners.recognise(record)
      if (!known && !isFindable(record)) continue
      const entry = known ?? emptyEntry()
      if (!known) entries.push(entry)
      entry.sources |= bit
      owners.claim(entry, record, source, disagree)
      fillFields(entry, record, context)
    }
  }
  settleSharedIds(entries, disagree)
  for (const correction of corrections) {
    const known = owners.recognise({ ids: correction.find })
    const entry = known ?? emptyEntry()
    if (!known) entries.push(entry)
    owners.assign(entry, { ...correction.find, ...correction.set })
    correctEntry(entry, correction)
  }
  return { entries, conflicts: conflicts.map((c) => ({ ...c, entry: describeEntry(c.entry) })) }
}

function isFindable({ ids, imdb, tmdb, trakt, tvdb }: AnimeRecord): boolean {
  for (const _ in ids) return true
  return Boolean(imdb?.length || tmdb?.length || trakt?.length || tvdb)
}

function shown({ value, source }: Sourced<unknown>): AnimeConflict['kept'] {
  return { source, value: typeof value === 'string' ? value : JSON.stringify(value) }
}
