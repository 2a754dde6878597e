import { AppError } from '../../core/errors.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import type { StoredPlaylist } from '../../model/playlist-store.ts'
import { findItem, ownRef } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import { readPage } from '../library/paging.ts'
import type { PageInput } from '../library/paging.ts'
import { createCollectionEdits } from './collection-edits.ts'
import { createPlaylistEdits } from './edits.ts'
import { createPlaylistFinder, unknownPlaylist } from './find-playlist.ts'
import { createPlaylistMarks } from './marks.ts'
import type { PlaylistOptions } from './options.ts'
import { isListRef, listsNumber, playlistItem } from './playlist-items.ts'
import { toPlaylists } from './playlist.ts'
import type { Playlist } from './playlist.ts'
import { createPlaylistViews } from './views.ts'

export type PlaylistService = ReturnType<typeof createPlaylistService>

/** As many as a user may have. */
const maxDeleted = 200

/** A playlist that the user may not see is reported as unknown. */
export function createPlaylistService(options: PlaylistOptions) {
  const { store, library, itemIds } = options
  const views = createPlaylistViews(options)
  const finder = createPlaylistFinder({ ...options, views })
  const edits = createPlaylistEdits(options, finder)

  /** Throws FORBIDDEN for items that are no playlist or collection, NOT_FOUND for unknown ones. */
  async function requireList(user: User, id: string, ask: Ask): Promise<StoredPlaylist> {
    const ref = ownRef(itemIds, user, id)
    const list = await finder.find(user, ref)
    if (list) return list
    const item = isListRef(ref)
      ? ref.number === listsNumber && (await views.library(user, ref.kind, ask))
      : ref && (await findItem(library, user, ref, ask))
    if (!item) throw new AppError('NOT_FOUND', 'There is no such item.')
    throw new AppError(
      'FORBIDDEN',
      'This comes from a source; only playlists and collections can be changed or removed.',
    )
  }

  async function find(user: User, id: string): Promise<Playlist | null> {
    const found = await finder.findById(user, id)
    return found && toPlaylists(user, [found], itemIds)[0]!
  }

  return {
    ...views,
    ...edits,
    ...createCollectionEdits(options, finder, views),
    ...createPlaylistMarks({ ...options, finder, views }),
    findByRef: finder.find,

    requireChangeable: async (user: User, id: string, ask: Ask): Promise<LibraryItem> =>
      playlistItem(user, user, await requireList(user, id, ask)),

    /** Playlists that the user may see, newest first. */
    list: async (user: User): Promise<readonly Playlist[]> =>
      toPlaylists(user, await views.visible(user, 'playlist'), itemIds),

    find,

    /** Throws BAD_REQUEST for a wrong page. */
    page: async (user: User, { stored }: Playlist, page: PageInput, ask: Ask): Promise<ItemPage> =>
      readPage(page, (range) => views.titlesOf(user, stored, { ...everything, ...range }, ask)),

    /** With the rights of each. Throws NOT_FOUND, and FORBIDDEN for anyone but the owner. */
    async usersOf(user: User, playlistId: string): Promise<Playlist['users']> {
      const playlist = await find(user, playlistId)
      if (!playlist) throw unknownPlaylist()
      if (playlist.isOwner) return playlist.users
      throw new AppError('FORBIDDEN', 'Only the owner of a playlist sees whom it is shared with.')
    },

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
      return edits.rename(user, await requireList(user, itemId, ask), name ?? null)
    },

    /** Takes any item ids; deletes nothing unless the user may delete all of them. Throws BAD_REQUEST for more than 200. */
    async deleteItems(user: User, ids: readonly string[], ask: Ask): Promise<true> {
      if (ids.length > maxDeleted) {
        throw new AppError('BAD_REQUEST', `At most ${maxDeleted} items can be removed at once.`)
      }
      const lists: StoredPlaylist[] = []
      for (const id of ids) lists.push(await requireList(user, id, ask))
      return edits.deleteAll(user, lists)
    },

    async titles(user: User, ref: ItemRef, query: ItemQuery, ask: Ask): Promise<ItemPage> {
      return views.titlesOf(user, await finder.require(user, ref), query, ask)
    },

    /** For its picture: as the user sees it, or for nobody in particular, who needs only the id. */
    async ofHousehold(user: User, ref: ItemRef): Promise<LibraryItem | null> {
      const found = user.isAnonymous
        ? await store.find(user.configuration, ref.number)
        : await finder.find(user, ref)
      return found?.kind === ref.kind ? playlistItem(user, null, found) : null
    },

    forgetOthers: ({ configuration, profiles }: Household): Promise<void> =>
      store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      ),
  }
}
