import { AppError } from '../../core/errors.ts'
import { skipReasons } from '../../model/skip-reasons.ts'
import type { SkipReason } from '../../model/skip-reasons.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import { largestCount } from './read-value.ts'

/** Larger files are attacks. */
const maxAdded = 500_000
/** Held at once, about 18 MB. A larger file is read again for the rest. */
const maxHeld = 80_000
/** More shares mean titles chosen to collide, or a title with an absurd number of episodes. */
const maxShares = 4_096

export type Skipped = readonly { readonly reason: SkipReason; readonly count: number }[]

export type Share = { readonly remainder: number; readonly of: number }

export const wholeShare: Share = { remainder: 0, of: 1 }

export type Collector = ReturnType<typeof createCollector>

type Title = Pick<ImportedEntry, 'ids' | 'name' | 'year'> & { readonly number: number }
type Held = Omit<ImportedEntry, keyof Title> & { readonly titleKey: string }

/**
 * Merges entries of the same item: plays add up within a list, between lists the most and the latest count. Keeps one
 * share of the titles; too many halve the share, and `onLeft` gets the other half. Throws PAYLOAD_TOO_LARGE.
 */
export function createCollector(whole: Share, onLeft: (left: Share) => void) {
  const titles = new Map<string, Title>()
  const entries = new Map<string, Held>()
  const finished = new Map<string, Held>()
  const skipped = new Map<SkipReason, number>()
  let share = whole
  let added = 0

  const isOurs = (key: string): boolean =>
    share.of === 1 || hashOf(key) % share.of === share.remainder

  function halve(): void {
    const of = share.of * 2
    if (of > maxShares) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'A title of this file has too many episodes.')
    }
    onLeft({ remainder: share.remainder + share.of, of })
    share = { remainder: share.remainder, of }
    for (const key of titles.keys()) if (!isOurs(key)) titles.delete(key)
    for (const held of [entries, finished]) {
      for (const [key, { titleKey }] of held) if (!titles.has(titleKey)) held.delete(key)
    }
  }

  function skip(reason: SkipReason, count = 1): void {
    skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  }

  function titleOf({ ids, name, year }: ImportedEntry, key: string): Title | null {
    const known = titles.get(key)
    if (!known && !isOurs(key)) return null
    const title = known
      ? {
          ...known,
          ids: { ...ids, ...known.ids },
          name: known.name ?? name,
          year: known.year ?? year,
        }
      : { ids, name, year, number: added }
    if (known && isSame(known, title)) return known
    titles.set(key, title)
    return title
  }

  function endList(): void {
    for (const [key, entry] of entries) {
      const before = finished.get(key)
      finished.set(key, before ? together(before, entry, Math.max) : entry)
      entries.delete(key)
    }
  }

  return {
    skip,

    endList,

    add(entry: ImportedEntry): void {
      const [id] = Object.entries(entry.ids)
      if (!id) {
        skip(skipReasons.NO_ID)
        return
      }
      added += 1
      if (added > maxAdded) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          `The file holds more than ${maxAdded} plays and marks; send it in parts.`,
        )
      }
      // Joined: a template string keeps its parts, which takes twice the memory.
      const titleKey = [entry.kind === 'movie' ? 'movie' : 'series', ...id].join(' ')
      const title = titleOf(entry, titleKey)
      if (!title) return
      const held = heldOf(entry, titleKey)
      const key = [title.number, entry.kind, entry.season, entry.episode].join(' ')
      const before = entries.get(key)
      entries.set(key, before ? together(before, held, (a, b) => a + b) : held)
      while (titles.size + entries.size + finished.size > maxHeld) halve()
    },

    skipped: (): Skipped => [...skipped].map(([reason, count]) => ({ reason, count })),

    *entries(): Generator<ImportedEntry> {
      endList()
      for (const { titleKey, ...rest } of finished.values()) {
        const { ids, name, year } = titles.get(titleKey)!
        yield { ...rest, ids, name, year }
      }
    },
  }
}

/** Written out: an object spread takes several times the memory. */
function heldOf(entry: ImportedEntry, titleKey: string): Held {
  const { kind, season, episode, played, playCount, positionMs, durationMs } = entry
  const { favorite, likes, at } = entry
  return {
    titleKey,
    kind,
    season,
    episode,
    played,
    playCount,
    positionMs,
    durationMs,
    favorite,
    likes,
    at,
  }
}

function isSame(a: Title, b: Title): boolean {
  const count = ({ ids }: Title): number => Object.keys(ids).length
  return count(a) === count(b) && a.name === b.name && a.year === b.year
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

function together(a: Held, b: Held, count: (a: number, b: number) => number): Held {
  const later = (b.at ?? 0) >= (a.at ?? 0) ? b : a
  return {
    ...a,
    played: a.played || b.played,
    playCount: Math.min(largestCount, count(a.playCount, b.playCount)),
    positionMs: later.positionMs,
    durationMs: later.durationMs ?? a.durationMs ?? b.durationMs,
    favorite: a.favorite ?? b.favorite,
    likes: a.likes ?? b.likes,
    at: later.at,
  }
}
