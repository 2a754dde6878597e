import { listOf, recordOf } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import { skipReasons } from '../../model/skip-reasons.ts'
import type { SkipReason } from '../../model/skip-reasons.ts'
import type { ImportedEntry } from '../../model/tracker.ts'
import type { Collector } from './collector.ts'
import { blankEntry, countOf, idsOf, lengthOf, textOf, timeOf, yearOf } from './read-value.ts'

/** What rows are told to; `isDated`: the row is one play and says when. */
type Rows = Pick<Collector, 'skip' | 'endList'> & {
  add(entry: ImportedEntry, isDated: boolean): void
}
type Found = Pick<Rows, 'add' | 'skip'>

export function isTraktRow(row: unknown): boolean {
  const { movie, show } = recordOf(row)
  return 'ids' in recordOf(movie) || 'ids' in recordOf(show)
}

/**
 * History, watched, playback, watchlist, ratings or dropped shows as the API writes them, alone or several in one object.
 * Lists without anything of Trakt's are skipped.
 */
export function createTraktReader(collector: Rows) {
  let current: string | null = null
  let isTrakts = false
  const skipped = new Map<SkipReason, number>()
  const found: Found = {
    add: (entry, isDated) => collector.add(entry, isDated),
    skip(reason, count = 1) {
      if (isTrakts) collector.skip(reason, count)
      else skipped.set(reason, (skipped.get(reason) ?? 0) + count)
    },
  }

  function endList(): void {
    isTrakts = false
    skipped.clear()
    collector.endList()
  }

  return {
    row(row: unknown, list: string): void {
      if (list !== current) endList()
      current = list
      if (!isTrakts && isTraktRow(row)) {
        isTrakts = true
        for (const [reason, count] of skipped) collector.skip(reason, count)
      }
      readRow(recordOf(row), list.toLowerCase(), found)
    },
    endList,
  }
}

function readRow(row: JsonRecord, list: string, found: Found): void {
  if ('collected_at' in row || 'last_collected_at' in row) {
    found.skip(skipReasons.COLLECTED)
    return
  }
  const type = textOf(row['type']) ?? ('episode' in row ? 'episode' : null)
  if ('movie' in row && (type === null || type === 'movie')) {
    const entry = blankEntry('movie', titleOf(row['movie']))
    addFilled(filled(entry, row, list), row, found)
  } else if ('show' in row && type === 'episode') {
    const { season, number } = recordOf(row['episode'])
    const entry = blankEntry('episode', titleOf(row['show']))
    const numbers = { season: countOf(season), episode: countOf(number) }
    if (numbers.season === null || numbers.episode === null) found.skip(skipReasons.OTHER_MEDIA)
    else addFilled(filled({ ...entry, ...numbers }, row, list), row, found)
  } else if ('show' in row && Array.isArray(row['seasons'])) {
    readSeasons(row, found)
  } else if ('show' in row && (type === null || type === 'show')) {
    const entry = filled(blankEntry('series', titleOf(row['show'])), row, list)
    if (entry.favorite === null && entry.likes === null) found.skip(skipReasons.OTHER_MEDIA)
    else found.add(entry, false)
  } else {
    found.skip(skipReasons.OTHER_MEDIA)
  }
}

function readSeasons(row: JsonRecord, found: Found): void {
  const title = titleOf(row['show'])
  for (const season of listOf(row['seasons']).map(recordOf)) {
    for (const episode of listOf(season['episodes']).map(recordOf)) {
      const numbers = { season: countOf(season['number']), episode: countOf(episode['number']) }
      if (numbers.season === null || numbers.episode === null) found.skip(skipReasons.OTHER_MEDIA)
      else if (!isWatched(episode)) found.skip(skipReasons.NOT_WATCHED)
      else {
        const at = timeOf(episode['last_watched_at'])
        const playCount = Math.max(1, countOf(episode['plays']) ?? 1)
        const entry = { ...blankEntry('episode', title), ...numbers, played: true, playCount, at }
        found.add(entry, false)
      }
    }
  }
}

function filled(entry: ImportedEntry, row: JsonRecord, list: string): ImportedEntry {
  const progress = row['progress']
  if (typeof progress === 'number') {
    const durationMs = lengthOf(recordOf(row['movie'] ?? row['episode'])['runtime'])
    if (durationMs === null) return entry
    const share = Math.min(100, Math.max(0, progress)) / 100
    const positionMs = Math.round(durationMs * share)
    return { ...entry, positionMs, durationMs, at: timeOf(row['paused_at']) }
  }
  if ('hidden_at' in row) return { ...entry, likes: entry.kind === 'series' ? false : null }
  if ('rating' in row) {
    const rating = countOf(row['rating'])
    return { ...entry, likes: rating !== null && rating >= 7 ? true : null }
  }
  if ('listed_at' in row || list.includes('watchlist')) return { ...entry, favorite: true }
  if (entry.kind === 'series' || !isWatched(row)) return entry
  return {
    ...entry,
    played: true,
    playCount: Math.max(1, countOf(row['plays']) ?? 1),
    durationMs: lengthOf(recordOf(row['movie'] ?? row['episode'])['runtime']),
    at: timeOf(row['watched_at']) ?? timeOf(row['last_watched_at']),
  }
}

function isWatched(row: JsonRecord): boolean {
  return 'watched_at' in row || 'last_watched_at' in row || 'plays' in row
}

function addFilled(entry: ImportedEntry, row: JsonRecord, found: Found): void {
  const { played, positionMs, favorite, likes } = entry
  const isDated = played && 'watched_at' in row
  if (played || positionMs > 0 || favorite !== null || likes !== null) found.add(entry, isDated)
  else found.skip(skipReasons.NOT_WATCHED)
}

function titleOf(value: unknown) {
  const { ids, title, year } = recordOf(value)
  return { ids: idsOf(ids), name: textOf(title), year: yearOf(year) }
}
