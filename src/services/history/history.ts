import type { LibraryItem } from '../../model/library-item.ts'
import type { EntryQuery, SeriesProgress } from '../../model/history-store.ts'
import type { Member } from '../../model/member.ts'
import type { PlayedVersion, PlayReport, WatchEntry, WatchState } from '../../model/watch.ts'

/** Every part of it is one row per person and title, season or episode; profiles that share a history share the rows. */
export type HistoryService = {
  /** In the order of the items. One query for all, one more where seasons or series are among them. */
  states(member: Member, items: readonly LibraryItem[]): Promise<readonly WatchState[]>
  entries(member: Member, query: EntryQuery): Promise<readonly WatchEntry[]>
  count(member: Member, query: EntryQuery): Promise<number>
  /** Series with plays, the latest first. */
  progress(
    member: Member,
    page: { titleKeys: readonly string[] | null; since: number | null; limit: number },
  ): Promise<readonly SeriesProgress[]>
  /** What the person was playing of an item that is begun and not finished; null where nothing says it. */
  playedVersion(member: Member, item: LibraryItem): Promise<PlayedVersion | null>
  /** Entries of the episodes of these series. */
  episodesOf(member: Member, titleKeys: readonly string[]): Promise<readonly WatchEntry[]>
  /** A series or a season stands for its aired regular episodes, which the caller gives. Answers the new state of the item itself. */
  setPlayed(
    member: Member,
    item: LibraryItem,
    played: boolean,
    options: { at: number | null; episodes: readonly LibraryItem[] },
  ): Promise<WatchState>
  /** Marks those of the episodes that were not played yet; the others keep their times. */
  playUpTo(member: Member, episodes: readonly LibraryItem[]): Promise<void>
  setFavorite(member: Member, item: LibraryItem, favorite: boolean): Promise<WatchState>
  /** False drops a series: it leaves Next Up until it is played again. Null takes the rating back. */
  rate(member: Member, item: LibraryItem, likes: boolean | null): Promise<WatchState>
  /** Writes what a report means: from 90 % on played, from 5 % on a place to resume at. Answers whether it now counts as played. */
  record(
    member: Member,
    item: LibraryItem,
    report: PlayReport,
    /** Whether this play has not been counted before. */
    isUncounted: boolean,
    /** What is played; null: as it was. */
    version: PlayedVersion | null,
  ): Promise<{ readonly played: boolean }>
}
