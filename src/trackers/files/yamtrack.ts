import type { TitleIds } from '../../model/tracker.ts'
import { skipReasons } from '../../model/skip-reasons.ts'
import type { Collector } from './collector.ts'
import type { CsvRow } from './csv.ts'
import { blankEntry, countOf, idsOf, timeOf } from './read-value.ts'

const largestProgress = 10_000

/** Exports from before Yamtrack knew several sources have no `source`, but a `watch_date`. */
export function isYamtrackHead(names: readonly string[]): boolean {
  const isNamed = ['media_id', 'media_type', 'status'].every((name) => names.includes(name))
  return isNamed && (names.includes('source') || names.includes('watch_date'))
}

export function readYamtrackRow(row: CsvRow, collector: Collector): void {
  const title = { ids: idsOfRow(row), name: row['title'] || null, year: null }
  const status = (row['status'] ?? '').toLowerCase()
  const at =
    timeOf(row['end_date']) ??
    timeOf(row['watch_date']) ??
    timeOf(row['progressed_at']) ??
    timeOf(row['start_date'])
  // Older exports count repeats.
  const playCount = 1 + (countOf(row['repeats']) ?? 0)
  const planned = status === 'planning'
  switch (row['media_type']) {
    case 'movie': {
      const entry = blankEntry('movie', title)
      const isSeen = (countOf(row['progress']) ?? 0) > 0
      // A film that is begun, paused or dropped also has dates, but was not finished.
      if (planned) collector.add({ ...entry, favorite: true })
      else if (status === 'completed' || status === 'repeating' || isSeen) {
        collector.add({ ...entry, played: true, playCount, at })
      } else if (status === 'dropped') collector.add({ ...entry, likes: false })
      else collector.skip(skipReasons.NO_POSITION)
      return
    }
    case 'episode': {
      const numbers = {
        season: countOf(row['season_number']),
        episode: countOf(row['episode_number']),
      }
      if (numbers.season === null || numbers.episode === null) {
        collector.skip(skipReasons.NO_NUMBER)
        return
      }
      const entry = { ...blankEntry('episode', title), ...numbers }
      collector.add({ ...entry, played: true, playCount: 1, at })
      return
    }
    case 'anime': {
      if (planned) collector.add({ ...blankEntry('series', title), favorite: true })
      if (status === 'dropped') collector.add({ ...blankEntry('series', title), likes: false })
      const progress = Math.min(countOf(row['progress']) ?? 0, largestProgress)
      for (let episode = 1; episode <= progress; episode++) {
        collector.add({
          ...blankEntry('episode', title),
          episode,
          played: true,
          playCount,
          at,
        })
      }
      return
    }
    case 'tv':
      if (planned) collector.add({ ...blankEntry('series', title), favorite: true })
      if (status === 'dropped') collector.add({ ...blankEntry('series', title), likes: false })
      return
    case 'season':
      // Its episodes have rows of their own.
      return
    default:
      collector.skip(skipReasons.OTHER_MEDIA)
  }
}

/** Without a source there was one possible database per type. */
function idsOfRow(row: CsvRow): TitleIds {
  const source = row['source'] ?? (row['media_type'] === 'anime' ? 'mal' : 'tmdb')
  return idsOf({ [source.toLowerCase()]: row['media_id'] })
}
