import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { PlaylistEntry, StoredPlaylist } from '../../model/playlist-store.ts'
import type { WatchState } from '../../model/watch.ts'
import type { Ask, ItemReader } from '../library/deps.ts'
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

/** How playlists and their titles are shown. */
export function createPlaylistViews({
  store,
  history,
  histories,
  library,
}: Omit<PlaylistOptions, 'events'>) {
  async function visible(member: ItemReader): Promise<readonly StoredPlaylist[]> {
    return store.visible(member.configuration, member.profile.id)
  }

  /** Of any items, playlists among them, in their order. */
  async function states(
    member: User,
    items: readonly LibraryItem[],
  ): Promise<readonly WatchState[]> {
    const playlists = items.filter(({ kind }) => kind === 'playlist')
    if (playlists.length === 0) return history.states(member, items)
    const others = items.filter(({ kind }) => kind !== 'playlist')
    const known = (await history.states(member, others)).values()
    const numbers = playlists.map(({ ref }) => ref.number)
    const { configuration, profile } = member
    const viewer = await histories.viewer(configuration, profile.historyId)
    const [favorites, played] = await Promise.all([
      store.favorites(profile.id, numbers),
      store.played(viewer, numbers),
    ])
    return items.map((item) => {
      if (item.kind !== 'playlist') return known.next().value!
      const { number } = item.ref
      return playlistState(item, played.get(number) ?? 0, favorites.has(number))
    })
  }

  /** As sources know them now, else as they were when they were added. No source is asked for one of them. */
  async function entryItems(
    member: User,
    entries: readonly PlaylistEntry[],
    ask: Ask,
  ): Promise<readonly LibraryItem[]> {
    if (entries.length === 0) return []
    // What the catalogs list is then in memory.
    await library.libraries(member, { hidden: true }, ask)
    const found = await library.ofEntries(member, entries.map(asWatched))
    return found.flatMap((item, index) =>
      item ? { ...item, entryId: entryIdOf(entries[index]!) } : [],
    )
  }

  return {
    states,
    visible,

    item: (member: ItemReader, playlist: StoredPlaylist): LibraryItem =>
      playlistItem(member, member, playlist),

    /** The library of all playlists; null for somebody who has none. */
    async library(member: ItemReader): Promise<LibraryItem | null> {
      const all = await visible(member)
      return all.length > 0 ? playlistsItem(member, all) : null
    },

    /** The playlists that the member may see, the newest first unless another order is asked for; the library of them where an id names it. */
    async listed(member: User, query: ItemQuery): Promise<ItemPage> {
      const { ids } = query
      const all = await visible(member)
      const items = all.map((one) => playlistItem(member, member, one))
      const named =
        ids && all.length > 0
          ? [playlistsItem(member, all), ...items].filter(({ ref }) =>
              ids.some((id) => isSameRef(id, ref)),
            )
          : items
      return arrange(named, query, (some) => states(member, some))
    },

    async titlesOf(
      member: User,
      { number, entries: total }: StoredPlaylist,
      query: ItemQuery,
      ask: Ask,
    ): Promise<ItemPage> {
      const { start, limit } = query
      if (isPlain(query)) {
        const page = limit === 0 ? [] : await store.entries(number, { start, limit })
        return { items: await entryItems(member, page, ask), total, start }
      }
      const all = await store.entries(number, { start: 0, limit: null })
      const items = await entryItems(member, all, ask)
      return arrange(items, query, (some) => states(member, some))
    },
  }
}
