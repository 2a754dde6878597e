import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { PlaylistEntry, StoredPlaylist } from '../../model/playlist-store.ts'
import type { WatchState } from '../../model/watch.ts'
import type { Ask, ItemReader } from '../library/deps.ts'
import { maySee } from './access.ts'
import { arrange, isPlain } from './lists.ts'
import {
  asWatched,
  entryIdOf,
  playlistItem,
  playlistState,
  playlistsItem,
} from './playlist-items.ts'
import type { PlaylistOptions } from './options.ts'

export type PlaylistViews = ReturnType<typeof createPlaylistViews>

export function createPlaylistViews({
  store,
  history,
  histories,
  library,
}: Omit<PlaylistOptions, 'events'>) {
  async function visible(user: ItemReader): Promise<readonly StoredPlaylist[]> {
    const found = await store.visible(user.configuration, user.profile.id)
    return found.filter((playlist) => maySee(user, playlist))
  }

  async function states(user: User, items: readonly LibraryItem[]): Promise<readonly WatchState[]> {
    const playlists = items.filter(({ kind }) => kind === 'playlist')
    if (playlists.length === 0) return history.states(user, items)
    const others = items.filter(({ kind }) => kind !== 'playlist')
    const known = (await history.states(user, others)).values()
    const numbers = playlists.map(({ ref }) => ref.number)
    const { configuration, profile } = user
    const historyId = await histories.historyIdOf(configuration, profile.historyOwner)
    const [favorites, played] = await Promise.all([
      store.favorites(profile.id, numbers),
      store.played(historyId, numbers),
    ])
    return items.map((item) => {
      if (item.kind !== 'playlist') return known.next().value!
      const { number } = item.ref
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

  return {
    states,
    visible,

    item: (user: ItemReader, playlist: StoredPlaylist): LibraryItem =>
      playlistItem(user, user, playlist),

    /** The library of all playlists; null for a user without any. */
    async library(user: ItemReader): Promise<LibraryItem | null> {
      const all = await visible(user)
      return all.length > 0 ? playlistsItem(user, all) : null
    },

    /** Playlists that the caller may see, newest first by default, or the library of all if an id names it. */
    async listed(user: User, query: ItemQuery): Promise<ItemPage> {
      const { ids } = query
      const all = await visible(user)
      const items = all.map((one) => playlistItem(user, user, one))
      const named =
        ids && all.length > 0
          ? [playlistsItem(user, all), ...items].filter(({ ref }) =>
              ids.some((id) => isSameRef(id, ref)),
            )
          : items
      return arrange(named, query, (some) => states(user, some))
    },

    async titlesOf(
      user: User,
      { rowId, entries: total }: StoredPlaylist,
      query: ItemQuery,
      ask: Ask,
    ): Promise<ItemPage> {
      const { start, limit } = query
      if (isPlain(query)) {
        const page = limit === 0 ? [] : await store.entries(rowId, { start, limit })
        return { items: await entryItems(user, page, ask), total, start }
      }
      const all = await store.entries(rowId, { start: 0, limit: null })
      const items = await entryItems(user, all, ask)
      return arrange(items, query, (some) => states(user, some))
    },
  }
}
