import type { ItemKind } from './item-ref.ts'
import type { WatchedItem, WatchEntry } from './watch.ts'

/** Which entries of a person to list; null: does not matter. */
export type EntryQuery = {
  readonly kinds: readonly ItemKind[] | null
  readonly played: boolean | null
  readonly resumable: boolean | null
  readonly favorite: boolean | null
  readonly liked: boolean | null
  /** Entries of one of these films or series; null: all. */
  readonly titleKeys: readonly string[] | null
  readonly order: 'lastPlayedAt' | 'sortAt' | 'playCount'
  readonly descending: boolean
  readonly start: number
  readonly limit: number | null
}

/** Where a person stands in a series. */
export type SeriesProgress = {
  readonly titleKey: string
  /** Epoch milliseconds of the latest play. */
  readonly lastPlayedAt: number
  readonly dropped: boolean
}

/** What an entry is about. */
export type HistoryKey = {
  readonly itemKey: string
  readonly titleKey: string
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
  readonly item: WatchedItem
}

/** What a report changes. */
export type PlayChange = {
  /** Null: the place stays. */
  readonly positionMs: number | null
  readonly durationMs: number | null
  /** Whether there is a place to resume at; null: as it was. */
  readonly resumable: boolean | null
  /** True: finished; null: as it was. */
  readonly played: true | null
  /** Plays to add. */
  readonly plays: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** Played episodes of one season of a series. */
export type PlayedCount = {
  readonly titleKey: string
  readonly season: number
  readonly played: number
}

/** The watch history of every viewer; a viewer is a number that stands for a configuration and a profile. */
export type HistoryStore = {
  viewer(configuration: number, profileId: string): Promise<number>
  find(viewer: number, itemKeys: readonly string[]): Promise<readonly WatchEntry[]>
  playedCounts(viewer: number, titleKeys: readonly string[]): Promise<readonly PlayedCount[]>
  list(viewer: number, query: EntryQuery): Promise<readonly WatchEntry[]>
  count(viewer: number, query: EntryQuery): Promise<number>
  progress(
    viewer: number,
    page: { titleKeys: readonly string[] | null; since: number | null; limit: number },
  ): Promise<readonly SeriesProgress[]>
  episodesOf(viewer: number, titleKeys: readonly string[]): Promise<readonly WatchEntry[]>
  /** In one transaction. */
  markPlayed(viewer: number, keys: readonly HistoryKey[], at: number): Promise<void>
  markUnplayed(viewer: number, itemKeys: readonly string[]): Promise<void>
  setFavorite(viewer: number, key: HistoryKey, favorite: boolean): Promise<void>
  setLikes(viewer: number, key: HistoryKey, likes: boolean | null): Promise<void>
  /** Takes back that a series was dropped. */
  pickUp(viewer: number, titleKey: string): Promise<void>
  play(viewer: number, key: HistoryKey, change: PlayChange): Promise<void>
  /** Everything that a removed configuration leaves behind. */
  forget(configuration: number): Promise<void>
}
