import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User, Profile } from '../../model/household.ts'
import type { PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import { visibleProfiles } from '../users/visible.ts'
import { isOwner, mayEdit } from './access.ts'
import { playlistItem, playlistRef } from './playlist-items.ts'

/** A playlist as one user sees it. */
export type Playlist = {
  /** As clients know it. */
  readonly id: string
  readonly name: string
  /** Null: the user does not see them. */
  readonly owner: Profile | null
  readonly isOwner: boolean
  readonly canEdit: boolean
  /** Whether everybody in the household sees it. */
  readonly open: boolean
  /** Whom it is shared with, as far as the user sees them. */
  readonly users: readonly (PlaylistUser & { readonly user: Profile })[]
  /** As it stands in lists. */
  readonly item: LibraryItem
  readonly stored: StoredPlaylist
}

export function toPlaylists(
  user: User,
  all: readonly StoredPlaylist[],
  itemIds: { encode(ref: ItemRef): string },
): readonly Playlist[] {
  const visible = new Map(visibleProfiles(user).map((profile) => [profile.id, profile]))
  return all.map((stored) => ({
    id: itemIds.encode(playlistRef(stored, stored.rowId)),
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
