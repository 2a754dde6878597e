import { AppError } from '../../core/errors.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { largestCount } from './read-value.ts'

/** Nobody has watched more; a file that says so is there to do harm. */
const maxAdded = 500_000
/** Entries that are held at once, some 30 MB of them. A file with more is read again for the others. */
const maxHeld = 80_000
/** Beyond it the keys were chosen to fall into one share. */
const maxShares = 4_096

export type Skipped = readonly { readonly reason: string; readonly count: number }[]

/** The entries whose keys leave this remainder. */
export type Share = { readonly remainder: number; readonly of: number }

export const wholeShare: Share = { remainder: 0, of: 1 }

export type Collector = ReturnType<typeof createCollector>

/**
 * Collects entries, those of the same thing as one: within a list plays add up, between lists the most count, and the
 * latest time. It keeps the entries of one share; where they are too many it halves the share and tells `onLeft` the
 * half that it has left out. Throws PAYLOAD_TOO_LARGE.
 */
export function createCollector(whole: Share, onLeft: (left: Share) => void) {
  const entries = new Map<string, ImportedEntry>()
  const finished = new Map<string, ImportedEntry>()
  const skipped = new Map<string, number>()
  let share = whole
  let added = 0

  const isOurs = (key: string): boolean =>
    share.of === 1 || hashOf(key) % share.of === share.remainder

  function halve(): void {
    const of = share.of * 2
    if (of > maxShares) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'The titles of this file take too much memory to read.',
      )
    }
    onLeft({ remainder: share.remainder + share.of, of })
    share = { remainder: share.remainder, of }
    for (const held of [entries, finished]) {
      for (const key of held.keys()) if (!isOurs(key)) held.delete(key)
    }
  }

  function skip(reason: string, count = 1): void {
    skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  }

  function endList(): void {
    for (const [key, entry] of entries) {
      const before = finished.get(key)
      finished.set(key, before ? together(before, entry, Math.max) : entry)
    }
    entries.clear()
  }

  return {
    skip,

    /** What follows is said by another list. */
    endList,

    add(entry: ImportedEntry): void {
      const { kind, ids, season, episode } = entry
      const [id] = Object.entries(ids)
      if (!id) {
        skip('It has no id of a database that is known here.')
        return
      }
      added += 1
      if (added > maxAdded) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          `The file holds more than ${maxAdded} plays and marks; send it in parts.`,
        )
      }
      const key = `${kind} ${id.join(':')} ${season} ${episode}`
      if (!isOurs(key)) return
      const before = entries.get(key)
      entries.set(key, before ? together(before, entry, (a, b) => a + b) : entry)
      while (entries.size + finished.size > maxHeld) halve()
    },

    result(): { readonly entries: readonly ImportedEntry[]; readonly skipped: Skipped } {
      endList()
      return {
        entries: [...finished.values()],
        skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
      }
    },
  }
}

/** Spreads keys evenly; nothing secret depends on it. */
function hashOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

function together(
  a: ImportedEntry,
  b: ImportedEntry,
  count: (a: number, b: number) => number,
): ImportedEntry {
  const later = (b.at ?? 0) >= (a.at ?? 0) ? b : a
  return {
    ...a,
    ids: { ...b.ids, ...a.ids },
    name: a.name ?? b.name,
    year: a.year ?? b.year,
    played: a.played || b.played,
    playCount: Math.min(largestCount, count(a.playCount, b.playCount)),
    positionMs: later.positionMs,
    durationMs: later.durationMs ?? a.durationMs ?? b.durationMs,
    favorite: a.favorite ?? b.favorite,
    likes: a.likes ?? b.likes,
    at: later.at,
  }
}
