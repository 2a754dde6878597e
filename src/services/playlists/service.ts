import { AppError } from '../../core/errors.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Household, Member } from '../../model/member.ts'
import type { PlaylistPart, PlaylistUser, StoredPlaylist } from '../../model/playlist-store.ts'
import type { WatchState } from '../../model/watch.ts'
import type { HistoryService } from '../history/history.ts'
import { keyOf, titleKeyOf } from '../history/keys.ts'
import { findItem } from '../library/find-item.ts'
import { bare } from '../library/bare-items.ts'
import type { Ask } from '../library/library.ts'
import { playableParts } from '../library/playable-parts.ts'
import { maySee, requireEdit, requireOwner, requireUsers } from './access.ts'
import { createPlaylistViews } from './views.ts'
import type { PlaylistOptions } from './options.ts'
import { playlistItem, playlistRef, readEntryId, shelfNumber } from './playlist-items.ts'

const maxName = 200
const maxNamed = 2_000
/** Items whose sources are asked at the same time. */
const atOnce = 8

export type PlaylistService = ReturnType<typeof createPlaylistService>

/** What a new playlist is made of, or what changes of one. */
export type PlaylistInput = {
  readonly name: string
  readonly open: boolean
  readonly users: readonly PlaylistUser[]
  /** Null for what is no id of this configuration. */
  readonly items: readonly (ItemRef | null)[]
}

/** Null: stays as it is. */
export type PlaylistEdit = { readonly [K in keyof PlaylistInput]: PlaylistInput[K] | null }

/** Lists of titles that people make and share. What one may not see answers like what does not exist. */
export function createPlaylistService(options: PlaylistOptions) {
  const { store, history, library, events } = options
  const views = createPlaylistViews(options)

  function tell({ configuration }: Member): void {
    events.publish({ kind: 'library', configuration })
  }

  /** To everybody who reads the same history. */
  function tellWatched({ configuration, profile, profiles }: Member, { ref }: LibraryItem): void {
    const profileIds = profiles
      .filter(({ historyId }) => historyId === profile.historyId)
      .map(({ id }) => id)
    events.publish({ kind: 'watched', configuration, profileIds, items: [ref] })
  }

  async function find(member: Member, ref: ItemRef): Promise<StoredPlaylist | null> {
    if (ref.kind !== 'playlist' || ref.number === shelfNumber) return null
    const found = await store.find(member.configuration, ref.number)
    return found && maySee(member, found) ? found : null
  }

  async function require(member: Member, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await find(member, ref)
    if (found) return found
    throw unknownPlaylist()
  }

  async function requireEditable(member: Member, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await require(member, ref)
    requireEdit(member, found)
    return found
  }

  async function requireOwn(member: Member, ref: ItemRef): Promise<StoredPlaylist> {
    const found = await require(member, ref)
    requireOwner(member, found)
    return found
  }

  /** Items with what belongs to them, where a playlist stands for its titles. Unknown ones are left out, as apps expect. */
  async function partsOf(
    member: Member,
    refs: PlaylistInput['items'],
    ask: Ask,
  ): Promise<readonly PlaylistPart[]> {
    if (refs.length > maxNamed) {
      throw new AppError('BAD_REQUEST', `Name at most ${maxNamed} items at once.`)
    }
    const parts: PlaylistPart[] = []
    for (let start = 0; start < refs.length; start += atOnce) {
      const some = refs.slice(start, start + atOnce)
      const found = await Promise.all(some.map((ref) => partsOfOne(member, ref, ask)))
      parts.push(...found.flat())
    }
    if (parts.length > 0 || refs.length === 0) return parts
    throw new AppError(
      'NOT_FOUND',
      'Nothing of what is named can stand in a playlist: films, series, seasons, episodes, videos and playlists can.',
    )
  }

  async function partsOfOne(member: Member, ref: ItemRef | null, ask: Ask) {
    if (ref === null) return []
    if (ref.kind === 'playlist') {
      const own = await find(member, ref)
      return own ? store.entries(own.number, { start: 0, limit: null }) : []
    }
    const item = await findItem(library, member, ref, ask)
    return item ? (await playableParts(library, member, item, ask)).map(keyOf) : []
  }

  async function setPlayed(
    member: Member,
    item: LibraryItem,
    played: boolean,
    { at, episodes }: Parameters<HistoryService['setPlayed']>[3],
  ): Promise<WatchState> {
    const byTitle = Map.groupBy(episodes, titleKeyOf)
    for (const parts of byTitle.values()) {
      const [first] = parts as [LibraryItem, ...LibraryItem[]]
      const title = first.series ? seriesOf(first, first.series) : first
      await history.setPlayed(member, title, played, { at, episodes: first.series ? parts : [] })
    }
    tellWatched(member, item)
    return (await views.states(member, [item]))[0]!
  }

  return {
    ...views,
    find,
    require,
    setPlayed,

    async create(member: Member, input: PlaylistInput, ask: Ask): Promise<StoredPlaylist> {
      const { configuration, profile } = member
      const name = requireName(input.name)
      const users = requireUsers(member, profile.id, input.users)
      const parts = await partsOf(member, input.items, ask)
      const made = { configuration, ownerId: profile.id, name, open: input.open, users }
      const number = await store.create(made, parts)
      tell(member)
      return require(member, playlistRef(member, number))
    },

    /** Its name and titles by those who may edit it, whom it is open to by its owner. */
    async update(member: Member, ref: ItemRef, edit: PlaylistEdit, ask: Ask) {
      const playlist = await requireEditable(member, ref)
      const { number, ownerId } = playlist
      // Apps send with a new name what has not changed.
      const isOpened = edit.open !== null && edit.open !== playlist.open
      if (isOpened || edit.users !== null) requireOwner(member, playlist)
      await store.change(number, {
        name: edit.name === null ? null : requireName(edit.name),
        open: edit.open,
        users: edit.users && requireUsers(member, ownerId, edit.users),
        parts: edit.items && (await partsOf(member, edit.items, ask)),
      })
      tell(member)
      return require(member, ref)
    },

    async add(member: Member, ref: ItemRef, items: PlaylistInput['items'], ask: Ask) {
      const { number } = await requireEditable(member, ref)
      await store.add(number, await partsOf(member, items, ask))
      tell(member)
      return require(member, ref)
    },

    async remove(member: Member, ref: ItemRef, entryIds: readonly string[]) {
      const { number } = await requireEditable(member, ref)
      await store.remove(
        number,
        entryIds.flatMap((id) => readEntryId(id) ?? []),
      )
      tell(member)
      return require(member, ref)
    },

    async move(member: Member, ref: ItemRef, entryId: string, position: number) {
      const { number } = await requireEditable(member, ref)
      const entry = readEntryId(entryId)
      if (entry === null || !(await store.move(number, entry, position))) {
        throw new AppError('NOT_FOUND', 'There is no such entry in this playlist.')
      }
      tell(member)
      return require(member, ref)
    },

    async share(member: Member, ref: ItemRef, user: PlaylistUser) {
      const { number, ownerId } = await requireOwn(member, ref)
      const [wanted] = requireUsers(member, ownerId, [user])
      if (wanted) await store.share(number, wanted)
      tell(member)
      return require(member, ref)
    },

    /** By its owner, or by those themselves whom it is shared with. */
    async unshare(member: Member, ref: ItemRef, profileId: string): Promise<void> {
      const playlist = await require(member, ref)
      if (profileId !== member.profile.id) requireOwner(member, playlist)
      if (!(await store.unshare(playlist.number, profileId))) {
        throw new AppError('NOT_FOUND', 'The playlist is not shared with this user.')
      }
      tell(member)
    },

    async delete(member: Member, ref: ItemRef): Promise<void> {
      const { number } = await requireOwn(member, ref)
      await store.delete(number)
      tell(member)
    },

    async setFavorite(member: Member, item: LibraryItem, favorite: boolean): Promise<WatchState> {
      const { number } = await require(member, item.ref)
      await store.setFavorite(number, member.profile.id, favorite)
      tellWatched(member, item)
      return (await views.states(member, [item]))[0]!
    },

    /** For its picture, whose address alone admits. */
    async ofHousehold(household: Household, { number }: ItemRef): Promise<LibraryItem | null> {
      const found = await store.find(household.configuration, number)
      return found && playlistItem(household, null, found)
    },

    /** Forgets what belonged to people who are no longer of the household. */
    forgetOthers: ({ configuration, profiles }: Household): Promise<void> =>
      store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      ),

    async titles(member: Member, ref: ItemRef, query: ItemQuery, ask: Ask): Promise<ItemPage> {
      return views.titlesOf(member, await require(member, ref), query, ask)
    },
  }
}

/** The series of an episode, as far as the episode tells of it. */
function seriesOf(
  { mediaType }: LibraryItem,
  { ref, key, name, ids }: NonNullable<LibraryItem['series']>,
): LibraryItem {
  return { ...bare(ref, 'series', name), key, ids, mediaType }
}

export function unknownPlaylist(): AppError {
  return new AppError('NOT_FOUND', 'There is no such playlist.')
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
