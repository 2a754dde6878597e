import type { HistoryKey } from './history-store.ts'

/** Whom a playlist is shared with, beside its owner. */
export type PlaylistUser = { readonly profileId: string; readonly canEdit: boolean }

export type StoredPlaylist = {
  readonly rowId: number
  readonly configuration: number
  /** Profile that it belongs to. */
  readonly ownerId: string
  readonly name: string
  /** Whether everybody in the household sees it. */
  readonly open: boolean
  readonly users: readonly PlaylistUser[]
  /** How many titles are in it. */
  readonly entries: number
  readonly runtimeMs: number
  /** Addresses, of the first title that has one. */
  readonly picture: string | null
  readonly backdrop: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export type NewPlaylist = Pick<
  StoredPlaylist,
  'configuration' | 'ownerId' | 'name' | 'open' | 'users'
>

/** A film, episode or video, with what is shown of it when no source knows it any more. */
export type PlaylistPart = Omit<HistoryKey, 'aliases'>

export type PlaylistEntry = PlaylistPart & { readonly number: number }

/** Null: stays as it is. */
export type PlaylistChange = {
  readonly name: string | null
  readonly open: boolean | null
  readonly users: readonly PlaylistUser[] | null
  readonly parts: readonly PlaylistPart[] | null
}

/** Each change is one transaction that holds the playlist. Changes of a playlist that is gone throw NOT_FOUND. */
export type PlaylistStore = {
  /** Answers its number. Throws BAD_REQUEST beyond the bounds. */
  create(playlist: NewPlaylist, parts: readonly PlaylistPart[]): Promise<number>
  find(configuration: number, number: number): Promise<StoredPlaylist | null>
  /** Those that the profile owns or that are open or shared with it, the newest first. */
  visible(configuration: number, profileId: string): Promise<readonly StoredPlaylist[]>
  /** A part of the entries in their order; limit null: all from there on. */
  entries(
    playlist: number,
    page: { start: number; limit: number | null },
  ): Promise<readonly PlaylistEntry[]>
  change(playlist: number, change: PlaylistChange): Promise<void>
  /** At its end; what is in it already stays where it is. Throws BAD_REQUEST beyond the bounds. */
  add(playlist: number, parts: readonly PlaylistPart[]): Promise<void>
  /** Unknown numbers do nothing. */
  remove(playlist: number, entries: readonly number[]): Promise<void>
  /** To a position from 0; one beyond the end is the last. False: there is no such entry. */
  move(playlist: number, entry: number, position: number): Promise<boolean>
  share(playlist: number, user: PlaylistUser): Promise<void>
  /** False: it was not shared with them. */
  unshare(playlist: number, profileId: string): Promise<boolean>
  setFavorite(playlist: number, profileId: string, favorite: boolean): Promise<void>
  /** Those of these playlists that are favourites of the profile. */
  favorites(profileId: string, playlists: readonly number[]): Promise<ReadonlySet<number>>
  /** How many titles of each playlist this history says were played. */
  played(historyNumber: number, playlists: readonly number[]): Promise<ReadonlyMap<number, number>>
  delete(playlist: number): Promise<void>
  /** Removes what belongs to, or is shared with, profiles that are gone. */
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
  /** Everything that a removed configuration leaves behind. */
  forget(configuration: number): Promise<void>
}
