import { AppError } from '../../core/errors.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { User } from '../../model/household.ts'
import type { ListKind, StoredPlaylist } from '../../model/playlist-store.ts'
import { ownRef, requireOwnRef } from '../library/item-access.ts'
import type { ItemReader } from '../library/deps.ts'
import { maySee, requireEdit, requireOwner } from './access.ts'
import type { PlaylistOptions } from './options.ts'
import { isListRef, listsNumber } from './playlist-items.ts'
import type { PlaylistViews } from './views.ts'

export type PlaylistFinder = ReturnType<typeof createPlaylistFinder>

/** Lists as the user sees them, the only way to one by id. One that the user may not see is reported as unknown. */
export function createPlaylistFinder({
  store,
  itemIds,
  views,
}: Pick<PlaylistOptions, 'store' | 'itemIds'> & {
  readonly views: Pick<PlaylistViews, 'shown'>
}) {
  async function find(user: ItemReader, ref: ItemRef | null): Promise<StoredPlaylist | null> {
    if (!isListRef(ref) || ref.number === listsNumber) return null
    const found = await store.find(user.configuration, ref.number)
    if (found?.kind !== ref.kind || !maySee(user, found)) return null
    return views.shown(user, found)
  }

  async function require(user: User, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await find(user, ref)
    if (found) return found
    throw unknownList(isListRef(ref) ? ref.kind : 'playlist')
  }

  async function requireById(
    user: User,
    id: string,
    kind: ListKind = 'playlist',
  ): Promise<StoredPlaylist> {
    const ref = requireOwnRef(itemIds, user, id)
    if (ref.kind === 'set') {
      throw new AppError(
        'FORBIDDEN',
        'This collection comes from a source and cannot be changed; make one of your own.',
      )
    }
    const found = await find(user, ref)
    if (found?.kind === kind) return found
    throw unknownList(kind)
  }

  return {
    find,
    require,
    requireById,

    async findById(user: User, id: string): Promise<StoredPlaylist | null> {
      const found = await find(user, ownRef(itemIds, user, id))
      return found?.kind === 'playlist' ? found : null
    },

    async requireEditable(user: User, id: string, kind?: ListKind): Promise<StoredPlaylist> {
      const found = await requireById(user, id, kind)
      requireEdit(user, found)
      return found
    },

    async requireOwned(user: User, id: string): Promise<StoredPlaylist> {
      const found = await requireById(user, id)
      requireOwner(user, found)
      return found
    },
  }
}

export function unknownPlaylist(): AppError {
  return unknownList('playlist')
}

function unknownList(kind: ListKind): AppError {
  return new AppError('NOT_FOUND', `There is no such ${kind}.`)
}
