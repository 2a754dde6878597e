import { AppError } from '../../core/errors.ts'
import type { HistoryEntry, HistoryPlace, HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import type { PlayPlace, StoredPlay } from '../../model/play-store.ts'
import { historyOwners } from '../history/owners.ts'
import type { LibraryService } from '../library/service.ts'
import { readableProfiles, refuseApiKeys } from '../users/access.ts'
import { fileEnd, fileEntry, fileHead, filePlay, filePlays } from './export-file.ts'

export type ExportDeps = {
  readonly store: HistoryStore
  readonly library: Pick<LibraryService, 'visibleEntries' | 'visibleKeys'>
}

const readAtOnce = 1_000
const beginning: HistoryPlace = { sortAt: 0, rowId: 0 }
/** Only for documents built in memory; a streamed file has any size. */
const maxDocumentBytes = 32 * 2 ** 20

/** Streams one JSON document with every history and play that the caller may read, oldest first. */
export async function* exportFile(
  { store, library }: ExportDeps,
  user: User,
): AsyncGenerator<string> {
  refuseApiKeys(user)
  const profiles = readableProfiles(user)
  const owners = await historyOwners(store, user, profiles)
  const readable = new Set(profiles.map(({ id }) => id))
  yield fileHead(profiles, Date.now())
  yield* listed(entryLines(store, owners, (entries) => library.visibleEntries(user, entries)))
  yield filePlays
  yield* listed(
    playLines(store, owners, async (plays) => {
      const own = plays.filter(({ profileId }) => readable.has(profileId))
      const keys = new Set(await library.visibleKeys(user, [...new Set(own.map(keyOfTitle))]))
      return own.filter((play) => keys.has(keyOfTitle(play)))
    }),
  )
  yield fileEnd
}

async function* listed(blocks: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const lines of blocks) {
    if (lines.length === 0) continue
    yield separator + lines.join(',\n')
    separator = ',\n'
  }
}

async function* entryLines(
  store: HistoryStore,
  owners: ReadonlyMap<number, string>,
  seen: (entries: readonly HistoryEntry[]) => Promise<readonly HistoryEntry[]>,
): AsyncGenerator<readonly string[]> {
  for (const [historyId, userId] of owners) {
    for (let place: HistoryPlace | null = beginning; place !== null;) {
      const { entries: all, next } = await store.batch(historyId, place, readAtOnce)
      const entries = await seen(all)
      const aliases = await store.aliases(historyId, entries)
      yield entries.map((entry, index) => fileEntry(entry, userId, aliases[index]!))
      place = next
    }
  }
}

/** Others may share a history whose plays are not the caller's to read. */
async function* playLines(
  store: HistoryStore,
  owners: ReadonlyMap<number, string>,
  seen: (plays: readonly StoredPlay[]) => Promise<readonly StoredPlay[]>,
): AsyncGenerator<readonly string[]> {
  for (const historyId of owners.keys()) {
    for (let place: PlayPlace | null = { startedAt: 0, id: 0 }; place !== null;) {
      const { plays, next } = await store.playBatch(historyId, place, readAtOnce)
      yield (await seen(plays)).map(filePlay)
      place = next
    }
  }
}

export async function exportDocument(
  deps: ExportDeps,
  user: User,
): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of exportFile(deps, user)) {
    text += piece
    if (text.length > maxDocumentBytes) {
      throw new AppError(
        'BAD_REQUEST',
        'The history is too large for one answer; use GET /Service/History/Export.',
      )
    }
  }
  return JSON.parse(text) as Record<string, unknown>
}

function keyOfTitle({ titleKey }: StoredPlay): string {
  return titleKey
}
