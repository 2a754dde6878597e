import { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import type { PlaylistPart } from '../../model/playlist-store.ts'
import { keyOf } from '../../history/keys.ts'
import { findItem, ownRef, playableParts } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'

type Deps = Pick<PlaylistOptions, 'store' | 'library' | 'itemIds'> & {
  readonly finder: Pick<PlaylistFinder, 'find'>
}

const maxNamed = 2_000
const atOnce = 8

/** The titles of items; skips unknown ids, as apps expect. Throws BAD_REQUEST for too many ids, NOT_FOUND for none left. */
export async function playlistParts(
  deps: Deps,
  user: User,
  ids: readonly string[],
  ask: Ask,
): Promise<readonly PlaylistPart[]> {
  if (ids.length > maxNamed) {
    throw new AppError('BAD_REQUEST', `Name at most ${maxNamed} items at once.`)
  }
  const parts: PlaylistPart[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce)
    const found = await Promise.all(some.map((id) => partsOf(deps, user, id, ask)))
    parts.push(...found.flat())
  }
  if (parts.length > 0 || ids.length === 0) return parts
  throw new AppError(
    'NOT_FOUND',
    'Nothing of what is named can stand in a playlist: films, series, seasons, episodes, videos and playlists can.',
  )
}

async function partsOf(
  { store, library, itemIds, finder }: Deps,
  user: User,
  id: string,
  ask: Ask,
): Promise<readonly PlaylistPart[]> {
  const ref = ownRef(itemIds, user, id)
  if (ref === null) return []
  if (ref.kind === 'playlist') {
    const found = await finder.find(user, ref)
    return found ? store.entries(found.rowId, { start: 0, limit: null }) : []
  }
  const item = await findItem(library, user, ref, ask)
  return item ? (await playableParts(library, user, item, ask)).map(keyOf) : []
}
