import type { Knex } from 'knex'
import type { ItemKind } from '../../../model/item-ref.ts'
import type { Delivery, PlayOrigin } from '../../../model/play.ts'
import type { StoredPlay } from '../../../model/play-store.ts'

export type PlayRow = {
  id: number
  history_id: number
  profile_id: string
  item_key: string
  title_key: string
  kind: string
  season: number | null
  episode: number | null
  started_at: number
  ended_at: number
  watched_ms: number
  first_position_ms: number | null
  last_position_ms: number | null
  duration_ms: number | null
  finished: boolean | number
  device_id: string | null
  device_name: string | null
  client: string | null
  version_mark: number | null
  version_name: string | null
  resolution: string | null
  source: string | null
  service: string | null
  delivery: string | null
  origin: string
  tracker: string | null
}

export const playTable = 'plays'
export const titleIndex = 'plays_history_id_title_key_started_at_index'
export const itemIndex = 'plays_history_id_item_key_started_at_index'
export const timeIndex = 'plays_history_id_started_at_index'

export function playRows(on: Knex) {
  return on<PlayRow>(playTable)
}

export function toPlay(row: PlayRow): StoredPlay {
  return {
    id: row.id,
    historyId: row.history_id,
    profileId: row.profile_id,
    itemKey: row.item_key,
    titleKey: row.title_key,
    kind: row.kind as ItemKind,
    season: row.season,
    episode: row.episode,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    watchedMs: row.watched_ms,
    firstPositionMs: row.first_position_ms,
    lastPositionMs: row.last_position_ms,
    durationMs: row.duration_ms,
    finished: Boolean(row.finished),
    deviceId: row.device_id,
    deviceName: row.device_name,
    client: row.client,
    versionMark: row.version_mark,
    versionName: row.version_name,
    resolution: row.resolution,
    source: row.source,
    service: row.service,
    delivery: row.delivery as Delivery | null,
    origin: row.origin as PlayOrigin,
    tracker: row.tracker,
  }
}
