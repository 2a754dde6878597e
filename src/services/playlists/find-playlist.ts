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

/** What a user may not see answers like what does not exist. */
export function createPlaylistFinder({
  store,
  itemIds,
}: Pick<PlaylistOptions, 'store' | 'itemIds'>) {
  async function find(member: ItemReader, ref: ItemRef | null): Promise<StoredPlaylist | null> {
    if (ref?.kind !== 'playlist' || ref.number === playlistsNumber) return null
    const found = await store.find(member.configuration, ref.number)
    return found && maySee(member, found) ? found : null
  }

  async function require(member: User, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await find(member, ref)
    if (found) return found
    throw unknownPlaylist()
  }

  const requireById = (member: User, id: string): Promise<StoredPlaylist> =>
    require(member, requireOwnRef(itemIds, member, id))

  return {
    find,
    require,
    requireById,

    findById: (member: User, id: string): Promise<StoredPlaylist | null> =>
      find(member, ownRef(itemIds, member, id)),

    /** Throws FORBIDDEN for those who may only look. */
    async requireEditable(member: User, id: string): Promise<StoredPlaylist> {
      const found = await requireById(member, id)
      requireEdit(member, found)
      return found
    },

    /** Throws FORBIDDEN for everybody but its owner. */
    async requireOwned(member: User, id: string): Promise<StoredPlaylist> {
      const found = await requireById(member, id)
      requireOwner(member, found)
      return found
    },
  }
}

export function unknownPlaylist(): AppError {
  return new AppError('NOT_FOUND', 'There is no such playlist.')
}
