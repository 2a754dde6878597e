import { AppError } from '../../core/errors.ts'
import type { HistoryPlace, HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import type { PlayPlace } from '../../model/play-store.ts'
import { historyOwners } from '../history/owners.ts'
import { readableProfiles, refuseApiKeys } from '../users/access.ts'
import { fileEnd, fileEntry, fileHead, filePlay, filePlays } from './export-file.ts'

const readAtOnce = 1_000
const beginning: HistoryPlace = { sortAt: 0, rowId: 0 }
/** Only for documents built in memory; a streamed file has any size. */
const maxDocumentBytes = 32 * 2 ** 20

/** Streams one JSON document with every history and play that the caller may read, oldest first. */
export async function* exportFile(store: HistoryStore, user: User): AsyncGenerator<string> {
  refuseApiKeys(user)
  const profiles = readableProfiles(user)
  const owners = await historyOwners(store, user, profiles)
  const readable = new Set(profiles.map(({ id }) => id))
  yield fileHead(profiles, Date.now())
  yield* listed(entryLines(store, owners))
  yield filePlays
  yield* listed(playLines(store, owners, readable))
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
): AsyncGenerator<readonly string[]> {
  for (const [historyId, userId] of owners) {
    for (let place: HistoryPlace | null = beginning; place !== null;) {
      const { entries, next } = await store.batch(historyId, place, readAtOnce)
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
  readable: ReadonlySet<string>,
): AsyncGenerator<readonly string[]> {
  for (const historyId of owners.keys()) {
    for (let place: PlayPlace | null = { startedAt: 0, id: 0 }; place !== null;) {
      const { plays, next } = await store.playBatch(historyId, place, readAtOnce)
      yield plays.filter(({ profileId }) => readable.has(profileId)).map(filePlay)
      place = next
    }
  }
}

export async function exportDocument(
  store: HistoryStore,
  user: User,
): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of exportFile(store, user)) {
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
