import { AppError } from '../../../core/errors.ts'
import { readJsonRows } from '../../../trackers/files/json-rows.ts'
import type { ForeignFile } from '../../../trackers/files/recognise.ts'
import { fileVersion } from '../export-file.ts'
import type { FileEntry, FileUser } from './messages.ts'
import { readEntry, readUsers } from './own-entry.ts'

/** No entry, and no list of users, is as long. */
const maxRowBytes = 512 * 1024
/** More than fit into a file of the size that is taken. */
const maxEntries = 5_000_000
/** Entries that cannot be used: a file with more of them was not written by this service. */
const maxWrong = 10_000
/** Entries that are handed on together. */
const atOnce = 500

export type OwnFile = {
  readonly users: readonly FileUser[]
  readonly skipped: ForeignFile['skipped']
}

/**
 * Reads an export of this service. Its users are known at its end, wherever they stand. Throws BAD_REQUEST where it is
 * damaged or of another version, PAYLOAD_TOO_LARGE past a bound.
 */
export function* readOwnFile(file: Iterable<Uint8Array>): Generator<readonly FileEntry[], OwnFile> {
  let users: readonly FileUser[] = []
  let count = 0
  let wrong = 0
  let waiting: FileEntry[] = []
  const onUsers = (found: readonly FileUser[]): void => void (users = found)
  for (const entry of entriesOf(file, onUsers)) {
    count += 1
    if (count > maxEntries) throw tooMany(`${maxEntries} entries`)
    if (entry === null) wrong += 1
    else waiting.push(entry)
    if (wrong > maxWrong) throw tooMany(`${maxWrong} entries that are not complete`)
    if (waiting.length < atOnce) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
  const skipped = wrong > 0 ? [{ reason: 'The entry is not complete.', count: wrong }] : []
  return { users, skipped }
}

/** Null: an entry that cannot be used. */
function* entriesOf(
  file: Iterable<Uint8Array>,
  onUsers: (users: readonly FileUser[]) => void,
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
