import type { ImportedEntry } from '../../model/tracker.ts'
import {
  blankEntry,
  countOf,
  createCollector,
  idsOf,
  listOf,
  recordOf,
  textOf,
  timeOf,
} from './read-value.ts'
import type { Json, ReadFile } from './read-value.ts'

type Collector = ReturnType<typeof createCollector>

const noEpisodes = 'The file does not say which episodes were watched.'

/** Whether a JSON value is Simkl's export of all items. */
export function isSimklFile(json: Json): boolean {
  return ['movies', 'shows', 'anime'].some((name) =>
    listOf(json[name]).some((row) => 'status' in recordOf(row) && hasTitle(recordOf(row))),
  )
}

/** Reads Simkl's export: films, shows and anime with their status and, where it was asked for, their episodes. */
export function readSimkl(json: Json): ReadFile {
  const collector = createCollector()
  for (const row of listOf(json['movies'])) readMovie(recordOf(row), collector)
  for (const name of ['shows', 'anime']) {
    for (const row of listOf(json[name])) readSeries(recordOf(row), collector)
  }
  return collector.result()
}

function readMovie(row: Json, collector: Collector): void {
  const entry = blankEntry('movie', titleOf(row))
  const watched = row['status'] === 'completed'
  if (!watched) addMarks(entry, row, collector)
  else {
    collector.add({ ...entry, played: true, playCount: 1, at: timeOf(row['last_watched_at']) })
  }
}

function readSeries(row: Json, collector: Collector): void {
  const title = titleOf(row)
  // A film of the anime list.
  if (row['anime_type'] === 'movie') {
    readMovie(row, collector)
    return
  }
  addMarks(blankEntry('series', title), row, collector)
  const seasons = listOf(row['seasons']).map(recordOf)
  const seen = countOf(row['watched_episodes_count']) ?? 0
  if (seasons.length === 0 && seen > 0) collector.skip(noEpisodes)
  const isAnime = 'anime_type' in row
  for (const season of seasons) {
    for (const episode of listOf(season['episodes']).map(recordOf)) {
      const number = countOf(episode['number'])
      const seasonNumber = countOf(season['number'])
      if (number === null || seasonNumber === null) collector.skip('An episode has no number.')
      else {
        collector.add({
          ...blankEntry('episode', title),
          // Anime databases list each season as a title of its own.
          season: isAnime && !('imdb' in title.ids) ? null : seasonNumber,
          episode: number,
          played: true,
          playCount: 1,
          at: timeOf(episode['watched_at']) ?? timeOf(row['last_watched_at']),
        })
      }
    }
  }
}

function addMarks(entry: ImportedEntry, { status }: Json, collector: Collector): void {
  if (status === 'plantowatch') collector.add({ ...entry, favorite: true })
  else if (status === 'dropped' && entry.kind === 'series')
    collector.add({ ...entry, likes: false })
}

function hasTitle(row: Json): boolean {
  return 'ids' in recordOf(row['movie']) || 'ids' in recordOf(row['show'])
}

function titleOf(row: Json) {
  const { ids, title, year } = recordOf(row['movie'] ?? row['show'])
  return { ids: idsOf(ids), name: textOf(title), year: countOf(year) }
}
