import type { ItemKind } from './item-ref.ts'
import type { PlayFilter, PlayReader } from './play-filter.ts'
import type { PlayCount, StatisticsQuery, TopQuery } from './play-statistics.ts'
import type { Delivery, PlayOrigin } from './play.ts'
import type { TitleFacts } from './title-facts.ts'
import type { WatchEntry } from './watch.ts'

/** One time that somebody watched something, as it is kept. */
export type StoredPlay = {
  readonly id: number
  readonly historyId: number
  /** Who watched. */
  readonly profileId: string
  /** Keys as they are stored. */
  readonly itemKey: string
  readonly titleKey: string
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly endedAt: number
  readonly watchedMs: number
  readonly firstPositionMs: number | null
  readonly lastPositionMs: number | null
  readonly durationMs: number | null
  readonly finished: boolean
  readonly deviceId: string | null
  readonly deviceName: string | null
  readonly client: string | null
  /** Null: nothing is known of the version. */
  readonly versionMark: number | null
  readonly versionName: string | null
  readonly resolution: string | null
  readonly source: string | null
  readonly service: string | null
  readonly delivery: Delivery | null
  readonly origin: PlayOrigin
  readonly tracker: string | null
}

/** A film, video or series. */
export type PlayedTitle = {
  readonly space: 'movie' | 'series'
  /** As it is stored. */
  readonly titleKey: string
}

/** A place between two plays of a list. */
export type PlayPlace = { readonly startedAt: number; readonly id: number }

export type PlayPageQuery = {
  readonly filter: PlayFilter
  readonly descending: boolean
  readonly after: PlayPlace | null
  readonly limit: number
}

export type PlayPage = {
  readonly plays: readonly StoredPlay[]
  readonly hasNextPage: boolean
}

export type FoldOptions = {
  /** Ends it early. */
  readonly signal?: AbortSignal
  /** Told of each month of a history that could not be counted; without it the first failure is thrown. */
  readonly onFailure?: (error: unknown, historyId: number) => void
}

export type PlayStore = {
  /** Keys of watched titles of a configuration whose names contain every one of these folded words. */
  titlesNamed(configuration: number, words: readonly string[]): Promise<readonly string[]>
  /** Throws BAD_REQUEST where the filter leaves next to nothing of very many plays. */
  page(query: PlayPageQuery): Promise<PlayPage>
  /** When the first play began, in epoch milliseconds; null: there is none. */
  earliest(readers: readonly PlayReader[]): Promise<number | null>
  /** Each slot of each group that has any play; without groups always. A title is named by its space and its key. Throws BAD_REQUEST where it would take too long. */
  count(query: StatisticsQuery): Promise<readonly PlayCount[]>
  /** The groups with the most plays or time, without those that are unknown. */
  top(query: TopQuery): Promise<readonly PlayCount[]>
  /** What titles are called in a household, by their keys as they are stored. */
  namesOf(configuration: number, titleKeys: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What any of these histories says of each title, as an entry of the film or series; null: nothing. */
  entriesOf(
    historyIds: readonly number[],
    titles: readonly PlayedTitle[],
  ): Promise<readonly (WatchEntry | null)[]>
  /** Keeps what is known of a title by any of its keys, if it was watched. Answers whether it was. */
  learn(
    configuration: number,
    space: PlayedTitle['space'],
    titleKeys: readonly string[],
    facts: TitleFacts,
  ): Promise<boolean>
  /** Counts anew what has changed, once: what changes meanwhile may wait for the next time. Answers whether anything had. */
  fold(options?: FoldOptions): Promise<boolean>
  /**
   * Deletes plays that began on a day (UTC) before this time, null: none for their age; and those of deleted histories.
   * Answers how many.
   */
  sweep(before: number | null, signal?: AbortSignal): Promise<number>
}
