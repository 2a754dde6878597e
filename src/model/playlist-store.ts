import type { HistoryKey } from './history-store.ts'

export type PlaylistUser = { readonly profileId: string; readonly canEdit: boolean }

/** A collection holds titles, series among them, and is open to its household. */
export const listKinds = ['playlist', 'collection'] as const

export type ListKind = (typeof listKinds)[number]

export type StoredPlaylist = {
  readonly rowId: number
  readonly kind: ListKind
  readonly configuration: number
  readonly ownerId: string
  readonly name: string
  readonly open: boolean
  readonly users: readonly PlaylistUser[]
  readonly entries: number
  readonly runtimeMs: number
  readonly picture: string | null
  readonly backdrop: string | null
  readonly createdAt: number
}

export type NewPlaylist = Pick<
  StoredPlaylist,
  'kind' | 'configuration' | 'ownerId' | 'name' | 'open' | 'users'
>

export type PlaylistPart = Omit<HistoryKey, 'aliases'>

export type PlaylistEntry = PlaylistPart & { readonly number: number }

export type PlaylistSize = Pick<StoredPlaylist, 'rowId' | 'entries'>

/** By the playlist's `rowId`; one without entries may be missing. */
export type EntriesOfPlaylists = ReadonlyMap<number, readonly PlaylistEntry[]>

export type PlaylistChange = {
  readonly name: string | null
  readonly open: boolean | null
  readonly users: readonly PlaylistUser[] | null
  readonly parts: readonly PlaylistPart[] | null
}

/** Each change is one transaction that locks the playlist; changes of a missing playlist throw NOT_FOUND. */
export type PlaylistStore = {
  /** Throws BAD_REQUEST beyond the bounds. */
  create(playlist: NewPlaylist, parts: readonly PlaylistPart[]): Promise<number>
  find(configuration: number, number: number): Promise<StoredPlaylist | null>
  /** Owned by the profile, open, or shared with it; newest first. */
  visible(configuration: number, profileId: string): Promise<readonly StoredPlaylist[]>
  entries(
    playlist: number,
    page: { start: number; limit: number | null },
  ): Promise<readonly PlaylistEntry[]>
  /** All entries in their order, of some thousands at a time. */
  groups(playlists: readonly PlaylistSize[]): AsyncIterable<EntriesOfPlaylists>
  change(playlist: number, change: PlaylistChange): Promise<void>
  /** Appends; what is in it already stays in place. Throws BAD_REQUEST beyond the bounds. */
  add(playlist: number, parts: readonly PlaylistPart[]): Promise<void>
  remove(playlist: number, entries: readonly number[]): Promise<void>
  /** Counted from 0; beyond the end means last. False: there is no such entry. */
  move(playlist: number, entry: number, position: number): Promise<boolean>
  share(playlist: number, user: PlaylistUser): Promise<void>
  unshare(playlist: number, profileId: string): Promise<boolean>
  setFavorite(playlist: number, profileId: string, favorite: boolean): Promise<void>
  favorites(profileId: string, playlists: readonly number[]): Promise<ReadonlySet<number>>
  played(
    historyId: number,
    playlists: readonly PlaylistSize[],
  ): Promise<ReadonlyMap<number, number>>
  /** What `played` counts, in no order. */
  playedGroups(
    historyId: number,
    playlists: readonly PlaylistSize[],
  ): AsyncIterable<EntriesOfPlaylists>
  delete(playlist: number): Promise<void>
  /** Removes what belongs to, or is shared with, profiles that are gone. */
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
  forget(configuration: number): Promise<void>
}
