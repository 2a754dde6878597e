import { AppError } from '../../core/errors.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import { findItem, ownRef } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import { rangeOf } from '../library/paging.ts'
import type { PageInput } from '../library/paging.ts'
import { createPlaylistEdits } from './edits.ts'
import { createPlaylistFinder, unknownPlaylist } from './find-playlist.ts'
import { createPlaylistMarks } from './marks.ts'
import type { PlaylistOptions } from './options.ts'
import { playlistItem } from './playlist-items.ts'
import { toPlaylists } from './playlist.ts'
import type { Playlist } from './playlist.ts'
import { createPlaylistViews } from './views.ts'

export type PlaylistService = ReturnType<typeof createPlaylistService>

/** As many as a user may have. */
const maxDeleted = 200

/** A playlist that the user may not see is reported as unknown. */
export function createPlaylistService(options: PlaylistOptions) {
  const { store, library, itemIds } = options
  const finder = createPlaylistFinder(options)
  const views = createPlaylistViews(options)
  const edits = createPlaylistEdits(options, finder)

  /** Only playlists can be changed and deleted: throws FORBIDDEN for other items, NOT_FOUND for unknown ones. */
  async function requireChangeable(user: User, id: string, ask: Ask): Promise<LibraryItem> {
    const ref = ownRef(itemIds, user, id)
    const playlist = await finder.find(user, ref)
    if (playlist) return playlistItem(user, user, playlist)
    const item =
      ref?.kind === 'playlist'
        ? await views.library(user)
        : ref && (await findItem(library, user, ref, ask))
    if (!item) throw new AppError('NOT_FOUND', 'There is no such item.')
    throw new AppError(
      'FORBIDDEN',
      'This comes from a source; only playlists can be changed or removed.',
    )
  }

  async function find(user: User, id: string): Promise<Playlist | null> {
    const found = await finder.findById(user, id)
    return found && toPlaylists(user, [found], itemIds)[0]!
  }

  return {
    ...views,
    ...edits,
    ...createPlaylistMarks({ ...options, finder, views }),
    findByRef: finder.find,
    requireChangeable,

    /** Playlists that the user may see, newest first. */
    list: async (user: User): Promise<readonly Playlist[]> =>
      toPlaylists(user, await views.visible(user), itemIds),

    find,

    /** Throws BAD_REQUEST for a wrong page. */
    page: async (user: User, { stored }: Playlist, page: PageInput, ask: Ask): Promise<ItemPage> =>
      views.titlesOf(user, stored, { ...everything, ...rangeOf(page) }, ask),

    /** Throws NOT_FOUND for a user it is not shared with, FORBIDDEN for another user unless the caller may edit. */
    async accessOf(
      user: User,
      { playlistId, userId }: { readonly playlistId: string; readonly userId: string },
    ): Promise<Playlist['users'][number]> {
      const playlist = await find(user, playlistId)
      if (!playlist) throw unknownPlaylist()
      const { owner, canEdit, users } = playlist
      if (userId !== user.profile.id && !canEdit) {
        throw new AppError('FORBIDDEN', 'These are the rights of another user.')
      }
      if (owner?.id === userId) return { profileId: userId, canEdit: true, user: owner }
      const found = users.find(({ profileId }) => profileId === userId)
      if (found) return found
      throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
    },

    async rename(
      user: User,
      { itemId, name }: { readonly itemId: string; readonly name?: string | null | undefined },
      ask: Ask,
    ): Promise<Playlist> {
      await requireChangeable(user, itemId, ask)
      return edits.update(user, { playlistId: itemId, name }, ask)
    },

    /** Takes any item ids; deletes nothing unless all are playlists. Throws BAD_REQUEST for more than 200. */
    async deleteItems(user: User, ids: readonly string[], ask: Ask): Promise<true> {
      if (ids.length > maxDeleted) {
        throw new AppError('BAD_REQUEST', `At most ${maxDeleted} items can be removed at once.`)
      }
      for (const id of ids) await requireChangeable(user, id, ask)
      for (const id of ids) await edits.delete(user, id)
      return true
    },

    async titles(user: User, ref: ItemRef, query: ItemQuery, ask: Ask): Promise<ItemPage> {
      return views.titlesOf(user, await finder.require(user, ref), query, ask)
    },

    /** For its picture, which needs only the id. */
    async ofHousehold(household: Household, { number }: ItemRef): Promise<LibraryItem | null> {
      const found = await store.find(household.configuration, number)
      return found && playlistItem(household, null, found)
    },

    forgetOthers: ({ configuration, profiles }: Household): Promise<void> =>
      store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      ),
  }
}
