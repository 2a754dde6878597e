import type { PlayedCount } from '../model/history-store.ts'
import type { LibraryItem } from '../model/library-item.ts'
import { untouched } from '../model/watch.ts'
import type { WatchEntry, WatchState } from '../model/watch.ts'

/** From its own entry, or for series and seasons from how many episodes were played. */
export function stateOf(
  item: LibraryItem,
  entry: WatchEntry | undefined,
  counts: readonly PlayedCount[],
): WatchState {
  const own = entry ? ownState(entry) : untouched
  return item.kind === 'series' || item.kind === 'season' ? withEpisodes(own, item, counts) : own
}

function ownState(entry: WatchEntry): WatchState {
  const { played, playCount, positionMs, durationMs, favorite, likes, lastPlayedAt } = entry
  const percentage =
    positionMs > 0 && durationMs ? Math.min(100, (positionMs / durationMs) * 100) : null
  return {
    played,
    playCount,
    positionMs,
    durationMs,
    favorite,
    likes,
    lastPlayedAt,
    unplayed: null,
    percentage,
  }
}

function withEpisodes(
  own: WatchState,
  { kind, season, counts }: LibraryItem,
  played: readonly PlayedCount[],
): WatchState {
  if (counts.episodes === null || counts.episodes === 0) return own
  const seen = played
    .filter((count) => (kind === 'season' ? count.season === season : count.season > 0))
    .reduce((sum, count) => sum + count.played, 0)
  const unplayed = Math.max(0, counts.episodes - seen)
  return {
    ...own,
    played: unplayed === 0,
    unplayed,
    percentage: seen > 0 ? ((counts.episodes - unplayed) / counts.episodes) * 100 || null : null,
  }
}
