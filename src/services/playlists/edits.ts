import { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import type { ListKind, PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import type { Ask } from '../library/deps.ts'
import { requireEdit, requireOwner, requireSelf, requireUsers } from './access.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'
import { listRef, readEntryId } from './playlist-items.ts'
import { placeAmongSeen, playlistParts, requireFew, unseenParts } from './playlist-parts.ts'
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
    { kind, configuration, rowId }: Pick<StoredPlaylist, 'kind' | 'configuration' | 'rowId'>,
  ): Promise<Playlist> {
    publish(user)
    const stored = await finder.require(user, listRef({ configuration }, kind, rowId))
    return toPlaylists(user, [stored], itemIds)[0]!
  }

  /** Only for the owner; collections also for the first user of the household. Deletes nothing unless it may delete all. */
  async function deleteAll(user: User, lists: readonly StoredPlaylist[]): Promise<true> {
    for (const list of lists) requireOwner(user, list)
    for (const rowId of new Set(lists.map((list) => list.rowId))) await store.delete(rowId)
    publish(user)
    return true
  }

  return {
    async create(user: User, input: PlaylistInput & ForUser, ask: Ask): Promise<Playlist> {
      requireSelf(user, input.userId)
      const { configuration, profile } = user
      const name = requireName(input.name, 'playlist')
      const users = requireUsers(user, profile.id, input.users.map(toShare))
      const parts = await playlistParts(deps, user, input.itemIds, ask)
      const kind = 'playlist'
      const made = {
        kind,
        configuration,
        ownerId: profile.id,
        name,
        open: input.open,
        users,
      } as const
      const rowId = await store.create(made, parts)
      return changed(user, { kind, configuration, rowId })
    },

    /** Editors may change name and titles; only the owner, whether it is open. Titles that the editor does not see stay, at the end. */
    async update(user: User, edit: PlaylistEdit, ask: Ask): Promise<Playlist> {
      const playlist = await finder.requireEditable(user, edit.playlistId)
      const { name = null, itemIds: ids = null, open = null } = edit
      const users = edit.users?.map(toShare) ?? null
      // Apps send unchanged fields along with a new name.
      const isOpened = open !== null && open !== playlist.open
      if (isOpened || users !== null) requireOwner(user, playlist)
      await store.change(playlist.rowId, {
        name: name === null ? null : requireName(name, 'playlist'),
        open,
        users: users && requireUsers(user, playlist.ownerId, users),
        parts: ids && [
          ...(await playlistParts(deps, user, ids, ask)),
          ...(await unseenParts(deps, user, playlist.rowId)),
        ],
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
      requireFew(input.entryIds)
      const entries = input.entryIds.flatMap((id) => readEntryId(id) ?? [])
      await store.remove(playlist.rowId, entries)
      return changed(user, playlist)
    },

    /** Positions start at 0, among what the user sees; one beyond the end means the last. */
    async move(
      user: User,
      input: { readonly playlistId: string; readonly entryId: string; readonly position: number },
    ): Promise<Playlist> {
      const playlist = await finder.requireEditable(user, input.playlistId)
      if (input.position < 0) throw new AppError('BAD_REQUEST', 'position must not be negative.')
      const entry = readEntryId(input.entryId)
      const position = await placeAmongSeen(deps, user, playlist.rowId, input.position)
      if (entry === null || !(await store.move(playlist.rowId, entry, position))) {
        throw new AppError('NOT_FOUND', 'There is no such entry in this playlist.')
      }
      return changed(user, playlist)
    },

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

    /** For a playlist or a collection. */
    async rename(user: User, list: StoredPlaylist, name: string | null): Promise<Playlist> {
      requireEdit(user, list)
      if (name !== null) {
        const change = { open: null, users: null, parts: null }
        await store.change(list.rowId, { ...change, name: requireName(name, list.kind) })
      }
      return changed(user, list)
    },

    delete: async (user: User, id: string): Promise<true> =>
      deleteAll(user, [await finder.requireOwned(user, id)]),

    deleteAll,
  }
}

function toShare({ userId, canEdit }: ShareInput): PlaylistUser {
  return { profileId: userId, canEdit }
}

export function requireName(text: string, kind: ListKind): string {
  const name = text.trim()
  if (name === '') throw new AppError('BAD_REQUEST', `A ${kind} needs a name.`)
  if (name.length <= maxName) return name
  throw new AppError(
    'BAD_REQUEST',
    `The name of a ${kind} may have at most ${maxName} characters; this one has ${name.length}.`,
  )
}
