import { parseMediaId } from '../model/media-id.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { MarkedVideo, TitleIds, WatchEvent, NewWatchEvent } from '../model/tracker.ts'
import { titleKeyOf } from './keys.ts'

type What = Partial<Pick<NewWatchEvent, 'at' | 'positionMs' | 'durationMs' | 'played'>>

export function watchEventOf(
  item: LibraryItem,
  event: WatchEvent['event'],
  { at = null, positionMs = null, durationMs = null, played = false }: What = {},
): NewWatchEvent {
  const metaId = titleKeyOf(item)
  const { kind } = item
  const isEpisode = kind === 'episode'
  return {
    event,
    at,
    scope: isEpisode || kind === 'season' || kind === 'series' ? kind : 'movie',
    mediaType: item.mediaType,
    metaId,
    videoId: kind === 'season' ? metaId : item.key,
    name: item.series?.name ?? item.name,
    year: item.series ? item.series.year : item.year,
    ids: idsOf(metaId, item.series?.ids ?? item.ids),
    season: item.season,
    episode: isEpisode ? item.episode : null,
    positionMs,
    durationMs,
    played,
    videos: null,
  }
}

export function watchEventOfMany(
  episodes: readonly LibraryItem[],
  event: 'played' | 'unplayed',
  at: number | null = null,
): NewWatchEvent | null {
  const [first] = episodes
  if (!first) return null
  const made = watchEventOf(first, event, { at, played: event === 'played' })
  if (episodes.length === 1) return made
  return {
    ...made,
    scope: 'series',
    videoId: made.metaId,
    season: null,
    episode: null,
    videos: episodes.map(({ key, season, episode }): MarkedVideo => ({
      videoId: key,
      season: season ?? 1,
      episode: episode ?? 1,
    })),
  }
}

/** A dropped series watched again, named by an episode of it. */
export function pickUpEvent(episode: LibraryItem): NewWatchEvent {
  const made = watchEventOf(episode, 'undropped')
  return { ...made, scope: 'series', videoId: made.metaId, season: null, episode: null }
}

function idsOf(metaId: string, ids: TitleIds): TitleIds {
  const { space, value } = parseMediaId(metaId)
  return space === 'opaque' ? ids : { ...ids, [space]: value }
}
