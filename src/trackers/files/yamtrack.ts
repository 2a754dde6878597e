import type { TitleIds } from '../../model/tracker.ts'
import type { CsvRow } from './csv.ts'
import { blankEntry, countOf, createCollector, idsOf, timeOf } from './read-value.ts'
import type { ReadFile } from './read-value.ts'

const otherMedia = 'It is neither a film nor a series, season, episode or anime.'
const largestProgress = 10_000

/** Whether a head is that of Yamtrack's export. */
export function isYamtrackHead(names: readonly string[]): boolean {
  return ['media_id', 'source', 'media_type', 'status'].every((name) => names.includes(name))
}

/** Reads Yamtrack's export: one row for each film, series, season, episode or anime. */
export function readYamtrack(rows: Iterable<CsvRow>): ReadFile {
  const collector = createCollector()
  for (const row of rows) readRow(row, collector)
  return collector.result()
}

function readRow(row: CsvRow, collector: ReturnType<typeof createCollector>): void {
  const title = { ids: idsOfRow(row), name: row['title'] || null, year: null }
  const status = (row['status'] ?? '').toLowerCase()
  const at = timeOf(row['end_date']) ?? timeOf(row['progressed_at']) ?? timeOf(row['start_date'])
  const planned = status === 'planning'
  switch (row['media_type']) {
    case 'movie': {
      const entry = blankEntry('movie', title)
      if (planned) collector.add({ ...entry, favorite: true })
      else if (status === 'completed' || at !== null) {
        collector.add({ ...entry, played: true, playCount: 1, at })
      }
      return
    }
    case 'episode': {
      const numbers = {
        season: countOf(row['season_number']),
        episode: countOf(row['episode_number']),
      }
      if (numbers.season === null || numbers.episode === null) {
        collector.skip('An episode has no number.')
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
      for (let episode = 1; episode <= progress && !collector.isFull(); episode++) {
        collector.add({
          ...blankEntry('episode', title),
          episode,
          played: true,
          playCount: 1,
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
      collector.skip(otherMedia)
  }
}

/** The source says whose number the id is. */
function idsOfRow(row: CsvRow): TitleIds {
  return idsOf({ [(row['source'] ?? '').toLowerCase()]: row['media_id'] })
}
