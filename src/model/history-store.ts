import type { ItemKind } from './item-ref.ts'
import type { DeviceInfo } from './household.ts'
import type { OpenPlay } from './play.ts'
import type { SessionState } from './session-store.ts'
import type { WatchEvent } from './tracker.ts'
import type { PlayedVersion, WatchedItem, WatchEntry } from './watch.ts'

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
  /** Other ids under which the series was seen. */
  readonly aliases: readonly string[]
  /** Epoch milliseconds of the latest play. */
  readonly lastPlayedAt: number
  readonly dropped: boolean
}

/** What an entry is about. */
export type HistoryPart = {
  readonly itemKey: string
  readonly titleKey: string
  /** Other ids of the whole title, such as `tmdb:1396`. */
  readonly aliases: readonly string[]
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
}

/** Where a part is kept. */
export type LocatedPart = Pick<HistoryPart, 'itemKey' | 'titleKey'> & {
  /** Whether there is a row of it. */
  readonly isKnown: boolean
}

export type HistoryKey = HistoryPart & { readonly item: WatchedItem }

/** A place between two entries of a list, the newest first. */
export type HistoryPlace = { readonly sortAt: number; readonly rowId: number }

export type HistoryPageQuery = {
  readonly viewers: readonly number[]
  /** Whether plays that were made elsewhere are in it. */
  readonly imports: boolean
  /** Null: from the newest on. */
  readonly after: HistoryPlace | null
  readonly limit: number
}

export type ViewerEntry = WatchEntry & { readonly viewer: number }

export type HistoryPage = {
  readonly entries: readonly ViewerEntry[]
  /** After which more follow; null: these are the last. */
  readonly next: HistoryPlace | null
}

/** How much one viewer has watched. */
export type HistoryCounts = {
  readonly viewer: number
  readonly movies: number
  readonly episodes: number
  readonly inProgress: number
  readonly favorites: number
  /** Epoch milliseconds of the latest play; null: none. */
  readonly lastAt: number | null
}

/** What is to be taken into the history from elsewhere. */
export type ImportedPart = HistoryKey & {
  readonly played: boolean
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  readonly favorite: boolean | null
  readonly likes: boolean | null
  /** Epoch milliseconds; null: unknown. */
  readonly at: number | null
  readonly origin: 'local' | 'import'
  readonly tracker: string | null
  /** Number of the tracker's link; null: it came otherwise. */
  readonly link: number | null
}

export type ImportOptions = {
  /** Also what was cleared after it was watched. */
  readonly restore: boolean
  /** Only tell what would be done. */
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
  /** What was played; null: as it was. */
  readonly version: PlayedVersion | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** Events for trackers that are stored in the transaction of the change that they speak of. */
export type Outbox = {
  /** Ids of the links that get them; none: nothing is stored. */
  readonly links: readonly number[]
  readonly events: readonly WatchEvent[]
  /** Ahead of the others, if the change takes up a series that was dropped. */
  readonly ifPickedUp: readonly WatchEvent[]
}

/** One of the histories that a report is written to. */
export type ReportedHistory = {
  readonly historyId: number
  /** Who watches. */
  readonly profileId: string
  readonly key: HistoryKey
  /** Whether the history has a row of this key. */
  readonly isKnown: boolean
  readonly outbox: Outbox
}

export type ReportWrite = {
  readonly histories: readonly ReportedHistory[]
  /** Null: the history stays as it is. */
  readonly change: PlayChange | null
  /** Whether it takes up a dropped series again, as all but places in between do. */
  readonly isMoment: boolean
  readonly play: OpenPlay | null
  /** The play before, which this one replaced. */
  readonly endedPlay: OpenPlay | null
  /** The play leaves no row. */
  readonly isFailed: boolean
  /** Null: a caller without a device. */
  readonly device: DeviceInfo | null
  /** Null: the state of the device stays as it is, or there is none. */
  readonly session: {
    readonly device: number
    /** The stored state that all this was told from; null: none was stored. */
    readonly before: SessionState | null
    readonly state: SessionState
  } | null
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
  find(
    viewer: number,
    parts: readonly Pick<HistoryPart, 'itemKey' | 'kind'>[],
  ): Promise<readonly WatchEntry[]>
  /** The version that was played last, of something that is begun; null where nothing says it. */
  playedVersion(
    viewer: number,
    part: Pick<HistoryPart, 'itemKey' | 'kind'>,
  ): Promise<PlayedVersion | null>
  /** Where the parts are kept, in their order: under their own keys, or under those of the same title by another id. */
  locate(viewer: number, parts: readonly HistoryPart[]): Promise<readonly LocatedPart[]>
  /** Other ids of titles, in their order. */
  aliases(
    viewer: number,
    titles: readonly Pick<HistoryPart, 'titleKey' | 'kind'>[],
  ): Promise<readonly (readonly string[])[]>
  playedCounts(viewer: number, titleKeys: readonly string[]): Promise<readonly PlayedCount[]>
  list(viewer: number, query: EntryQuery): Promise<readonly WatchEntry[]>
  count(viewer: number, query: EntryQuery): Promise<number>
  progress(
    viewer: number,
    page: { titleKeys: readonly string[] | null; since: number | null; limit: number },
  ): Promise<readonly SeriesProgress[]>
  episodesOf(viewer: number, titleKeys: readonly string[]): Promise<readonly WatchEntry[]>
  /** Also takes up again what was dropped of the title. */
  markPlayed(viewer: number, keys: readonly HistoryKey[], at: number, outbox: Outbox): Promise<void>
  markUnplayed(
    viewer: number,
    parts: readonly Pick<HistoryPart, 'itemKey' | 'kind'>[],
    outbox: Outbox,
  ): Promise<void>
  setFavorite(viewer: number, key: HistoryKey, favorite: boolean, outbox: Outbox): Promise<void>
  setLikes(viewer: number, key: HistoryKey, likes: boolean | null, outbox: Outbox): Promise<void>
  /** What most reports change: the place in something that is begun already, which no count speaks of. Whether that was so; otherwise nothing was changed. */
  place(viewer: number, key: HistoryKey, change: PlayChange): Promise<boolean>
  /** Everything that one report means, all of it or nothing. Answers the state as it was stored. Throws StateOvertaken. */
  report(written: ReportWrite): Promise<SessionState | null>
  /** Entries of several viewers, the newest first. As fast at any place and in a table of any size. */
  page(query: HistoryPageQuery): Promise<HistoryPage>
  /** Of each viewer, in the order asked. */
  counts(viewers: readonly number[]): Promise<readonly HistoryCounts[]>
  /** Entries of one viewer after a place, the oldest first. */
  batch(viewer: number, after: HistoryPlace, limit: number): Promise<HistoryPage>
  /** Removes entries, all where no keys are given; answers how many there were. Their keys stay known, so that an import does not bring them back. */
  clear(viewer: number, itemKeys: readonly string[] | null): Promise<number>
  import(
    viewer: number,
    parts: readonly ImportedPart[],
    options: ImportOptions,
  ): Promise<ImportCounts>
  /** Removes what came through a tracker's link, but for these keys; answers how many entries. */
  forgetImported(
    viewer: number,
    link: number,
    /** Keys as they are stored; `places`: whether places are removed too, or plays alone. */
    options: { keep: ReadonlySet<string>; places: boolean },
  ): Promise<number>
  /** Counts anew what is kept counted; answers for how many viewers it was wrong. */
  recount(): Promise<number>
  /** Everything that a removed configuration leaves behind. */
  forget(configuration: number): Promise<void>
}
