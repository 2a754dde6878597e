import type { ItemIds } from '../../model/item-ids.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User, Profile } from '../../model/household.ts'
import type { PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import { visibleProfiles } from '../users/visible.ts'
import { isOwner, mayEdit } from './access.ts'
import { listRef, playlistItem } from './playlist-items.ts'

export type Playlist = {
  readonly id: string
  readonly name: string
  /** Null if the user may not see them. */
  readonly owner: Profile | null
  readonly isOwner: boolean
  readonly canEdit: boolean
  readonly open: boolean
  /** Without users whom the user may not see. */
  readonly users: readonly (PlaylistUser & { readonly user: Profile })[]
  readonly item: LibraryItem
  readonly stored: StoredPlaylist
}

export function toPlaylists(
  user: User,
  all: readonly StoredPlaylist[],
  itemIds: Pick<ItemIds, 'encode'>,
): readonly Playlist[] {
  const visible = new Map(visibleProfiles(user).map((profile) => [profile.id, profile]))
  return all.map((stored) => ({
    id: itemIds.encode(listRef(stored, stored.kind, stored.rowId)),
    name: stored.name,
    owner: visible.get(stored.ownerId) ?? null,
    isOwner: isOwner(user, stored),
    canEdit: mayEdit(user, stored),
    open: stored.open,
    users: stored.users.flatMap((share) => {
      const user = visible.get(share.profileId)
      return user ? { ...share, user } : []
    }),
    item: playlistItem(user, user, stored),
    stored,
  }))
}
