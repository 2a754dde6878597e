import { AppError } from '../../core/errors.ts'
import type { HistoryPlace, HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import { historyOwners } from '../history/owners.ts'
import { readableProfiles, refuseApiKeys } from '../users/access.ts'
import { fileEnd, fileEntry, fileHead } from './export-file.ts'

const readAtOnce = 1_000
const beginning: HistoryPlace = { sortAt: 0, rowId: 0 }
/** Only for documents built in memory; a streamed file has any size. */
const maxDocumentBytes = 32 * 2 ** 20

/** Streams one JSON document with every history that the caller may read, oldest entry first. */
export async function* exportFile(store: HistoryStore, user: User): AsyncGenerator<string> {
  refuseApiKeys(user)
  const profiles = readableProfiles(user)
  yield fileHead(profiles, Date.now())
  let separator = '\n'
  for (const [historyId, userId] of await historyOwners(store, user, profiles)) {
    for (let place: HistoryPlace | null = beginning; place !== null;) {
      const { entries, next } = await store.batch(historyId, place, readAtOnce)
      const aliases = await store.aliases(historyId, entries)
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
