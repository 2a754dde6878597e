import type { WatchFieldsFragment } from '../../documents/documents.ts'
import { dateText, ticksOf } from '../transport/times.ts'

export function toUserData(watch: WatchFieldsFragment, id: string, key: string) {
  return {
    PlayedPercentage: watch.percentage ?? undefined,
    UnplayedItemCount: watch.unplayed ?? undefined,
    PlaybackPositionTicks: ticksOf(watch.positionMs),
    PlayCount: watch.playCount,
    IsFavorite: watch.favorite,
    Likes: watch.likes ?? undefined,
    LastPlayedDate: watch.lastPlayedAt ? dateText(watch.lastPlayedAt) : undefined,
    Played: watch.played,
    Key: key,
    ItemId: id,
  }
}
