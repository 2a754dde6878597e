import type { AnimeSourceName } from '../model/anime.ts'
import { describeEntry } from './entry.ts'
import type { Disagree, Entry } from './entry.ts'
import { entryIdTypes } from './sources/record.ts'
import type { AnimeRecord, EntryIdType } from './sources/record.ts'

export function createOwners() {
  const owners = Object.fromEntries(
    entryIdTypes.map((type) => [type, new Map<number | string, Entry>()]),
  ) as Record<EntryIdType, Map<number | string, Entry>>

  /** The entry with most of the record's ids; of several, the one with the most distinctive id. */
  function recognise({ ids }: AnimeRecord): Entry | null {
    let first: Entry | null = null
    let disputed = false
    for (const type of entryIdTypes) {
      const owner = ownerOf(type, ids)
      if (!owner) continue
      first ??= owner
      disputed ||= owner !== first
    }
    return first && disputed ? mostNamed(ids, first) : first
  }

  function ownerOf(type: EntryIdType, ids: AnimeRecord['ids']): Entry | undefined {
    const value = ids[type]
    return value === undefined ? undefined : owners[type].get(value)
  }

  function mostNamed(ids: AnimeRecord['ids'], first: Entry): Entry {
    const votes = new Map<Entry, number>([[first, 0]])
    for (const type of entryIdTypes) {
      const owner = ownerOf(type, ids)
      if (owner) votes.set(owner, (votes.get(owner) ?? 0) + 1)
    }
    return [...votes].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
  }

  function claim(
    entry: Entry,
    { ids }: AnimeRecord,
    source: AnimeSourceName,
    disagree: Disagree,
  ): void {
    for (const type of entryIdTypes) {
      const value = ids[type]
      if (value === undefined) continue
      const own = entry.ids[type]
      if (own?.value === value) continue
      const other = { value, source }
      const owner = owners[type].get(value)
      if (own) disagree(entry, type, own, other)
      else if (owner) {
        const kept = { ...owner.ids[type]!, value: `of ${describeEntry(owner)}` }
        disagree(entry, type, kept, other)
      } else {
        entry.ids[type] = other
        owners[type].set(value, entry)
      }
    }
  }

  function assign(entry: Entry, ids: AnimeRecord['ids']): void {
    for (const type of entryIdTypes) {
      const value = ids[type]
      const own = entry.ids[type]
      if (value === undefined || own?.value === value) continue
      const owner = owners[type].get(value)
      if (owner) delete owner.ids[type]
      if (own) owners[type].delete(own.value)
      entry.ids[type] = { value, source: 'overrides' }
      owners[type].set(value, entry)
    }
  }

  return { recognise, claim, assign }
}
