import { AppError } from '../../core/errors.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { User } from '../../model/household.ts'
import type { StoredPlaylist } from '../../model/playlist-store.ts'
import { ownRef, requireOwnRef } from '../library/item-access.ts'
import type { ItemReader } from '../library/deps.ts'
import { maySee, requireEdit, requireOwner } from './access.ts'
import type { PlaylistOptions } from './options.ts'
import { playlistsNumber } from './playlist-items.ts'

export type PlaylistFinder = ReturnType<typeof createPlaylistFinder>

/** A playlist that the user may not see is reported as unknown. */
export function createPlaylistFinder({
  store,
  itemIds,
}: Pick<PlaylistOptions, 'store' | 'itemIds'>) {
  async function find(user: ItemReader, ref: ItemRef | null): Promise<StoredPlaylist | null> {
    if (ref?.kind !== 'playlist' || ref.number === playlistsNumber) return null
    const found = await store.find(user.configuration, ref.number)
    return found && maySee(user, found) ? found : null
  }

  async function require(user: User, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await find(user, ref)
    if (found) return found
    throw unknownPlaylist()
  }

  const requireById = (user: User, id: string): Promise<StoredPlaylist> =>
    require(user, requireOwnRef(itemIds, user, id))

  return {
    find,
    require,
    requireById,

    findById: (user: User, id: string): Promise<StoredPlaylist | null> =>
      find(user, ownRef(itemIds, user, id)),

    /** Throws FORBIDDEN for users who may only look. */
    async requireEditable(user: User, id: string): Promise<StoredPlaylist> {
      const found = await requireById(user, id)
      requireEdit(user, found)
      return found
    },

    /** Throws FORBIDDEN for anyone but the owner. */
    async requireOwned(user: User, id: string): Promise<StoredPlaylist> {
      const found = await requireById(user, id)
      requireOwner(user, found)
      return found
    },
  }
}

export function unknownPlaylist(): AppError {
  return new AppError('NOT_FOUND', 'There is no such playlist.')
}
