import type { Client } from '../../model/credentials.ts'
import type {
  HistoryStore,
  ImportCounts,
  ImportedPart,
  ImportedPlay,
} from '../../model/history-store.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import { keptFrom } from '../../model/kept-plays.ts'
import { skipCodeOf, skipReasons } from '../../model/skip-reasons.ts'
import type { SkipCode, SkipReason } from '../../model/skip-reasons.ts'
import type { User, Profile } from '../../model/household.ts'
import type { ForeignEntries, ForeignPlays } from '../../trackers/files/recognise.ts'
import { mayWrite, refuseApiKeys, requireWritable } from '../users/access.ts'
import { announceHistory } from '../history/announce.ts'
import { datedPlays } from '../history/imported.ts'
import type { PartOf } from '../history/imported.ts'
import { withoutOwnMarks } from '../history/own-marks.ts'
import type { FileEntry, FileMessage, FilePlay, FileUser } from './reading/messages.ts'
import type { Upload } from './spool.ts'
import type { Uploads } from './uploads.ts'

export type ImportRequest = {
  readonly client: Client
  /** Overrides the user in the file, which defaults to the caller. */
  readonly userId?: string | null | undefined
  readonly dryRun: boolean
  readonly restore: boolean
  readonly onProgress?: (entries: number) => void
}

export type ImportReport = ImportCounts & {
  readonly plays: number
  readonly format: (typeof fileFormats)[number]
  readonly skipped: readonly {
    readonly code: SkipCode
    readonly reason: SkipReason
    readonly count: number
  }[]
}

export const fileFormats = ['service', 'trakt', 'simkl', 'yamtrack'] as const

type ImportDeps = {
  readonly store: HistoryStore
  readonly events: LiveEvents
  readonly uploads: Uploads
  readonly partOf: PartOf
  /** Null or undefined for ever. */
  readonly playsKeptMs?: number | null | undefined
}

/** Writes what has been read of a whole file, piece by piece. */
export async function importFile(
  deps: ImportDeps,
  user: User,
  request: ImportRequest,
  upload: Upload,
): Promise<ImportReport> {
  refuseApiKeys(user)
  const target = request.userId == null ? null : requireWritable(user, request.userId)
  const uploader = { configuration: user.configuration, client: request.client }
  return deps.uploads.read(uploader, upload, async (messages) => {
    const writer = createWriter(deps, user, target, request)
    for await (const message of messages) await writer.take(message)
    return writer.report()
  })
}

function createWriter(
  { store, partOf, events, playsKeptMs }: ImportDeps,
  user: User,
  target: Profile | null,
  request: ImportRequest,
) {
  const tally = createTally(request)
  let ownerOf = ownersAmong(user, [])

  async function add(historyOwner: string, parts: readonly ImportedPart[]): Promise<void> {
    const historyId = await store.historyIdOf(user.configuration, historyOwner)
    tally.add(await store.import(historyId, parts, request))
    if (!request.dryRun) announceHistory(events, user, historyOwner)
  }

  async function addOwn(entries: readonly FileEntry[]): Promise<void> {
    const byHistory = new Map<string, ImportedPart[]>()
    for (const { userId, part } of entries) {
      const owner = target ?? ownerOf(userId)
      if (!owner) tally.skip(skipReasons.NOT_WRITABLE)
      else {
        const parts = byHistory.get(owner.historyOwner) ?? []
        byHistory.set(owner.historyOwner, parts)
        parts.push(part)
      }
    }
    for (const [owner, parts] of byHistory) await add(owner, parts)
    tally.progress(entries.length)
  }

  async function addForeign({ format, entries }: ForeignEntries): Promise<void> {
    const source = { origin: 'import', tracker: format, link: null } as const
    const parts: ImportedPart[] = []
    for (const entry of entries) {
      const part = await partOf(entry, source)
      if (part) parts.push(part)
      else tally.skip(skipReasons.NO_TITLE)
    }
    await add((target ?? user.profile).historyOwner, parts)
    tally.progress(entries.length)
  }

  async function addPlays(by: Profile, plays: readonly Omit<ImportedPlay, 'profileId'>[]) {
    const historyId = await store.historyIdOf(user.configuration, by.historyOwner)
    const since = keptFrom(playsKeptMs, Date.now())
    const kept = plays.filter(({ startedAt }) => startedAt >= since)
    if (kept.length < plays.length) tally.skip(skipReasons.PLAY_TOO_OLD, plays.length - kept.length)
    const own = kept.map((play) => ({ ...play, profileId: by.id }))
    const added = await store.importPlays(historyId, own, request)
    tally.addPlays(added)
    if (added > 0 && !request.dryRun) announceHistory(events, user, by.historyOwner)
  }

  async function addOwnPlays(plays: readonly FilePlay[]): Promise<void> {
    const groups = Map.groupBy(plays, ({ userId }) => target ?? ownerOf(userId))
    for (const [by, own] of groups) {
      if (by)
        await addPlays(
          by,
          own.map(({ play }) => play),
        )
      else tally.skip(skipReasons.NOT_WRITABLE, own.length)
    }
    tally.progress(plays.length)
  }

  async function addForeignPlays({ format, plays: entries }: ForeignPlays): Promise<void> {
    const source = { origin: 'import', tracker: format, link: null } as const
    const by = target ?? user.profile
    const historyId = await store.historyIdOf(user.configuration, by.historyOwner)
    // What names no title was counted with the entries.
    const dated = await datedPlays(partOf, entries, source)
    await addPlays(by, await withoutOwnMarks(store, historyId, dated))
    tally.progress(entries.length)
  }

  return {
    async take(message: FileMessage): Promise<void> {
      if (message.kind === 'users') ownerOf = ownersAmong(user, message.users)
      else if (message.kind === 'own') await addOwn(message.entries)
      else if (message.kind === 'ownPlays') await addOwnPlays(message.plays)
      else if (message.kind === 'foreign') await addForeign(message)
      else if (message.kind === 'foreignPlays') await addForeignPlays(message)
      else tally.end(message)
    },
    report: tally.report,
  }
}

/** Maps a user of the file to this household: by id, by being the first user, or by name. */
function ownersAmong(user: User, users: readonly FileUser[]): (userId: string) => Profile | null {
  const byId = new Map(user.profiles.map((profile) => [profile.id, profile]))
  const byName = new Map(user.profiles.toReversed().map((profile) => [profile.name, profile]))
  const first = user.profiles.find(({ isOwner }) => isOwner)
  for (const { id, name, own } of users) {
    const found = own ? first : byName.get(name)
    if (found && !byId.has(id)) byId.set(id, found)
  }
  return (userId) => {
    const found = byId.get(userId)
    return found && mayWrite(user, found) ? found : null
  }
}

function createTally({ onProgress }: ImportRequest) {
  const counts = { added: 0, updated: 0, unchanged: 0, cleared: 0 }
  const skipped = new Map<SkipReason, number>()
  let read = 0
  let plays = 0
  let format: ImportReport['format'] = 'service'
  const skip = (reason: SkipReason, count = 1): void =>
    void skipped.set(reason, (skipped.get(reason) ?? 0) + count)
  return {
    skip,
    add(some: ImportCounts): void {
      for (const name of Object.keys(counts) as (keyof ImportCounts)[]) counts[name] += some[name]
    },
    addPlays: (count: number): void => void (plays += count),
    progress(entries: number): void {
      read += entries
      onProgress?.(read)
    },
    end(message: Extract<FileMessage, { kind: 'end' }>): void {
      format = message.format
      for (const { reason, count } of message.skipped) skip(reason, count)
    },
    report: (): ImportReport => ({
      format,
      ...counts,
      plays,
      skipped: [...skipped].map(([reason, count]) => ({ code: skipCodeOf(reason), reason, count })),
    }),
  }
}
