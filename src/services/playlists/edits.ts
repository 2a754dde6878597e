import { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import type { PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import type { Ask } from '../library/deps.ts'
import { requireOwner, requireSelf, requireUsers } from './access.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'
import { playlistRef, readEntryId } from './playlist-items.ts'
import { playlistParts } from './playlist-parts.ts'
import { toPlaylists } from './playlist.ts'
import type { Playlist } from './playlist.ts'

const maxName = 200

type ShareInput = { readonly userId: string; readonly canEdit: boolean }

/** Only the caller is allowed, which is also the default. */
type ForUser = { readonly userId?: string | null | undefined }

export type PlaylistInput = {
  readonly name: string
  /** Films, episodes and videos; a series, season or playlist means its titles. */
  readonly itemIds: readonly string[]
  readonly open: boolean
  readonly users: readonly ShareInput[]
}

/** Null or absent leaves a field as it is. */
export type PlaylistEdit = { readonly playlistId: string } & {
  readonly [K in keyof PlaylistInput]?: PlaylistInput[K] | null | undefined
}

/** Throws NOT_FOUND for an unseen playlist, FORBIDDEN for what the user may not change, BAD_REQUEST over the limits. */
export function createPlaylistEdits(options: PlaylistOptions, finder: PlaylistFinder) {
  const { store, events, itemIds } = options
  const deps = { ...options, finder }

  function publish({ configuration }: User): void {
    events.publish({ kind: 'library', configuration })
  }

  async function changed(
    user: User,
    { configuration, rowId }: Pick<StoredPlaylist, 'configuration' | 'rowId'>,
  ): Promise<Playlist> {
    publish(user)
    const stored = await finder.require(user, playlistRef({ configuration }, rowId))
    return toPlaylists(user, [stored], itemIds)[0]!
  }

  return {
    async create(user: User, input: PlaylistInput & ForUser, ask: Ask): Promise<Playlist> {
      requireSelf(user, input.userId)
      const { configuration, profile } = user
      const name = requireName(input.name)
      const users = requireUsers(user, profile.id, input.users.map(toShare))
      const parts = await playlistParts(deps, user, input.itemIds, ask)
      const made = { configuration, ownerId: profile.id, name, open: input.open, users }
      const rowId = await store.create(made, parts)
      return changed(user, { configuration, rowId })
    },

    /** Editors may change name and titles; only the owner, whether it is open. */
    async update(user: User, edit: PlaylistEdit, ask: Ask): Promise<Playlist> {
      const playlist = await finder.requireEditable(user, edit.playlistId)
      const { name = null, itemIds: ids = null, open = null } = edit
      const users = edit.users?.map(toShare) ?? null
      // Apps send unchanged fields along with a new name.
      const isOpened = open !== null && open !== playlist.open
      if (isOpened || users !== null) requireOwner(user, playlist)
      await store.change(playlist.rowId, {
        name: name === null ? null : requireName(name),
        open,
        users: users && requireUsers(user, playlist.ownerId, users),
        parts: ids && (await playlistParts(deps, user, ids, ask)),
      })
      return changed(user, playlist)
    },

    /** Appends; titles that are already in it stay where they are. */
    async add(
      user: User,
      input: ForUser & { readonly playlistId: string; readonly itemIds: readonly string[] },
      ask: Ask,
    ): Promise<Playlist> {
      requireSelf(user, input.userId)
      const playlist = await finder.requireEditable(user, input.playlistId)
      await store.add(playlist.rowId, await playlistParts(deps, user, input.itemIds, ask))
      return changed(user, playlist)
    },

    async remove(
      user: User,
      input: { readonly playlistId: string; readonly entryIds: readonly string[] },
    ): Promise<Playlist> {
      const playlist = await finder.requireEditable(user, input.playlistId)
      const entries = input.entryIds.flatMap((id) => readEntryId(id) ?? [])
      await store.remove(playlist.rowId, entries)
      return changed(user, playlist)
    },

    /** Positions start at 0; one beyond the end means the last. */
    async move(
      user: User,
      input: { readonly playlistId: string; readonly entryId: string; readonly position: number },
    ): Promise<Playlist> {
      const playlist = await finder.requireEditable(user, input.playlistId)
      if (input.position < 0) throw new AppError('BAD_REQUEST', 'position must not be negative.')
      const entry = readEntryId(input.entryId)
      if (entry === null || !(await store.move(playlist.rowId, entry, input.position))) {
        throw new AppError('NOT_FOUND', 'There is no such entry in this playlist.')
      }
      return changed(user, playlist)
    },

    /** Only for the owner. */
    async share(user: User, input: ShareInput & { readonly playlistId: string }) {
      const playlist = await finder.requireOwned(user, input.playlistId)
      const [wanted] = requireUsers(user, playlist.ownerId, [toShare(input)])
      if (wanted) await store.share(playlist.rowId, wanted)
      return changed(user, playlist)
    },

    /** For the owner, or for a user who leaves. */
    async unshare(
      user: User,
      { playlistId, userId }: { readonly playlistId: string; readonly userId: string },
    ): Promise<true> {
      const playlist = await finder.requireById(user, playlistId)
      if (userId !== user.profile.id) requireOwner(user, playlist)
      if (!(await store.unshare(playlist.rowId, userId))) {
        throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
      }
      publish(user)
      return true
    },

    /** Only for the owner. */
    async delete(user: User, playlistId: string): Promise<true> {
      const { rowId } = await finder.requireOwned(user, playlistId)
      await store.delete(rowId)
      publish(user)
      return true
    },
  }
}

function toShare({ userId, canEdit }: ShareInput): PlaylistUser {
  return { profileId: userId, canEdit }
}

function requireName(text: string): string {
  const name = text.trim()
  if (name === '') throw new AppError('BAD_REQUEST', 'A playlist needs a name.')
  if (name.length <= maxName) return name
  throw new AppError(
    'BAD_REQUEST',
    `The name of a playlist may have at most ${maxName} characters; this one has ${name.length}.`,
  )
}
