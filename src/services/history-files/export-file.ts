import type { HistoryEntry } from '../../model/history-store.ts'
import type { Profile } from '../../model/household.ts'
import { shownItemKey } from '../../model/history-key.ts'
import { typeNames } from '../../model/item-ref.ts'
import type { StoredPlay } from '../../model/play-store.ts'
import { durationOf } from '../history/duration.ts'
import type { ExportedPlay } from './reading/exported-play.ts'

export const fileFormat = 'stream-aggregation-history'
/** Versions that can be read; the last is written. Version 1 had no plays. */
export const fileVersions: readonly number[] = [1, 2]

export function fileHead(profiles: readonly Profile[], at: number): string {
  const users = profiles.map(({ id, name, isOwner, historyOwner }) => ({
    id,
    name,
    own: isOwner,
    historyOf: historyOwner,
  }))
  const head = { format: fileFormat, version: fileVersions.at(-1), exportedAt: at, users }
  return `${JSON.stringify(head).slice(0, -1)},"items":[`
}

export const filePlays = '\n],"plays":['
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
      Type: typeNames[entry.kind],
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

/** A play with all that is stored but this installation's ids. Null is left out. */
export function filePlay(play: StoredPlay): string {
  const written: ExportedPlay = {
    userId: play.profileId,
    itemKey: shownItemKey(play.kind, play.itemKey),
    titleKey: play.titleKey,
    kind: play.kind,
    season: play.season ?? undefined,
    episode: play.episode ?? undefined,
    startedAt: play.startedAt,
    endedAt: play.endedAt,
    watchedMs: play.watchedMs,
    firstPositionMs: play.firstPositionMs ?? undefined,
    lastPositionMs: play.lastPositionMs ?? undefined,
    durationMs: play.durationMs ?? undefined,
    finished: play.finished,
    deviceId: play.deviceId ?? undefined,
    deviceName: play.deviceName ?? undefined,
    client: play.client ?? undefined,
    versionMark: play.versionMark ?? undefined,
    versionName: play.versionName ?? undefined,
    resolution: play.resolution ?? undefined,
    source: play.source ?? undefined,
    service: play.service ?? undefined,
    delivery: play.delivery ?? undefined,
    origin: play.origin,
    tracker: play.tracker ?? undefined,
  }
  return JSON.stringify(written)
}
