import type { HistoryEntry } from '../../model/history-store.ts'
import type { Profile } from '../../model/household.ts'
import { durationOf } from '../history/duration.ts'

export const fileFormat = 'stream-aggregation-history'
export const fileVersion = 1

const typeNames: Readonly<Record<string, string>> = {
  movie: 'Movie',
  series: 'Series',
  season: 'Season',
  episode: 'Episode',
  video: 'Video',
}

export function fileHead(profiles: readonly Profile[], at: number): string {
  const users = profiles.map(({ id, name, isOwner, historyOwner }) => ({
    id,
    name,
    own: isOwner,
    historyOf: historyOwner,
  }))
  const head = { format: fileFormat, version: fileVersion, exportedAt: at, users }
  return `${JSON.stringify(head).slice(0, -1)},"items":[`
}

export const fileEnd = '\n]}\n'

/** An entry as `/Service/History` lists it, with everything stored but without this installation's ids. */
export function fileEntry(entry: HistoryEntry, userId: string, aliases: readonly string[]): string {
  const { item } = entry
  return JSON.stringify({
    userId,
    itemKey: entry.itemKey,
    titleKey: entry.titleKey,
    aliases: aliases.length > 0 ? aliases : undefined,
    kind: entry.kind,
    season: entry.season ?? undefined,
    episode: entry.episode ?? undefined,
    played: entry.played,
    playCount: entry.playCount,
    positionMs: entry.positionMs,
    durationMs: durationOf(entry),
    favorite: entry.favorite,
    likes: entry.likes,
    lastPlayedAt: entry.lastPlayedAt,
    sortAt: entry.sortAt,
    origin: entry.origin,
    tracker: entry.tracker ?? undefined,
    item: {
      Name: item.name,
      Type: typeNames[entry.kind] ?? 'Video',
      SeriesName: item.seriesName ?? undefined,
      ProductionYear: item.year ?? undefined,
    },
    about: {
      mediaType: item.mediaType,
      runtimeMs: item.runtimeMs,
      primary: item.primary,
      backdrop: item.backdrop,
      seriesPrimary: item.seriesPrimary,
    },
  })
}
