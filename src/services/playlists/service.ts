import { AppError } from '../../core/errors.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import { findItem, ownRef } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import { createPlaylistEdits } from './edits.ts'
import { createPlaylistFinder, unknownPlaylist } from './find-playlist.ts'
import { createPlaylistMarks } from './marks.ts'
import type { PlaylistOptions } from './options.ts'
import { playlistItem } from './playlist-items.ts'
import { toPlaylists } from './playlist.ts'
import type { Playlist } from './playlist.ts'
import { createPlaylistViews } from './views.ts'

export type PlaylistService = ReturnType<typeof createPlaylistService>

/** Lists of titles that users make and share. What one may not see answers like what does not exist. */
export function createPlaylistService(options: PlaylistOptions) {
  const { store, library, itemIds } = options
  const finder = createPlaylistFinder(options)
  const views = createPlaylistViews(options)
  const edits = createPlaylistEdits(options, finder)

  /** Playlists are the only items that can be changed and removed. Throws NOT_FOUND, FORBIDDEN for others. */
  async function requireChangeable(member: User, id: string, ask: Ask): Promise<LibraryItem> {
    const ref = ownRef(itemIds, member, id)
    const playlist = await finder.find(member, ref)
    if (playlist) return playlistItem(member, member, playlist)
    const item =
      ref?.kind === 'playlist'
        ? await views.library(member)
        : ref && (await findItem(library, member, ref, ask))
    if (!item) throw new AppError('NOT_FOUND', 'There is no such item.')
    throw new AppError(
      'FORBIDDEN',
      'This comes from a source; only playlists can be changed or removed.',
    )
  }

  async function find(member: User, id: string): Promise<Playlist | null> {
    const found = await finder.findById(member, id)
    return found && toPlaylists(member, [found], itemIds)[0]!
  }

  return {
    ...views,
    ...edits,
    ...createPlaylistMarks({ ...options, finder, views }),
    findByRef: finder.find,
    requireChangeable,

    /** Those that the user owns or may see, the newest first. */
    list: async (member: User): Promise<readonly Playlist[]> =>
      toPlaylists(member, await views.visible(member), itemIds),

    find,

    /** Throws NOT_FOUND for somebody whom it is not shared with, FORBIDDEN for another user unless the caller may edit. */
    async accessOf(
      member: User,
      { playlistId, userId }: { readonly playlistId: string; readonly userId: string },
    ): Promise<Playlist['users'][number]> {
      const playlist = await find(member, playlistId)
      if (!playlist) throw unknownPlaylist()
      const { owner, canEdit, users } = playlist
      if (userId !== member.profile.id && !canEdit) {
        throw new AppError('FORBIDDEN', 'These are the rights of another user.')
      }
      if (owner?.id === userId) return { profileId: userId, canEdit: true, user: owner }
      const found = users.find(({ profileId }) => profileId === userId)
      if (found) return found
      throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
    },

    /** An item of any kind; only playlists can be renamed. */
    async rename(
      member: User,
      { itemId, name }: { readonly itemId: string; readonly name?: string | null | undefined },
      ask: Ask,
    ): Promise<Playlist> {
      await requireChangeable(member, itemId, ask)
      return edits.update(member, { playlistId: itemId, name }, ask)
    },

    /** Items of any kind; nothing is removed unless all of them are playlists. */
    async deleteItems(member: User, ids: readonly string[], ask: Ask): Promise<true> {
      for (const id of ids) await requireChangeable(member, id, ask)
      for (const id of ids) await edits.delete(member, id)
      return true
    },

    async titles(member: User, ref: ItemRef, query: ItemQuery, ask: Ask): Promise<ItemPage> {
      return views.titlesOf(member, await finder.require(member, ref), query, ask)
    },

    /** For its picture, whose address alone admits. */
    async ofHousehold(household: Household, { number }: ItemRef): Promise<LibraryItem | null> {
      const found = await store.find(household.configuration, number)
      return found && playlistItem(household, null, found)
    },

    /** Forgets what belonged to users who are no longer of the household. */
    forgetOthers: ({ configuration, profiles }: Household): Promise<void> =>
      store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      ),
  }
}
