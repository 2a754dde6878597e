import { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import type { ListKind, PlaylistPart } from '../../model/playlist-store.ts'
import { keyOf } from '../../history/keys.ts'
import { findItem, ownRef, playableParts } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'
import { isListRef } from './playlist-items.ts'

type Deps = Pick<PlaylistOptions, 'store' | 'library' | 'itemIds'> & {
  readonly finder: Pick<PlaylistFinder, 'find'>
}

const maxNamed = 2_000
const atOnce = 8
/** Kinds of items that a collection can hold. */
const isTitle: ReadonlySet<string> = new Set(['movie', 'series', 'season', 'episode', 'video'])

/** The titles of items; skips unknown ids, as apps expect. Throws BAD_REQUEST for too many ids, NOT_FOUND for none left. */
export async function playlistParts(
  deps: Deps,
  user: User,
  ids: readonly string[],
  ask: Ask,
  kind: ListKind = 'playlist',
): Promise<readonly PlaylistPart[]> {
  requireFew(ids)
  const parts: PlaylistPart[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce)
    const found = await Promise.all(some.map((id) => partsOf(deps, user, id, ask, kind)))
    parts.push(...found.flat())
  }
  if (parts.length > 0 || ids.length === 0) return parts
  throw new AppError(
    'NOT_FOUND',
    `A ${kind} can hold films, series, seasons, episodes, videos and ${kind}s; none of these items fits.`,
  )
}

/** Throws BAD_REQUEST for more ids than a list has titles. */
export function requireFew(ids: readonly string[]): void {
  if (ids.length <= maxNamed) return
  throw new AppError('BAD_REQUEST', `Name at most ${maxNamed} items at once.`)
}

/** Entries of the playlist that are hidden from the user, who therefore cannot name them. */
export async function unseenParts(
  { store, library }: Pick<Deps, 'store' | 'library'>,
  user: User,
  playlist: number,
): Promise<readonly PlaylistPart[]> {
  if (!library.isLimited(user)) return []
  const all = await store.entries(playlist, { start: 0, limit: null })
  const seen = new Set(await library.visibleEntries(user, all))
  return all.filter((entry) => !seen.has(entry))
}

/** The position in the whole list of what the user sees at this one. */
export async function placeAmongSeen(
  { store, library }: Pick<Deps, 'store' | 'library'>,
  user: User,
  playlist: number,
  position: number,
): Promise<number> {
  if (!library.isLimited(user)) return position
  const all = await store.entries(playlist, { start: 0, limit: null })
  const seen = await library.visibleEntries(user, all)
  const there = seen[Math.min(position, seen.length - 1)]
  return there ? all.indexOf(there) : position
}

async function partsOf(
  { store, library, itemIds, finder }: Deps,
  user: User,
  id: string,
  ask: Ask,
  kind: ListKind,
): Promise<readonly PlaylistPart[]> {
  const ref = ownRef(itemIds, user, id)
  if (ref === null) return []
  if (isListRef(ref)) {
    if (ref.kind !== kind) return []
    const found = await finder.find(user, ref)
    return found ? store.entries(found.rowId, { start: 0, limit: null }) : []
  }
  const item = await findItem(library, user, ref, ask)
  if (kind === 'collection') return item && isTitle.has(item.kind) ? [keyOf(item)] : []
  return item ? (await playableParts(library, user, item, ask)).map(keyOf) : []
}
