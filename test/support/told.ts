import type { WatchEvent } from '../../src/model/tracker.ts'

export function told(title: string, id: string, values: Partial<WatchEvent> = {}): WatchEvent {
  return {
    id,
    event: 'played',
    scope: 'movie',
    at: 1,
    mediaType: 'movie',
    metaId: title,
    videoId: title,
    name: title,
    year: null,
    ids: {},
    season: null,
    episode: null,
    positionMs: null,
    durationMs: null,
    played: true,
    videos: null,
    ...values,
  }
}
