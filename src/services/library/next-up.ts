import { regularEpisodes } from '../../library/episodes.ts'
import type { Episode } from '../../library/episodes.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Details } from './details.ts'

/** The regular, aired, unplayed episode after the one that was played last; of a series never begun, the first. */
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
  // One that was begun and not finished is itself the next.
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

/**
 * Looks through a list, some values at a time, until it has found as many as are wanted or the signal ends the search.
 * What was found by then is in the order of the list; `left` counts what did not have to be looked at. Throws what `find` throws.
 */
export async function findFirst<T, R>(
  list: readonly T[],
  wanted: number,
  atOnce: number,
  signal: AbortSignal,
  find: (value: T) => Promise<R | null>,
): Promise<{ readonly found: readonly R[]; readonly left: number }> {
  const results: (R | null)[] = list.map(() => null)
  let begun = 0
  let count = 0
  async function work(): Promise<void> {
    while (begun < list.length && count < wanted && !signal.aborted) {
      const place = begun++
      const result = await find(list[place]!)
      results[place] = result
      if (result !== null) count++
    }
  }
  const end = Promise.withResolvers<void>()
  if (signal.aborted) end.resolve()
  else signal.addEventListener('abort', () => end.resolve(), { once: true })
  await Promise.race([Promise.all(Array.from({ length: atOnce }, work)), end.promise])
  const found = results.filter((result) => result !== null)
  return { found, left: count < wanted ? 0 : list.length - begun }
}
