import type { PageWindow } from '../core/page-window.ts'
import type { ItemKind } from './item-ref.ts'
import type { PlayedTitle, PlayFilter, PlayReader } from './play-filter.ts'
import type {
  PlayCount,
  StatisticsQuery,
  StreamsQuery,
  TopCount,
  TopQuery,
} from './play-statistics.ts'
import type { Delivery, PlayOrigin } from './play.ts'
import type { TitleFacts } from './title-facts.ts'
import type { WatchEntry } from './watch.ts'

export type StoredPlay = {
  readonly id: number
  readonly historyId: number
  readonly profileId: string
  readonly itemKey: string
  readonly titleKey: string
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
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
  readonly versionMark: number | null
  readonly versionName: string | null
  readonly resolution: string | null
  readonly source: string | null
  readonly service: string | null
  readonly delivery: Delivery | null
  readonly origin: PlayOrigin
  readonly tracker: string | null
}

/** A title of which somebody has finished the film, or the same episode, more than once. */
export type Rewatched = {
  /** Its space and its key. */
  readonly title: string
  /** How often it was finished beyond the first time. */
  readonly again: number
  /** Epoch milliseconds at which the last of these plays began. */
  readonly lastAt: number
}

/** Plays of one user with little time between them. */
export type WatchSession = {
  readonly profileId: string
  readonly startedAt: number
  readonly endedAt: number
  readonly plays: number
  readonly watchedMs: number
}

export type LeftSeries = {
  readonly titleKey: string
  /** Epoch milliseconds of the last play. */
  readonly lastAt: number
  readonly played: number
  /** Episodes that had aired when the series was last seen. */
  readonly episodes: number
}

export type PlayPlace = { readonly startedAt: number; readonly id: number }

export type PlayPageQuery = PageWindow<PlayPlace> & {
  readonly filter: PlayFilter
  readonly descending: boolean
}

export type PlayPage = {
  readonly plays: readonly StoredPlay[]
  readonly hasMore: boolean
}

export type FoldOptions = {
  /** Ends it early. */
  readonly signal?: AbortSignal
  /** Told of each month of a history that could not be counted; without it the first failure is thrown. */
  readonly onFailure?: (error: unknown, historyId: number) => void
  /** Awaited after each step, so that others come first. */
  readonly rest?: () => Promise<void>
}

export type LeftSeriesQuery = {
  readonly configuration: number
  readonly historyId: number
  /** Epoch milliseconds since which nothing of them was played. */
  readonly before: number
  /** Only those left later than that; null: any. */
  readonly after: number | null
  readonly first: number
  /** Null: any. */
  readonly titles: readonly string[] | null
}

export type NamedTitles = {
  readonly keys: readonly string[]
  /** Watched titles with one of these keys that are called something else. */
  readonly except: readonly PlayedTitle[]
}

export type PlayStore = {
  /** Watched titles of a configuration whose names contain every one of these folded words. */
  titlesNamed(configuration: number, words: readonly string[]): Promise<NamedTitles>
  /** Throws BAD_REQUEST where the filter leaves next to nothing of very many plays. */
  page(query: PlayPageQuery): Promise<PlayPage>
  /** In this order, without those that are gone. */
  byIds(ids: readonly number[]): Promise<readonly StoredPlay[]>
  /** When the first play began, in epoch milliseconds; null: there is none. */
  earliest(readers: readonly PlayReader[]): Promise<number | null>
  /** Each slot of each group that has any play; without groups always. A title is named by its space and its key. Throws BAD_REQUEST where it would take too long. */
  count(query: StatisticsQuery): Promise<readonly PlayCount[]>
  /** The most streams at once in each slot. Throws BAD_REQUEST if too many plays must be read. */
  streams(query: StreamsQuery): Promise<readonly number[]>
  /** The groups with the most plays, time or users, without those that are unknown. */
  top(query: TopQuery): Promise<readonly TopCount[]>
  /** Titles by how often they were finished again, most often first. Throws BAD_REQUEST if too many plays must be read. */
  rewatched(filter: StatisticsQuery['filter'], first: number): Promise<readonly Rewatched[]>
  /** Null without plays. Throws BAD_REQUEST if too many must be read. */
  longestSession(filter: StatisticsQuery['filter']): Promise<WatchSession | null>
  /** Series of a history that were begun, not played since and not seen to their end, those left last first. */
  leftSeries(query: LeftSeriesQuery): Promise<readonly LeftSeries[]>
  /** What titles are called in a household, in their order; null if unknown. */
  namesOf(
    configuration: number,
    titles: readonly PlayedTitle[],
  ): Promise<readonly (string | null)[]>
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
  /** Takes over what titles are called that only the previous release has written. */
  takeFormerNames(): Promise<void>
  /** Configurations with watched titles of which nothing is known, and for which nobody was asked since a time. */
  unlearnedOf(askedBefore: number): Promise<readonly number[]>
  /** Such titles; with those that were asked for in the last hour no more than `most`. */
  unlearned(
    configuration: number,
    askedBefore: number,
    most: number,
  ): Promise<readonly PlayedTitle[]>
  noteAsked(configuration: number, title: PlayedTitle, at: number): Promise<void>
  /** Counts anew what has changed, once: what changes meanwhile may wait for the next time. Answers whether anything had. */
  fold(options?: FoldOptions): Promise<boolean>
  /**
   * Deletes plays that began on a day (UTC) before this time, null: none for their age; and those of deleted histories.
   * Answers how many.
   */
  sweep(before: number | null, signal?: AbortSignal): Promise<number>
}
