import { AppError } from '../../core/errors.ts'
import type {
  HistoryPlace,
  HistoryStore,
  ImportCounts,
  ImportedPart,
} from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import type { Member, Profile } from '../../model/member.ts'
import { createImportedParts } from '../history/imported.ts'
import {
  mayRead,
  mayWrite,
  readableProfiles,
  requireOwn,
  requirePerson,
  requireReadable,
  requireWritable,
} from '../profiles/access.ts'
import type { ArchiveQuery, ArchiveService, ImportReport, ImportRequest } from './archive.ts'
import { createListeners, openChanges } from './changes.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { fileEnd, fileEntry, fileHead } from './export-file.ts'
import { openFile } from './import-file.ts'
import type { FileUser } from './import-file.ts'

const usualLimit = 50
const largestLimit = 500
/** Entries that are read at once for an export. */
const exportAtOnce = 1_000
/** Entries of a foreign file that are written together. */
const importAtOnce = 500
const beginning: HistoryPlace = { sortAt: 0, number: 0 }

export function createArchiveService({
  store,
  events,
  translators,
}: {
  store: HistoryStore
  events: LiveEvents
  translators: readonly IdTranslator[]
}): ArchiveService {
  const partOf = createImportedParts(translators)
  const enter = createListeners()

  /** Those whose rows these profiles' histories are, each once. */
  async function viewersOf(
    { configuration }: Member,
    profiles: readonly Profile[],
  ): Promise<ReadonlyMap<number, string>> {
    const ids = [...new Set(profiles.map(({ historyId }) => historyId))]
    const viewers = await Promise.all(ids.map((id) => store.viewer(configuration, id)))
    return new Map(viewers.map((viewer, index) => [viewer, ids[index]!]))
  }

  function tell({ configuration, profiles }: Member, historyIds: ReadonlySet<string>): void {
    const profileIds = profiles
      .filter(({ historyId }) => historyIds.has(historyId))
      .map(({ id }) => id)
    events.publish({ kind: 'watched', configuration, profileIds, items: [] })
  }

  async function page(member: Member, query: ArchiveQuery) {
    requirePerson(member)
    const limit = query.limit ?? usualLimit
    if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
      throw new AppError('BAD_REQUEST', `limit must be a whole number from 1 to ${largestLimit}.`)
    }
    const chosen =
      query.userId === null ? readableProfiles(member) : [requireReadable(member, query.userId)]
    const after = query.after === null ? null : readCursor(query.after)
    const viewers = await viewersOf(member, chosen)
    const { entries, next } = await store.page({
      viewers: [...viewers.keys()],
      imports: query.imports,
      after,
      limit,
    })
    return {
      entries: entries.map((entry) => ({
        ...entry,
        userId: viewers.get(entry.viewer)!,
        cursor: writeCursor(entry),
      })),
      cursor: next && writeCursor(next),
    }
  }

  async function* exported(member: Member): AsyncGenerator<string> {
    requirePerson(member)
    const profiles = readableProfiles(member)
    yield fileHead(profiles, Date.now())
    let separator = '\n'
    for (const [viewer, userId] of await viewersOf(member, profiles)) {
      for (let place: HistoryPlace | null = beginning; place !== null;) {
        const { entries, next } = await store.batch(viewer, place, exportAtOnce)
        const aliases = await store.aliases(viewer, entries)
        const lines = entries.map((entry, index) => fileEntry(entry, userId, aliases[index]!))
        if (lines.length > 0) {
          yield separator + lines.join(',\n')
          separator = ',\n'
        }
        place = next
      }
    }
    yield fileEnd
  }

  async function importFile(member: Member, request: ImportRequest): Promise<ImportReport> {
    requirePerson(member)
    const target = request.userId === null ? null : requireWritable(member, request.userId)
    const file = await openFile(request.file)
    const tally = createTally(request)
    const add = async (historyId: string, parts: readonly ImportedPart[]): Promise<void> => {
      const viewer = await store.viewer(member.configuration, historyId)
      tally.add(await store.import(viewer, parts, request))
      if (!request.dryRun) tell(member, new Set([historyId]))
    }
    if (file.format === 'service') {
      for await (const entries of file.entries) {
        const byHistory = new Map<string, ImportedPart[]>()
        for (const entry of entries) {
          const owner = entry && (target ?? sameUser(member, file.users(), entry.userId))
          if (!entry) tally.skip('The entry is not complete.')
          else if (!owner) tally.skip('It belongs to a user whom you may not write for.')
          else {
            const parts = byHistory.get(owner.historyId) ?? []
            byHistory.set(owner.historyId, parts)
            parts.push(entry.part)
          }
        }
        for (const [historyId, parts] of byHistory) await add(historyId, parts)
        tally.progress(entries.length)
      }
      return tally.report('service', [])
    }
    const { historyId } = target ?? member.profile
    const source = { origin: 'import', tracker: file.format, link: null } as const
    for (let start = 0; start < file.entries.length; start += importAtOnce) {
      const some = file.entries.slice(start, start + importAtOnce)
      const parts: ImportedPart[] = []
      for (const entry of some) {
        const part = await partOf(entry, source)
        if (part) parts.push(part)
        else tally.skip('It names no title that can be found again.')
      }
      await add(historyId, parts)
      tally.progress(some.length)
    }
    return tally.report(file.format, file.skipped)
  }

  return {
    async activity(member) {
      requirePerson(member)
      const profiles = readableProfiles(member)
      const own = profiles.filter(({ id, historyId }) => id === historyId)
      const viewers = await viewersOf(member, own)
      const counts = await store.counts([...viewers.keys()])
      const byProfile = new Map(
        counts.map(({ viewer, ...rest }) => [viewers.get(viewer)!, rest] as const),
      )
      return profiles.map((profile) => ({ profile, counts: byProfile.get(profile.id) ?? null }))
    },

    page,

    async clear(member, userId, itemKeys) {
      requirePerson(member)
      const target = requireWritable(member, userId)
      const isShared = target.historyId !== target.id
      if (isShared && itemKeys === null && !member.profile.own) {
        throw new AppError(
          'FORBIDDEN',
          'This user shares the history of another one, who alone may clear all of it.',
        )
      }
      const viewer = await store.viewer(member.configuration, target.historyId)
      const cleared = await store.clear(viewer, itemKeys)
      if (cleared > 0) tell(member, new Set([target.historyId]))
      return cleared
    },

    export: exported,

    import: importFile,

    changes: (follow, kinds, signal) =>
      openChanges(
        follow,
        (event, member) => isChange(event, member, kinds),
        signal,
        (member) => {
          requirePerson(member)
          if (kinds === 'sessions') requireOwn(member)
          return enter(member.configuration)
        },
      ),
  }
}

/** Whether an event changes what the member gets to see of the household's activity, or of its sessions. */
function isChange(event: LiveEvent, member: Member, kinds: 'activity' | 'sessions'): boolean {
  if (event.kind === 'secrets') return true
  if (event.kind === 'sessions') return member.profile.own
  if (event.kind !== 'watched' || kinds === 'sessions') return false
  const { profileIds } = event
  return member.profiles.some(
    (profile) => profileIds.includes(profile.id) && mayRead(member, profile),
  )
}

/** Who in this household somebody of a file is: by id, the first user by being that, others by name. */
function sameUser(member: Member, users: readonly FileUser[], userId: string): Profile | null {
  const known = users.find(({ id }) => id === userId)
  const found =
    member.profiles.find(({ id }) => id === userId) ??
    member.profiles.find(({ own, name }) => (known?.own ? own : known && name === known.name))
  return found && mayWrite(member, found) ? found : null
}

function createTally({ onProgress }: ImportRequest) {
  const counts = { added: 0, updated: 0, unchanged: 0, cleared: 0 }
  const skipped = new Map<string, number>()
  let read = 0
  return {
    add(some: ImportCounts): void {
      for (const name of Object.keys(counts) as (keyof ImportCounts)[]) counts[name] += some[name]
    },
    skip(reason: string): void {
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    },
    progress(entries: number): void {
      read += entries
      onProgress?.(read)
    },
    report(format: ImportReport['format'], also: ImportReport['skipped']): ImportReport {
      const own = [...skipped].map(([reason, count]) => ({ reason, count }))
      return { format, ...counts, skipped: [...also, ...own] }
    },
  }
}
