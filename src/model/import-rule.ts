import type { ImportCounts, ImportedPart } from './history-store.ts'
import type { WatchEntry } from './watch.ts'

const clocksDifferMs = 300_000

type Before = Pick<
  WatchEntry,
  'played' | 'playCount' | 'positionMs' | 'favorite' | 'likes' | 'lastPlayedAt' | 'origin'
> & {
  readonly isListed: boolean
  readonly clearedAt: number | null
}

type Change = Partial<
  Pick<
    WatchEntry,
    | 'played'
    | 'playCount'
    | 'positionMs'
    | 'durationMs'
    | 'favorite'
    | 'likes'
    | 'lastPlayedAt'
    | 'sortAt'
    | 'origin'
    | 'tracker'
  >
> & { link?: number | null }

type Merged = { readonly outcome: keyof ImportCounts; readonly change: Change | null }

/**
 * Merges an imported entry: a newer play or place wins, marks are only added, what was played here stays local and keeps
 * its date, and what was cleared after it was watched stays cleared unless `restore`. Merging twice changes nothing.
 */
export function mergeImported(
  before: Before | null,
  part: ImportedPart,
  { restore, now }: { restore: boolean; now: number },
): Merged {
  const isMarked = part.favorite === true || part.likes !== null
  const isEmpty = !hasPlay(part) && !isMarked && !isLeftAtOnce(part)
  if (isEmpty) return { outcome: 'unchanged', change: null }
  if (before === null) return { outcome: 'added', change: whole(part, now) }
  const isCleared =
    !restore && before.clearedAt !== null && (part.at === null || part.at <= before.clearedAt)
  if (!before.isListed) {
    return isCleared
      ? { outcome: 'cleared', change: null }
      : { outcome: 'added', change: whole(part, now) }
  }
  const change: Change = {
    ...(!isCleared && isNewerPlay(before, part) && playOf(part, before, now)),
    ...(part.favorite === true && !before.favorite && { favorite: true }),
    ...(part.likes !== null && before.likes === null && { likes: part.likes }),
  }
  const isChanged = Object.keys(change).length > 0
  if (isChanged) return { outcome: 'updated', change }
  const isKeptOut = isCleared && hasPlay(part) && before.lastPlayedAt === null && !before.played
  return { outcome: isKeptOut ? 'cleared' : 'unchanged', change: null }
}

/** Null for a time in the future: nobody has watched anything then. Within five minutes a clock is ahead, and it is now. */
export function pastTime(at: number | null, now: number): number | null {
  if (at === null || at <= now) return at
  return at - now > clocksDifferMs ? null : now
}

/** Merges two entries of the same item: the latest place, all plays, every mark. */
export function mergedPart(a: ImportedPart, b: ImportedPart): ImportedPart {
  const [earlier, later] = (b.at ?? 0) >= (a.at ?? 0) ? [a, b] : [b, a]
  return {
    ...later,
    aliases: [...new Set([...later.aliases, ...earlier.aliases])],
    played: a.played || b.played,
    playCount: Math.max(a.playCount, b.playCount),
    durationMs: later.durationMs ?? earlier.durationMs,
    favorite:
      a.favorite === true || b.favorite === true ? true : (later.favorite ?? earlier.favorite),
    likes: later.likes ?? earlier.likes,
  }
}

function hasPlay({ played, positionMs }: ImportedPart): boolean {
  return played || positionMs > 0
}

/** Begun in this service, or in the one that wrote the file, without a place to go on from. */
function isLeftAtOnce(part: ImportedPart): boolean {
  return part.origin === 'local' && part.at !== null && !hasPlay(part)
}

/** A play of unknown time counts as older than any other. */
function isNewerPlay(before: Before, part: ImportedPart): boolean {
  if (!hasPlay(part)) return false
  // A tracker dates an event that came from here by when it heard of it.
  if (wasPlayedHere(before) && before.played && part.played && part.origin === 'import')
    return false
  if (before.lastPlayedAt === null) {
    const isChange = part.played ? !before.played : !before.played && before.positionMs === 0
    return part.at !== null || isChange
  }
  return part.at !== null && part.at > before.lastPlayedAt
}

function wasPlayedHere({ origin, lastPlayedAt }: Before): boolean {
  return origin === 'local' && lastPlayedAt !== null
}

function whole(part: ImportedPart, now: number): Change {
  return {
    ...(hasPlay(part) ? playOf(part, null, now) : { sortAt: part.at ?? now, ...originOf(part) }),
    ...(isLeftAtOnce(part) && { lastPlayedAt: part.at }),
    favorite: part.favorite === true,
    likes: part.likes,
  }
}

function playOf(part: ImportedPart, before: Before | null, now: number): Change {
  const played = part.played || (before?.played ?? false)
  return {
    played,
    playCount: Math.max(before?.playCount ?? 0, part.playCount, part.played ? 1 : 0),
    positionMs: part.positionMs,
    durationMs: part.durationMs,
    // An entry without a time was still watched; it is listed from now on.
    lastPlayedAt: part.at,
    sortAt: part.at ?? now,
    // What was begun here stays local, and only the link says that this play was not.
    ...(!before || !wasPlayedHere(before) ? originOf(part) : { link: part.link }),
  }
}

function originOf({ origin, tracker, link }: ImportedPart) {
  return { origin, tracker, link }
}
