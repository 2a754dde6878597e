import type { WatchFieldsFragment } from '../../documents/documents.ts'
import { longDate, ticksOf } from '../transport/times.ts'

export function toUserData(watch: WatchFieldsFragment, id: string, key: string) {
  return {
    PlayedPercentage: watch.percentage ?? undefined,
    UnplayedItemCount: watch.unplayed ?? undefined,
    PlaybackPositionTicks: ticksOf(watch.positionMs),
    PlayCount: watch.playCount,
    IsFavorite: watch.favorite,
    Likes: watch.likes ?? undefined,
    LastPlayedDate: watch.lastPlayedAt === null ? undefined : longDate(watch.lastPlayedAt),
    Played: watch.played,
    Key: key,
    ItemId: id,
  }
}
