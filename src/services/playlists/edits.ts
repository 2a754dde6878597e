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

/** Somebody to share a playlist with. */
type ShareInput = { readonly userId: string; readonly canEdit: boolean }

/** Whom something is done for: the caller alone, which is also the default. */
type ForUser = { readonly userId?: string | null | undefined }

export type PlaylistInput = {
  readonly name: string
  /** Films, episodes and videos; a series, season or playlist means its titles. */
  readonly itemIds: readonly string[]
  readonly open: boolean
  readonly users: readonly ShareInput[]
}

/** What is null or left out stays as it is. */
export type PlaylistEdit = { readonly playlistId: string } & {
  readonly [K in keyof PlaylistInput]?: PlaylistInput[K] | null | undefined
}

/**
 * Lists of titles that users make and share. All throw NOT_FOUND for a playlist that the user does not see, FORBIDDEN for
 * what the user may not change, BAD_REQUEST beyond the bounds.
 */
export function createPlaylistEdits(options: PlaylistOptions, finder: PlaylistFinder) {
  const { store, events, itemIds } = options
  const deps = { ...options, finder }

  function publish({ configuration }: User): void {
    events.publish({ kind: 'library', configuration })
  }

  /** As it is after a change that others hear of. */
  async function changed(
    member: User,
    { configuration, number }: Pick<StoredPlaylist, 'configuration' | 'number'>,
  ): Promise<Playlist> {
    publish(member)
    const stored = await finder.require(member, playlistRef({ configuration }, number))
    return toPlaylists(member, [stored], itemIds)[0]!
  }

  return {
    async create(member: User, input: PlaylistInput & ForUser, ask: Ask): Promise<Playlist> {
      requireSelf(member, input.userId)
      const { configuration, profile } = member
      const name = requireName(input.name)
      const users = requireUsers(member, profile.id, input.users.map(toShare))
      const parts = await playlistParts(deps, member, input.itemIds, ask)
      const made = { configuration, ownerId: profile.id, name, open: input.open, users }
      const number = await store.create(made, parts)
      return changed(member, { configuration, number })
    },

    /** Its name and titles by those who may edit it, whom it is open to by its owner. */
    async update(member: User, edit: PlaylistEdit, ask: Ask): Promise<Playlist> {
      const playlist = await finder.requireEditable(member, edit.playlistId)
      const { name = null, itemIds: ids = null, open = null } = edit
      const users = edit.users?.map(toShare) ?? null
      // Apps send with a new name what has not changed.
      const isOpened = open !== null && open !== playlist.open
      if (isOpened || users !== null) requireOwner(member, playlist)
      await store.change(playlist.number, {
        name: name === null ? null : requireName(name),
        open,
        users: users && requireUsers(member, playlist.ownerId, users),
        parts: ids && (await playlistParts(deps, member, ids, ask)),
      })
      return changed(member, playlist)
    },

    /** At its end; what is in it already stays where it is. */
    async add(
      member: User,
      input: ForUser & { readonly playlistId: string; readonly itemIds: readonly string[] },
      ask: Ask,
    ): Promise<Playlist> {
      requireSelf(member, input.userId)
      const playlist = await finder.requireEditable(member, input.playlistId)
      await store.add(playlist.number, await playlistParts(deps, member, input.itemIds, ask))
      return changed(member, playlist)
    },

    /** Unknown entries do nothing. */
    async remove(
      member: User,
      input: { readonly playlistId: string; readonly entryIds: readonly string[] },
    ): Promise<Playlist> {
      const playlist = await finder.requireEditable(member, input.playlistId)
      const entries = input.entryIds.flatMap((id) => readEntryId(id) ?? [])
      await store.remove(playlist.number, entries)
      return changed(member, playlist)
    },

    /** To a position from 0; one beyond the end is the last. */
    async move(
      member: User,
      input: { readonly playlistId: string; readonly entryId: string; readonly position: number },
    ): Promise<Playlist> {
      const playlist = await finder.requireEditable(member, input.playlistId)
      const entry = readEntryId(input.entryId)
      if (entry === null || !(await store.move(playlist.number, entry, input.position))) {
        throw new AppError('NOT_FOUND', 'There is no such entry in this playlist.')
      }
      return changed(member, playlist)
    },

    /** By its owner. */
    async share(member: User, input: ShareInput & { readonly playlistId: string }) {
      const playlist = await finder.requireOwned(member, input.playlistId)
      const [wanted] = requireUsers(member, playlist.ownerId, [toShare(input)])
      if (wanted) await store.share(playlist.number, wanted)
      return changed(member, playlist)
    },

    /** By its owner, or by those themselves whom it is shared with. */
    async unshare(
      member: User,
      { playlistId, userId }: { readonly playlistId: string; readonly userId: string },
    ): Promise<true> {
      const playlist = await finder.requireById(member, playlistId)
      if (userId !== member.profile.id) requireOwner(member, playlist)
      if (!(await store.unshare(playlist.number, userId))) {
        throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
      }
      publish(member)
      return true
    },

    /** By its owner. */
    async delete(member: User, playlistId: string): Promise<true> {
      const { number } = await finder.requireOwned(member, playlistId)
      await store.delete(number)
      publish(member)
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
