import { regularEpisodes } from './episodes.ts'
import type { Episode } from './episodes.ts'
import type { WatchEntry } from '../model/watch.ts'
import type { Details } from './title.ts'

/** The regular, aired, unplayed episode after the one played last; of a series never begun, the first. */
export function nextEpisode(
  { seasons }: Details,
  entries: readonly WatchEntry[],
  resumable: boolean,
): Episode | null {
  const episodes = regularEpisodes(seasons)
  // By number, not by id: sources name the same episode in different id spaces.
  const known = new Map(entries.map((entry) => [placeOf(entry), entry]))
  let last = -1
  let lastAt = 0
  for (const [index, episode] of episodes.entries()) {
    const at = known.get(placeOf(episode))?.lastPlayedAt ?? 0
    // Episodes marked together share their time: the latest of them was reached.
    if (at > 0 && at >= lastAt) [last, lastAt] = [index, at]
  }
  // An unfinished episode is itself the next.
  const from =
    last >= 0 && known.get(placeOf(episodes[last]!))!.played ? last + 1 : Math.max(0, last)
  const next = episodes.slice(from).find((episode) => !known.get(placeOf(episode))?.played)
  if (!next) return null
  const isBegun = (known.get(placeOf(next))?.positionMs ?? 0) > 0
  return isBegun && !resumable ? null : next
}

function placeOf({ season, episode }: Pick<WatchEntry, 'season' | 'episode'>): string {
  return `${season} ${episode}`
}
