import type { HistoryKey, PlayChange } from '../../src/model/history-store.ts'

export const someone = 'a'.repeat(32)
export const item = {
  name: 'Name',
  mediaType: 'series',
  year: 2015,
  seriesName: 'Série 日本',
  runtimeMs: 1,
  primary: null,
  backdrop: null,
  seriesPrimary: null,
}

export function episode(number: number, season = 1, title = 'tt1'): HistoryKey {
  const itemKey = `${title}:${season}:${number}`
  return { itemKey, titleKey: title, aliases: [], kind: 'episode', season, episode: number, item }
}

export const part = (itemKey: string) => ({ itemKey, kind: 'episode' }) as const

export const place: PlayChange = {
  positionMs: 5_000,
  durationMs: 10_000,
  resumable: true,
  played: null,
  plays: 0,
  version: null,
  at: 1_000,
}

export const all = {
  kinds: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  titleKeys: null,
  order: 'lastPlayedAt',
  descending: true,
  start: 0,
  limit: null,
} as const
