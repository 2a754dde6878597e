import { AppError } from '../../../core/errors.ts'
import { readJsonRows } from '../../../trackers/files/json-rows.ts'
import type { FilePieces } from '../../../trackers/files/recognise.ts'
import { fileVersion } from '../export-file.ts'
import type { FileEntry, FileMessage, FileUser } from './messages.ts'
import { readEntry, readUsers } from './own-entry.ts'

/** No entry, and no list of users, is as long. */
const maxRowBytes = 512 * 1024
/** More than fit into a file of the size that is taken. */
const maxEntries = 5_000_000
/** Entries that cannot be used: a file with more of them was not written by this service. */
const maxWrong = 10_000
/** Entries that are handed on together. */
const atOnce = 500

/**
 * Reads an export of this service, twice: nothing is handed on before all of it has proved to be good. Throws
 * BAD_REQUEST where it is damaged or of another version, PAYLOAD_TOO_LARGE past a bound.
 */
export function* readOwnFile(file: FilePieces): Generator<FileMessage> {
  const { users, wrong } = check(file())
  yield { kind: 'users', users }
  let waiting: FileEntry[] = []
  for (const entry of entriesOf(file())) {
    if (entry) waiting.push(entry)
    if (waiting.length < atOnce) continue
    yield { kind: 'own', entries: waiting }
    waiting = []
  }
  if (waiting.length > 0) yield { kind: 'own', entries: waiting }
  const skipped = wrong > 0 ? [{ reason: 'The entry is not complete.', count: wrong }] : []
  yield { kind: 'end', format: 'service', skipped }
}

function check(file: Iterable<Uint8Array>): { users: readonly FileUser[]; wrong: number } {
  let users: readonly FileUser[] = []
  let count = 0
  let wrong = 0
  const onUsers = (found: readonly FileUser[]): void => void (users = found)
  for (const entry of entriesOf(file, onUsers)) {
    count += 1
    if (entry === null) wrong += 1
    if (wrong > maxWrong) throw tooMany(`${maxWrong} entries that are not complete`)
    if (count > maxEntries) throw tooMany(`${maxEntries} entries`)
  }
  return { users, wrong }
}

/** Null: an entry that cannot be used. */
function* entriesOf(
  file: Iterable<Uint8Array>,
  onUsers: (users: readonly FileUser[]) => void = () => {},
): Generator<FileEntry | null> {
  const paths = ['$.version', '$.users', '$.items.*']
  for (const { list, value } of readJsonRows(file, { paths, maxRowBytes })) {
    if (list === 'items') yield readEntry(value)
    else if (list === 'users') onUsers(readUsers(value))
    else if (value !== fileVersion) {
      throw new AppError('BAD_REQUEST', `Only version ${fileVersion} of the file is known here.`)
    }
  }
}

function tooMany(what: string): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file has more than ${what}. Nothing of it was imported.`,
  )
}
