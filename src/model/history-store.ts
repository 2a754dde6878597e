import type { PageWindow } from '../core/page-window.ts'
import type { ItemKind } from './item-ref.ts'
import type { DeviceInfo } from './household.ts'
import type { OpenPlay, OpenPlayRow, PlayOrigin } from './play.ts'
import type { PlayFilter } from './play-filter.ts'
import type { PlayPlace, StoredPlay } from './play-store.ts'
import type { SessionState } from './session-store.ts'
import type { WatchEvent } from './tracker.ts'
import type { PlayedVersion, WatchedItem, WatchEntry } from './watch.ts'
import type { WatchedTime } from './watched-time.ts'

export type EntryQuery = {
  readonly kinds: readonly ItemKind[] | null
  readonly played: boolean | null
  readonly resumable: boolean | null
  readonly favorite: boolean | null
  readonly liked: boolean | null
  readonly titleKeys: readonly string[] | null
  readonly order: 'lastPlayedAt' | 'sortAt' | 'playCount'
  readonly descending: boolean
  readonly start: number
  readonly limit: number | null
}

export type SeriesProgress = {
  readonly titleKey: string
  readonly aliases: readonly string[]
  readonly lastPlayedAt: number
  readonly dropped: boolean
}

export type HistoryPart = {
  readonly itemKey: string
  readonly titleKey: string
  readonly aliases: readonly string[]
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
}

export type LocatedPart = Pick<HistoryPart, 'itemKey' | 'titleKey'> & {
  readonly isKnown: boolean
}

export type HistoryKey = HistoryPart & { readonly item: WatchedItem }

export type HistoryPlace = { readonly sortAt: number; readonly rowId: number }

export type HistoryPageQuery = PageWindow<HistoryPlace> & {
  readonly historyIds: readonly number[]
  readonly imports: boolean
  /** Its times are those of `sortAt`; who watched does not matter. */
  readonly filter: PlayFilter | null
}

export type HistoryEntry = WatchEntry & { readonly historyId: number }

export type HistoryPage = {
  readonly entries: readonly HistoryEntry[]
  /** Behind which the window has others, in the direction of reading; null: it has none. */
  readonly next: HistoryPlace | null
}

export type HistoryCounts = {
  readonly historyId: number
  readonly movies: number
  readonly episodes: number
  readonly inProgress: number
  readonly favorites: number
  readonly lastAt: number | null
}

export type ImportedPart = HistoryKey & {
  readonly played: boolean
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  readonly favorite: boolean | null
  readonly likes: boolean | null
  readonly at: number | null
  readonly origin: 'local' | 'import'
  readonly tracker: string | null
  /** Row of the tracker's link; null: it came another way. */
  readonly link: number | null
}

export type ImportedPlay = HistoryPart & Omit<StoredPlay, 'id' | 'historyId'>

export type ImportOptions = {
  readonly restore: boolean
  readonly dryRun: boolean
}

export type ImportCounts = {
  readonly added: number
  readonly updated: number
  /** Known already, or older than what is known. */
  readonly unchanged: number
  /** Cleared after it was watched, and left so. */
  readonly cleared: number
}

/** What a report changes; null leaves a value as it was. */
export type PlayChange = {
  readonly positionMs: number | null
  readonly durationMs: number | null
  readonly resumable: boolean | null
  readonly played: true | null
  readonly plays: number
  readonly version: PlayedVersion | null
  readonly at: number
}

export type Outbox = {
  /** Links that get them; none: nothing is stored. */
  readonly links: readonly number[]
  readonly events: readonly WatchEvent[]
  /** Sent before the others if the change resumes a dropped series. */
  readonly ifPickedUp: readonly WatchEvent[]
}

export type ReportedHistory = {
  readonly historyId: number
  readonly profileId: string
  readonly key: HistoryKey
  readonly isKnown: boolean
  readonly outbox: Outbox
}

export type ReportWrite = {
  readonly histories: readonly ReportedHistory[]
  /** Null: the history stays as it is. */
  readonly change: PlayChange | null
  readonly isMoment: boolean
  readonly play: OpenPlay | null
  /** What those who join the play now have not watched; null: it begins. */
  readonly playBefore: OpenPlay | null
  readonly endedPlay: OpenPlay | null
  readonly isFailed: boolean
  readonly watched: WatchedTime | null
  readonly device: DeviceInfo | null
  readonly origin: PlayOrigin
  readonly session: {
    readonly device: number
    /** The stored state this was computed from; null: none was stored. */
    readonly before: SessionState | null
    readonly state: SessionState
  } | null
}

export type ReportOutcome = {
  readonly state: SessionState | null
  readonly play: OpenPlay | null
}

export type DeviceVersion = {
  readonly storedKey: string
  readonly isStarted: boolean
  readonly version: PlayedVersion
}

export type PlayedCount = {
  readonly titleKey: string
  readonly season: number
  readonly played: number
}

export type TitleCount = {
  readonly kind: ItemKind
  readonly titleKey: string
  /** What is known of the one that was made last. */
  readonly item: WatchedItem
  readonly played: number
  readonly resumable: number
  readonly favorites: number
  /** Epoch milliseconds; null: none was played. */
  readonly lastAt: number | null
}

export type ForgetRemovedOptions = {
  /** Ids of the users whom the configuration names now. Where it throws, its users are left as they are. */
  readonly namedUsers: (configuration: number) => Promise<readonly string[]>
  /** For one user; the others are still looked at. */
  readonly onFailure: (error: unknown) => void
  readonly signal?: AbortSignal
}

/** A history belongs to a profile of a configuration; its number is the `historyId`. */
export type HistoryStore = {
  historyIdOf(configuration: number, profileId: string): Promise<number>
  find(
    historyId: number,
    parts: readonly Pick<HistoryPart, 'itemKey' | 'kind'>[],
  ): Promise<readonly WatchEntry[]>
  /** For titles that were started; null if unknown. */
  playedVersion(
    historyId: number,
    part: Pick<HistoryPart, 'itemKey' | 'kind'>,
  ): Promise<PlayedVersion | null>
  /** For the episode of a series that was played last. */
  lastVersionOf(historyId: number, titleKey: string): Promise<PlayedVersion | null>
  /** What single devices played of a film or of episodes, the newest of each and some of the newest. */
  deviceVersions(historyId: number, titleKey: string): Promise<readonly DeviceVersion[]>
  locate(historyId: number, parts: readonly HistoryPart[]): Promise<readonly LocatedPart[]>
  aliases(
    historyId: number,
    titles: readonly Pick<HistoryPart, 'titleKey' | 'kind'>[],
  ): Promise<readonly (readonly string[])[]>
  /** Of everything that is listed, some at a time. */
  countsByTitle(historyId: number): AsyncIterable<readonly TitleCount[]>
  playedCounts(historyId: number, titleKeys: readonly string[]): Promise<readonly PlayedCount[]>
  list(historyId: number, query: EntryQuery): Promise<readonly WatchEntry[]>
  count(historyId: number, query: EntryQuery): Promise<number>
  progress(
    historyId: number,
    page: { titleKeys: readonly string[] | null; since: number | null; limit: number },
  ): Promise<readonly SeriesProgress[]>
  episodesOf(historyId: number, titleKeys: readonly string[]): Promise<readonly WatchEntry[]>
  /** Also resumes the title if it was dropped. */
  markPlayed(
    historyId: number,
    keys: readonly HistoryKey[],
    at: number,
    outbox: Outbox,
  ): Promise<void>
  markUnplayed(
    historyId: number,
    parts: readonly Pick<HistoryPart, 'itemKey' | 'kind'>[],
    outbox: Outbox,
  ): Promise<void>
  /** By stored key: when what counts as played here was played last, and marked last. */
  markableTimes(
    historyId: number,
    parts: readonly Pick<HistoryPart, 'itemKey' | 'kind'>[],
  ): Promise<ReadonlyMap<string, readonly number[]>>
  setFavorite(historyId: number, key: HistoryKey, favorite: boolean, outbox: Outbox): Promise<void>
  setLikes(historyId: number, key: HistoryKey, likes: boolean | null, outbox: Outbox): Promise<void>
  /** The fast path of most reports: moves the place in something begun, while the play's row is there. False: nothing changed. */
  place(
    historyId: number,
    key: HistoryKey,
    change: PlayChange,
    playRow: OpenPlayRow | null,
  ): Promise<boolean>
  /** Writes everything a report means in one transaction. Throws StateOvertaken. */
  report(written: ReportWrite): Promise<ReportOutcome>
  /** Newest first. Equally fast at any place and in a table of any size. */
  page(query: HistoryPageQuery): Promise<HistoryPage>
  counts(historyIds: readonly number[]): Promise<readonly HistoryCounts[]>
  batch(historyId: number, after: HistoryPlace, limit: number): Promise<HistoryPage>
  /** Null removes all. Keys stay known, so that an import does not bring the entries back. Answers how many. */
  clear(historyId: number, itemKeys: readonly string[] | null): Promise<number>
  import(
    historyId: number,
    parts: readonly ImportedPart[],
    options: ImportOptions,
  ): Promise<ImportCounts>
  /** Plays that are known are not added again. Answers how many were added. */
  importPlays(
    historyId: number,
    plays: readonly ImportedPlay[],
    options: ImportOptions,
  ): Promise<number>
  playBatch(
    historyId: number,
    after: PlayPlace,
    limit: number,
  ): Promise<{ readonly plays: readonly StoredPlay[]; readonly next: PlayPlace | null }>
  /** Removes what came through a tracker's link, except `keep` (stored keys). Answers how many. */
  forgetImported(
    historyId: number,
    link: number,
    options: { keep: ReadonlySet<string>; places: boolean },
  ): Promise<number>
  /**
   * Removes plays that a user's connection to a tracker brought, except those of `keep` (stored keys) and of what still
   * counts as watched. Answers how many.
   */
  forgetImportedPlays(
    historyId: number,
    options: { profileId: string; tracker: string; keep: ReadonlySet<string> },
  ): Promise<number>
  deletePlays(ids: readonly number[]): Promise<number>
  recount(): Promise<number>
  /** Whom a configuration names now. Who is missing counts as removed at this time, until it names them again. */
  noteUsers(configuration: number, profileIds: readonly string[], now: number): Promise<void>
  /**
   * Deletes what users watched who were removed before this time, also on the histories of others; but of those whom the
   * configuration names after all, only the note.
   */
  forgetRemovedUsers(before: number, options: ForgetRemovedOptions): Promise<void>
  /** Deletes the numbers of histories that were emptied before this time and not used since. */
  forgetEmptied(before: number, options: ForgetRemovedOptions): Promise<void>
  forget(configuration: number): Promise<void>
}
