import type { Episode, Season } from '../episodes.ts'
import { sortNameOf } from '../names.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { SourceVideo } from '../../model/source-meta.ts'
import { contentAddedAtOf, partAddedAt } from './added-at.ts'
import { bare, noImages } from './bare-item.ts'

const minute = 60_000

export function seasonItem(series: LibraryItem, season: Season): LibraryItem {
  const ref = { ...series.ref, kind: 'season' as const, season: season.number }
  const name = season.number === 0 ? 'Specials' : `Season ${season.number}`
  const first = season.episodes[0]?.video.released ?? null
  const addedAt = partAddedAt(series.addedAt, first, Date.now())
  return {
    ...bare(ref, 'season', name),
    key: `${series.key}:${season.number}`,
    mediaType: series.mediaType,
    sortName: sortNameOf(`season ${season.number}`),
    overview: null,
    year: first === null ? null : new Date(first).getUTCFullYear(),
    premieredAt: first,
    addedAt,
    contentAddedAt: contentAddedAtOf(addedAt, [season]),
    genres: series.genres,
    images: { ...noImages, primary: series.images.primary },
    aspectRatio: series.aspectRatio,
    parent: series.ref,
    series: seriesOf(series),
    season: season.number,
    aired: season.episodes.some(({ aired }) => aired),
    counts: {
      children: season.episodes.length,
      episodes: season.episodes.filter(({ aired }) => aired).length,
    },
  }
}

export function episodeItem(
  series: LibraryItem,
  { video, season, episode, aired }: Episode,
): LibraryItem {
  const seasonRef = { ...series.ref, kind: 'season' as const, season }
  const name = episodeName(video, episode)
  const addedAt = partAddedAt(series.addedAt, video.released, Date.now())
  return {
    ...bare({ ...series.ref, kind: 'episode', season, episode }, 'episode', name),
    key: video.id,
    mediaType: series.mediaType,
    sortName: episodeSortName(season, episode, name),
    overview: video.overview,
    year: video.released === null ? null : new Date(video.released).getUTCFullYear(),
    premieredAt: video.released,
    addedAt,
    contentAddedAt: addedAt,
    runtimeMs: video.runtime === null ? series.runtimeMs : video.runtime * minute,
    usualRuntime: video.runtime === null,
    certification: series.certification,
    genres: series.genres,
    studios: series.studios,
    images: { ...noImages, primary: video.thumbnail },
    aspectRatio: video.thumbnail === null ? null : 16 / 9,
    parent: seasonRef,
    series: seriesOf(series),
    seasonRef,
    seasonName: season === 0 ? 'Specials' : `Season ${season}`,
    season,
    episode,
    aired,
    detailed: true,
    filler: video.filler ?? false,
    recap: video.recap ?? false,
  }
}

export function episodeName({ title }: Pick<SourceVideo, 'title'>, episode: number): string {
  return title ?? `Episode ${episode}`
}

export function episodeSortName(
  season: number | null,
  episode: number | null,
  name: string,
): string {
  const padded = (number: number | null): string => String(number ?? 0).padStart(4, '0')
  return `${padded(season)} ${padded(episode)} ${sortNameOf(name)}`
}

function seriesOf({ ref, key, name, images, ids, year }: LibraryItem): LibraryItem['series'] {
  return { ref, key, name, images, ids, year }
}
