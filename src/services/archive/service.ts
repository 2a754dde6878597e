import { AppError } from '../../core/errors.ts'
import type { HistoryPlace, HistoryStore } from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import type { Member, Profile } from '../../model/member.ts'
import { createImportedParts } from '../history/imported.ts'
import {
  mayRead,
  readableProfiles,
  requireOwn,
  requirePerson,
  requireReadable,
  requireWritable,
} from '../profiles/access.ts'
import type { ArchiveQuery, ArchiveService } from './archive.ts'
import { createListeners, openChanges } from './changes.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { durationOf, fileEnd, fileEntry, fileHead } from './export-file.ts'
import { createImport } from './import.ts'
import type { Uploads } from './uploads.ts'

const usualLimit = 50
const largestLimit = 500
/** Entries that are read at once for an export. */
const exportAtOnce = 1_000
const beginning: HistoryPlace = { sortAt: 0, number: 0 }

export function createArchiveService({
  store,
  events,
  translators,
  uploads,
}: {
  store: HistoryStore
  events: LiveEvents
  translators: readonly IdTranslator[]
  uploads: Uploads
}): ArchiveService {
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
        durationMs: durationOf(entry),
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

    import: createImport({ store, uploads, tell, partOf: createImportedParts(translators) }),

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
