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

  /** Their pictures, length and size are those of all their titles, of which the user may not watch some. */
  async function allAsSeen(
    user: ItemReader,
    playlists: readonly StoredPlaylist[],
  ): Promise<readonly StoredPlaylist[]> {
    if (!library.isLimited(user)) return playlists
    const left = await countSeen(library, user, store.groups(playlists))
    return playlists.map((playlist) => {
      const { entries = 0, seen = 0, runtimeMs = 0 } = left.get(playlist.rowId) ?? {}
      return seen === entries ? playlist : reduced(playlist, seen, runtimeMs)
    })
  }

  async function played(
    user: User,
    historyId: number,
    playlists: readonly PlaylistSize[],
  ): Promise<ReadonlyMap<number, number>> {
    if (!library.isLimited(user)) {
      return store.played(historyId, playlists)
    }
    const left = await countSeen(library, user, store.playedGroups(historyId, playlists))
    return new Map([...left].map(([playlist, { seen }]) => [playlist, seen]))
  }

  return { shown, allShown, played }
}

type Counts = { entries: number; seen: number; runtimeMs: number }

type Counted = { readonly playlist: number; readonly title: string; readonly runtimeMs: number }

/** All titles are decided together, each once: a decision may wait for ratings. */
async function countSeen(
  library: Pick<PlaylistOptions['library'], 'visibleEntries'>,
  user: ItemReader,
  groups: AsyncIterable<EntriesOfPlaylists>,
): Promise<ReadonlyMap<number, Counts>> {
  const titles = new Map<string, DecidedTitle>()
  const all: Counted[] = []
  for await (const group of groups) {
    for (const [playlist, entries] of group) {
      for (const { kind, titleKey, item } of entries) {
        const title = JSON.stringify([kind, titleKey, item.mediaType])
        if (!titles.has(title)) titles.set(title, { kind, titleKey, title, item: bare(item) })
        const known = titles.get(title)!.title
        all.push({ playlist, title: known, runtimeMs: item.runtimeMs ?? 0 })
      }
    }
  }
  const visible = await library.visibleEntries(user, [...titles.values()])
  const seen = new Set(visible.map(({ title }) => title))
  const counts = new Map<number, Counts>()
  for (const { playlist, title, runtimeMs } of all) {
    const own = counts.get(playlist) ?? { entries: 0, seen: 0, runtimeMs: 0 }
    counts.set(playlist, own)
    own.entries += 1
    if (!seen.has(title)) continue
    own.seen += 1
    own.runtimeMs += runtimeMs
  }
  return counts
}

type DecidedTitle = Pick<PlaylistEntry, 'kind' | 'titleKey' | 'item'> & { readonly title: string }

/** What it is called and looks like decides nothing. */
function bare({ mediaType }: PlaylistEntry['item']): PlaylistEntry['item'] {
  const named = { name: '', mediaType, year: null, seriesName: null, runtimeMs: null }
  return { ...named, primary: null, backdrop: null, seriesPrimary: null }
}

function reduced(playlist: StoredPlaylist, entries: number, runtimeMs: number): StoredPlaylist {
  return { ...playlist, entries, runtimeMs, picture: null, backdrop: null }
}

function isLeft(whole: StoredPlaylist, seen: StoredPlaylist): boolean {
  return whole.kind === 'playlist' || whole.entries === 0 || seen.entries > 0
}
