import type { Knex } from 'knex'
import { shownItemKey, storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { HistoryKey, HistoryEntry } from '../../../model/history-store.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import type { WatchedItem, WatchEntry } from '../../../model/watch.ts'
import { dialectOf } from '../../dialect.ts'

type Flag = boolean | number

export type Row = {
  number: number
  viewer: number
  item_key: string
  title_key: string
  kind: string
  season: number | null
  episode: number | null
  played: Flag
  play_count: number
  position_ms: number
  duration_ms: number | null
  resumable: Flag
  favorite: Flag
  likes: Flag | null
  last_played_at: number | null
  sort_at: number
  origin: string
  tracker: string | null
  link: number | null
  item: string
  version: string | null
  device_version: string | null
  changed_at: number
  cleared_at: number | null
  marked_at: number | null
}

export const historyTable = 'history'
export const ownerTable = 'viewers'
export const chunkSize = 200

export function historyRows(on: Knex) {
  return on<Row>(historyTable)
}

/** Neither cleared nor emptied. */
export function liveRows(on: Knex, historyId: number) {
  return historyRows(on).where({ viewer: historyId }).where('sort_at', '>', 0)
}

export async function inChunks<Key, T>(
  keys: readonly Key[],
  ask: (part: readonly Key[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const unique = [...new Set(keys)]
  const found: T[] = []
  for (let start = 0; start < unique.length; start += chunkSize) {
    found.push(...(await ask(unique.slice(start, start + chunkSize))))
  }
  return found
}

export const neverPlayed = {
  played: false,
  play_count: 0,
  position_ms: 0,
  resumable: false,
  last_played_at: null,
  marked_at: null,
} as const satisfies Partial<Row>

export function newRow(historyId: number, key: HistoryKey, at: number) {
  return {
    viewer: historyId,
    item_key: storedItemKey(key),
    title_key: storedKey(key.titleKey),
    kind: key.kind,
    season: key.season,
    episode: key.episode,
    sort_at: placeAt(at),
    item: JSON.stringify(key.item),
    changed_at: at,
    // In a multi-row insert some rows may set what others leave to the default.
    ...neverPlayed,
    favorite: false,
    origin: 'local',
  }
}

/** Inserts rows; for existing ones changes only what `merge` names. */
export function upsert(
  on: Knex,
  made: readonly Partial<Row>[],
  merge: Partial<Record<keyof Row, unknown>>,
) {
  const now = Date.now()
  const given = dialectOf(on) === 'mysql' ? 'values(item)' : 'excluded.item'
  const revived = {
    // A cleared entry is listed again from now on; others keep their place unless told otherwise.
    sort_at: on.raw(
      `case when ${historyTable}.sort_at = 0 then ? else ${historyTable}.sort_at end`,
      [now],
    ),
    ...merge,
    item: on.raw(given),
    changed_at: now,
  }
  return historyRows(on)
    .insert([...made] as Row[])
    .onConflict(['viewer', 'item_key'])
    .merge(revived as unknown as Partial<Row>)
}

/** 0 is for entries that are not listed. */
export function placeAt(at: number): number {
  return Math.max(1, at)
}

/** Nothing is left but the key. */
export function emptied(now: number) {
  return {
    ...neverPlayed,
    duration_ms: null,
    favorite: false,
    likes: null,
    sort_at: 0,
    origin: 'local',
    tracker: null,
    link: null,
    item: '{}',
    version: null,
    device_version: null,
    changed_at: now,
  } satisfies Partial<Row>
}

export function toEntry(row: Row): WatchEntry {
  return {
    rowId: row.number,
    storedKey: row.item_key,
    itemKey: shownItemKey(row.kind as ItemKind, row.item_key),
    titleKey: row.title_key,
    kind: row.kind as ItemKind,
    season: row.season,
    episode: row.episode,
    played: Boolean(row.played),
    playCount: row.play_count,
    positionMs: row.position_ms,
    durationMs: row.duration_ms,
    favorite: Boolean(row.favorite),
    likes: row.likes === null ? null : Boolean(row.likes),
    lastPlayedAt: row.last_played_at,
    sortAt: row.sort_at,
    origin: row.origin as WatchEntry['origin'],
    tracker: row.tracker,
    item: JSON.parse(row.item) as WatchedItem,
  }
}

export function toHistoryEntry(row: Row): HistoryEntry {
  return { ...toEntry(row), historyId: row.viewer }
}
