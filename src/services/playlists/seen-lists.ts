import type { User } from '../../model/household.ts'
import type {
  EntriesOfPlaylists,
  PlaylistEntry,
  PlaylistSize,
  StoredPlaylist,
} from '../../model/playlist-store.ts'
import type { ItemReader } from '../library/deps.ts'
import type { PlaylistOptions } from './options.ts'

/** Lists without the titles that a user may not watch. */
export function createSeenLists({ store, library }: Pick<PlaylistOptions, 'store' | 'library'>) {
  /** As the user sees it; null for a collection of which they may watch nothing. */
  async function shown(user: ItemReader, list: StoredPlaylist): Promise<StoredPlaylist | null> {
    const [seen] = await allShown(user, [list])
    return seen ?? null
  }

  /** Without collections of which the user may watch nothing. */
  async function allShown(
    user: ItemReader,
    lists: readonly StoredPlaylist[],
  ): Promise<readonly StoredPlaylist[]> {
    const seen = await allAsSeen(user, lists)
    return seen.filter((one, index) => isLeft(lists[index]!, one))
  }

  async function asSeen(user: ItemReader, playlist: StoredPlaylist): Promise<StoredPlaylist> {
    const [seen] = await allAsSeen(user, [playlist])
    return seen!
  }

  /** Their pictures, length and size are those of all their titles, of which the user may not watch some. */
  async function allAsSeen(
    user: ItemReader,
    playlists: readonly StoredPlaylist[],
  ): Promise<readonly StoredPlaylist[]> {
    if (!library.isLimited(user)) return playlists
    const all = await store.entriesOf(playlists)
    const left = await seenOf(user, all)
    return playlists.map((playlist) => {
      const { rowId } = playlist
      const own = left.get(rowId) ?? []
      return own.length === (all.get(rowId) ?? []).length ? playlist : reduced(playlist, own)
    })
  }

  /** All are decided together: each decision may wait for ratings. */
  async function seenOf(user: ItemReader, all: EntriesOfPlaylists): Promise<EntriesOfPlaylists> {
    const seen = new Set(await library.visibleEntries(user, [...all.values()].flat()))
    return new Map(
      [...all].map(([playlist, entries]) => [playlist, entries.filter((one) => seen.has(one))]),
    )
  }

  async function played(
    user: User,
    historyId: number,
    playlists: readonly PlaylistSize[],
  ): Promise<ReadonlyMap<number, number>> {
    if (!library.isLimited(user)) {
      return store.played(
        historyId,
        playlists.map(({ rowId }) => rowId),
      )
    }
    const seen = await seenOf(user, await store.playedEntries(historyId, playlists))
    return new Map([...seen].map(([playlist, entries]) => [playlist, entries.length]))
  }

  return { asSeen, shown, allShown, played }
}

function reduced(playlist: StoredPlaylist, left: readonly PlaylistEntry[]): StoredPlaylist {
  const runtimeMs = left.reduce((sum, { item }) => sum + (item.runtimeMs ?? 0), 0)
  return { ...playlist, entries: left.length, runtimeMs, picture: null, backdrop: null }
}

function isLeft(whole: StoredPlaylist, seen: StoredPlaylist): boolean {
  return whole.kind === 'playlist' || whole.entries === 0 || seen.entries > 0
}
