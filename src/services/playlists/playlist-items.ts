import { sortNameOf } from '../../library/names.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household, User } from '../../model/household.ts'
import type { ListKind, PlaylistEntry, StoredPlaylist } from '../../model/playlist-store.ts'
import type { WatchEntry, WatchState } from '../../model/watch.ts'
import { untouched } from '../../model/watch.ts'
import { bare } from '../../library/items/bare-item.ts'
import { mayDelete } from './access.ts'

/** In place of a list's number: the library of all lists of its kind. */
export const listsNumber = 0

const libraryOf = {
  playlist: { name: 'Playlists', collectionType: 'playlists' },
  collection: { name: 'Collections', collectionType: 'boxsets' },
} as const satisfies Record<ListKind, Pick<LibraryItem, 'name' | 'collectionType'>>

export function isListRef(
  ref: ItemRef | null,
): ref is ItemRef & { readonly kind: StoredPlaylist['kind'] } {
  return ref?.kind === 'playlist' || ref?.kind === 'collection'
}

export function listRef(
  { configuration }: Pick<Household, 'configuration'>,
  kind: ListKind,
  number: number,
) {
  const ref = { configuration, kind, space: 'opaque', number } as const
  return { ...ref, season: null, episode: null, version: 0 } satisfies ItemRef
}

export function listsItem(household: Household, kind: ListKind, size: number): LibraryItem {
  const { name, collectionType } = libraryOf[kind]
  const item = bare(listRef(household, kind, listsNumber), 'library', name)
  return {
    ...item,
    key: `${kind}s`,
    collectionType,
    counts: { children: size, episodes: null },
  }
}

export function playlistItem(
  household: Household,
  user: Pick<User, 'profile'> | null,
  playlist: StoredPlaylist,
): LibraryItem {
  const { rowId, kind, name, entries, runtimeMs, picture, backdrop, createdAt } = playlist
  const item = bare(listRef(household, kind, rowId), kind, name)
  return {
    ...item,
    key: `${kind}:${rowId}`,
    sortName: sortNameOf(name),
    runtimeMs: kind === 'playlist' ? runtimeMs : null,
    addedAt: createdAt,
    contentAddedAt: createdAt,
    images: { ...item.images, primary: picture, backdrop },
    aspectRatio: picture === null ? null : 2 / 3,
    parent: listRef(household, kind, listsNumber),
    counts: { children: entries, episodes: null },
    detailed: true,
    canDelete: user !== null && mayDelete(user, playlist),
  }
}

/** As many hexadecimal digits as other ids, since some apps require that. */
export function entryIdOf({ number }: Pick<PlaylistEntry, 'number'>): string {
  return number.toString(16).padStart(32, '0')
}

export function readEntryId(text: string): number | null {
  const hex = text.replaceAll('-', '')
  return /^0{19}[\da-f]{13}$/i.test(hex) ? Number.parseInt(hex, 16) : null
}

/** As a history entry, so that titles without a source are shown the same way. */
export function asWatched(entry: PlaylistEntry): WatchEntry {
  const nothing = { sortAt: 0, origin: 'local', tracker: null, storedKey: '' } as const
  return { ...entry, ...untouched, ...nothing, rowId: entry.number }
}

export function playlistState(
  { counts: { children } }: LibraryItem,
  played: number,
  favorite: boolean,
): WatchState {
  const total = children ?? 0
  const left = Math.max(0, total - played)
  return {
    ...untouched,
    favorite,
    played: total > 0 && left === 0,
    unplayed: left,
    percentage: played > 0 && total > 0 ? (100 * (total - left)) / total : null,
  }
}
