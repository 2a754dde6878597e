import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import { listKinds } from '../../model/playlist-store.ts'
import type {
  ListKind,
  PlaylistEntry,
  PlaylistSize,
  StoredPlaylist,
} from '../../model/playlist-store.ts'
import type { WatchState } from '../../model/watch.ts'
import { untouched } from '../../model/watch.ts'
import type { Ask, ItemReader } from '../library/deps.ts'
import { maySee } from './access.ts'
import { filterAndSort, isPlain } from './lists.ts'
import {
  asWatched,
  entryIdOf,
  isListRef,
  listsItem,
  listsNumber,
  playlistItem,
  playlistState,
} from './playlist-items.ts'
import type { PlaylistOptions } from './options.ts'
import { createSeenLists } from './seen-lists.ts'

export type PlaylistViews = ReturnType<typeof createPlaylistViews>

export function createPlaylistViews({
  store,
  history,
  histories,
  library,
}: Omit<PlaylistOptions, 'events'>) {
  const seenLists = createSeenLists({ store, library })

  async function visible(user: ItemReader, kind?: ListKind): Promise<readonly StoredPlaylist[]> {
    const found = await store.visible(user.configuration, user.profile.id)
    const seen = found.filter(
      (list) => (kind === undefined || list.kind === kind) && maySee(user, list),
    )
    return seenLists.allShown(user, seen)
  }

  async function states(user: User, items: readonly LibraryItem[]): Promise<readonly WatchState[]> {
    const lists = items.filter(({ ref }) => isListRef(ref) && ref.number !== listsNumber)
    if (lists.length === 0) return history.states(user, items)
    const others = items.filter((item) => !lists.includes(item))
    const known = (await history.states(user, others)).values()
    const playlists = lists.filter(({ kind }) => kind === 'playlist')
    const { configuration, profile } = user
    const historyId = await histories.historyIdOf(configuration, profile.historyOwner)
    const [favorites, played] = await Promise.all([
      store.favorites(
        profile.id,
        lists.map(({ ref }) => ref.number),
      ),
      seenLists.played(user, historyId, playlists.map(sizeOf)),
    ])
    return items.map((item) => {
      if (!lists.includes(item)) return known.next().value!
      const { number } = item.ref
      if (item.kind === 'collection') return { ...untouched, favorite: favorites.has(number) }
      return playlistState(item, played.get(number) ?? 0, favorites.has(number))
    })
  }

  /** As in the sources' lists, else as they were when added. Asks no source for a single title. */
  async function entryItems(
    user: User,
    entries: readonly PlaylistEntry[],
    ask: Ask,
  ): Promise<readonly LibraryItem[]> {
    if (entries.length === 0) return []
    // Loads the catalogs into memory.
    await library.libraries(user, { hidden: true }, ask)
    const found = await library.ofEntries(user, entries.map(asWatched))
    return found.flatMap((item, index) =>
      item ? { ...item, entryId: entryIdOf(entries[index]!) } : [],
    )
  }

  async function libraries(
    user: ItemReader,
    ask: Ask,
    kind?: ListKind,
  ): Promise<readonly LibraryItem[]> {
    const [all, sets] = await Promise.all([
      visible(user, kind),
      kind === 'playlist' ? [] : library.sets(user, ask),
    ])
    return librariesOf(user, all, sets.length)
  }

  return {
    states,
    visible,
    shown: seenLists.shown,

    async allTitles(user: User, rowId: number, ask: Ask): Promise<readonly LibraryItem[]> {
      return entryItems(user, await store.entries(rowId, { start: 0, limit: null }), ask)
    },

    libraries: (user: ItemReader, ask: Ask) => libraries(user, ask),

    /** Null for a user without any list of the kind. */
    async library(user: ItemReader, kind: ListKind, ask: Ask): Promise<LibraryItem | null> {
      return (await libraries(user, ask, kind)).find(({ ref }) => ref.kind === kind) ?? null
    },

    /** Playlists that the caller may see, newest first by default, or the library of all if an id names it. */
    async listed(user: User, query: ItemQuery, ask: Ask, kind?: ListKind): Promise<ItemPage> {
      const { ids, kinds } = query
      const hasSets = kind !== 'playlist' && (kinds?.includes('collection') ?? true)
      const sets = hasSets ? await library.sets(user, ask) : []
      const all = await visible(user, kind)
      const libraries = librariesOf(user, all, sets.length)
      const items = all.map((one) => playlistItem(user, user, one))
      const named = ids
        ? [...libraries, ...items].filter(({ ref }) => ids.some((id) => isSameRef(id, ref)))
        : [...items, ...sets]
      return filterAndSort(named, query, (some) => states(user, some))
    },

    async titlesOf(
      user: User,
      { rowId, entries: total }: StoredPlaylist,
      query: ItemQuery,
      ask: Ask,
    ): Promise<ItemPage> {
      const { start, limit } = query
      if (isPlain(query) && !library.isLimited(user)) {
        const page = limit === 0 ? [] : await store.entries(rowId, { start, limit })
        return { items: await entryItems(user, page, ask), total, start }
      }
      const all = await store.entries(rowId, { start: 0, limit: null })
      const items = await entryItems(user, all, ask)
      return filterAndSort(items, query, (some) => states(user, some))
    },
  }
}

/** A library for each kind of list of which there are any. */
function librariesOf(
  user: ItemReader,
  lists: readonly StoredPlaylist[],
  sets: number,
): readonly LibraryItem[] {
  return listKinds.flatMap((kind) => {
    const own = lists.filter((list) => list.kind === kind)
    const size = own.length + (kind === 'collection' ? sets : 0)
    return size > 0 ? [listsItem(user, kind, size)] : []
  })
}

function sizeOf({ ref, counts }: LibraryItem): PlaylistSize {
  return { rowId: ref.number, entries: counts.children ?? 0 }
}
