import { listOf, recordOf } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { animeSpaces } from '../../model/media-id.ts'
import { skipReasons } from '../../model/skip-reasons.ts'
import type { ImportedEntry, TitleIds } from '../../model/tracker.ts'
import type { Collector } from './collector.ts'
import type { CsvRow } from './csv.ts'
import { blankEntry, countOf, idsOf, textOf, timeOf, yearOf } from './read-value.ts'

type Title = Pick<ImportedEntry, 'ids' | 'name' | 'year'>

type Listed = {
  readonly kind: 'movie' | 'series'
  readonly title: Title
  readonly status: string
  readonly at: number | null
}

/** Of one series, where only the last episode is listed. The longest anime has some 2,700. */
const mostEpisodes = 5_000
/** `s3e7`, `S03E07`; for anime `E12` or `12`. */
const lastEpisode = /^(?:s(\d{1,4})\s*)?(?:e|x)?(\d{1,5})$/i

const lists = new Set(['movies', 'shows', 'anime'])

export function isSimklRow(row: unknown, list: string): boolean {
  const record = recordOf(row)
  return (
    lists.has(list) && ['movie', 'show', 'anime'].some((name) => 'ids' in recordOf(record[name]))
  )
}

/** The table Simkl writes, or the one it reads, which other tools write. */
export function isSimklHead(names: readonly string[]): boolean {
  return ['type', 'title', 'watchlist', 'lastepwatched'].every((name) => names.includes(name))
}

/** Episodes are there only if the user asked Simkl for them. */
export function readSimklRow(value: unknown, list: string, collector: Collector): void {
  if (!lists.has(list)) return
  const row = recordOf(value)
  const isAnime = list === 'anime'
  const isMovie = list === 'movies' || row['anime_type'] === 'movie'
  const { ids, title, year } = recordOf(row['movie'] ?? row['show'] ?? row['anime'])
  const kind = isMovie ? 'movie' : 'series'
  const about: Listed = {
    kind,
    title: {
      ids: isAnime ? animeIds(idsOf(ids), kind) : idsOf(ids),
      name: textOf(title),
      year: yearOf(year),
    },
    status: textOf(row['status']) ?? '',
    at: timeOf(row['last_watched_at']),
  }
  if (kind === 'movie') addMovie(about, collector)
  else addSeries(about, row, isAnime, collector)
}

export function readSimklTableRow(row: CsvRow, collector: Collector): void {
  const type = (row['type'] ?? '').trim().toLowerCase()
  const isAnime = type === 'anime'
  if (type !== 'movie' && type !== 'tv' && type !== 'show' && !isAnime) {
    collector.skip(skipReasons.OTHER_MEDIA)
    return
  }
  const kind = type === 'movie' ? 'movie' : 'series'
  const ids = idsOf({
    imdb: row['imdb'] || row['imdb_id'],
    tmdb: row['tmdb'] || row['tmdb_id'],
    tvdb: row['tvdb'] || row['tvdb_id'],
    mal: row['mal'] || row['mal_id'],
  })
  const about: Listed = {
    kind,
    title: {
      ids: isAnime ? animeIds(ids, kind) : ids,
      name: textOf(row['title']),
      year: yearOf(row['year']),
    },
    status: (row['watchlist'] ?? '').toLowerCase().replaceAll(/[^a-z]/g, ''),
    at: timeOf(row['watcheddate']) ?? dayFirst(row['watcheddate']),
  }
  if (kind === 'movie') addMovie(about, collector)
  else addUpTo(about, row['lastepwatched'] ?? '', isAnime, collector)
}

function addMovie(about: Listed, collector: Collector): void {
  const entry = blankEntry('movie', about.title)
  if (about.status === 'completed') {
    collector.add({ ...entry, played: true, playCount: 1, at: about.at })
  } else if (!addMark(about, collector)) collector.skip(skipReasons.NO_POSITION)
}

function addSeries(about: Listed, row: JsonRecord, isAnime: boolean, collector: Collector): void {
  addMark(about, collector)
  const seasons = listOf(row['seasons']).map(recordOf)
  if (seasons.length === 0) addWhole(about, countOf(row['watched_episodes_count']) ?? 0, collector)
  for (const season of seasons) {
    for (const watched of listOf(season['episodes']).map(recordOf)) {
      const number = countOf(season['number'])
      const episode = countOf(watched['number'])
      if (number === null || episode === null) collector.skip(skipReasons.NO_NUMBER)
      else if (isAnime && number === 0) collector.skip(skipReasons.SPECIAL_OF_ANIME)
      else {
        collector.add({
          ...blankEntry('episode', about.title),
          season: isAnime ? null : number,
          episode,
          played: true,
          playCount: 1,
          at: timeOf(watched['watched_at']) ?? about.at,
        })
      }
    }
  }
}

/** Simkl counts everything up to the last episode of its season as watched, without times. */
function addUpTo(about: Listed, last: string, isAnime: boolean, collector: Collector): void {
  addMark(about, collector)
  const [, seasonText = '1', number = ''] = lastEpisode.exec(last.trim()) ?? []
  const season = Number(seasonText)
  const episode = Number(number)
  if (episode === 0 || episode > mostEpisodes) {
    addWhole(about, last.trim() === '' ? 0 : 1, collector)
    return
  }
  if (isAnime && season === 0) {
    collector.skip(skipReasons.SPECIAL_OF_ANIME)
    return
  }
  if (!isAnime && season > 1) collector.skip(skipReasons.NO_EARLIER_SEASONS)
  for (let each = 1; each <= episode; each++) {
    collector.add({
      ...blankEntry('episode', about.title),
      season: isAnime ? null : season,
      episode: each,
      played: true,
      playCount: 1,
      at: each === episode ? about.at : null,
    })
  }
}

/** Without episodes, completed means all of them; anything else cannot be placed. */
function addWhole(about: Listed, seen: number, collector: Collector): void {
  if (about.status === 'completed') {
    const entry = blankEntry('series', about.title)
    collector.add({ ...entry, played: true, playCount: 1, at: about.at })
  } else if (seen > 0) collector.skip(skipReasons.NO_EPISODES)
}

function addMark({ kind, title, status }: Listed, collector: Collector): boolean {
  const entry = blankEntry(kind, title)
  if (status === 'plantowatch') collector.add({ ...entry, favorite: true })
  else if (status === 'dropped') collector.add({ ...entry, likes: false })
  else return false
  return true
}

/** Simkl numbers anime by its own entries but adds the ids of the whole series, where those numbers mean other episodes. */
function animeIds(ids: TitleIds, kind: Listed['kind']): TitleIds {
  const own = Object.entries(ids).filter(([space]) => animeSpaces.has(space as IdSpace))
  return own.length > 0 || kind === 'series' ? Object.fromEntries(own) : ids
}

/** `31/12/2020`, as in Simkl's template. */
function dayFirst(text: string | undefined): number | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text?.trim() ?? '') ?? []
  return day === undefined ? null : timeOf(`${year}-${month}-${day}`)
}
