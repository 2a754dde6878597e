import type { HistoryCounts, ImportCounts, ViewerEntry } from '../../model/history-store.ts'
import type { Member, Profile } from '../../model/member.ts'
import type { Follow } from './changes.ts'
import type { Upload } from './spool.ts'

/** An entry and whose it is. */
export type OwnedEntry = ViewerEntry & {
  /** Id of the profile whose history it is in. */
  readonly userId: string
  /** Leads to what follows it. */
  readonly cursor: string
}

export type ArchivePage = {
  readonly entries: readonly OwnedEntry[]
  /** Null: these are the last. */
  readonly cursor: string | null
}

export type ArchiveQuery = {
  /** Null: everybody whose history the member may read. */
  readonly userId: string | null
  /** Whether plays that were made elsewhere are in it. */
  readonly imports: boolean
  /** 1 to 500; null: 50. */
  readonly limit: number | null
  /** Of an earlier page; null: from the newest on. */
  readonly after: string | null
}

/** How much somebody has watched; the counts are null where the history is another one's. */
export type ProfileActivity = {
  readonly profile: Profile
  readonly counts: Omit<HistoryCounts, 'viewer'> | null
}

export type ImportRequest = Upload & {
  /** Whose history to add to; null: as the file says, or the member's own. */
  readonly userId: string | null
  readonly dryRun: boolean
  /** Also what was cleared after it was watched. */
  readonly restore: boolean
  /** Hears how many entries were read so far. */
  readonly onProgress?: (entries: number) => void
}

export type ImportReport = ImportCounts & {
  readonly format: 'service' | 'trakt' | 'simkl' | 'yamtrack'
  /** What could not be used, and why. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[]
}

/**
 * The history as a whole: the first user reads and writes everybody's, others read that of everybody whom they see and
 * who is not private, and write their own; API keys neither. What a caller may not read is left out, and FORBIDDEN
 * where it is named.
 */
export type ArchiveService = {
  activity(member: Member): Promise<readonly ProfileActivity[]>
  /** The newest first. BAD_REQUEST for a cursor that was not given out, or a limit out of bounds. */
  page(member: Member, query: ArchiveQuery): Promise<ArchivePage>
  /** Null: everything. Answers how many entries there were. Who shares another's history clears single entries alone. */
  clear(member: Member, userId: string, itemKeys: readonly string[] | null): Promise<number>
  /** One JSON document with the history of everybody whom the member may read, the oldest entry first, in pieces. */
  export(member: Member): AsyncIterable<string>
  /**
   * Takes a file in whole or not at all: BAD_REQUEST for one that is damaged, or none of those that can be read,
   * PAYLOAD_TOO_LARGE past a bound, RATE_LIMIT_EXCEEDED where too many wait. The same file once more changes nothing.
   */
  import(member: Member, request: ImportRequest): Promise<ImportReport>
  /**
   * One value at once and at each change of what the caller may read, at most one a second. Ends with the signal and
   * with the caller's right; FORBIDDEN for sessions to anybody but the first user.
   */
  changes(
    follow: Follow,
    kinds: 'activity' | 'sessions',
    signal: AbortSignal,
  ): Promise<AsyncIterable<void>>
}
