import { AppError } from '../../../core/errors.ts'
import { readJsonRows } from '../../../trackers/files/json-rows.ts'
import type { ForeignFile } from '../../../trackers/files/recognise.ts'
import { fileVersion } from '../export-file.ts'
import type { FileEntry, FileUser } from './messages.ts'
import { readEntry, readUsers } from './exported-entry.ts'

/** No real entry or list of users is that long. */
const maxRowBytes = 512 * 1024
/** More than fit into a file of the accepted size. */
const maxEntries = 5_000_000
/** A file with more unusable entries is not ours. */
const maxWrong = 10_000
const atOnce = 500

export type ExportedFile = {
  readonly users: readonly FileUser[]
  readonly skipped: ForeignFile['skipped']
}

/** Returns the file's users. Throws BAD_REQUEST if it is damaged or of another version, PAYLOAD_TOO_LARGE above a limit. */
export function* readExportedFile(
  file: Iterable<Uint8Array>,
): Generator<readonly FileEntry[], ExportedFile> {
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

function* entriesOf(
  file: Iterable<Uint8Array>,
  onUsers: (users: readonly FileUser[]) => void,
): Generator<FileEntry | null> {
  const paths = ['$.version', '$.users', '$.items.*']
  for (const { list, value } of readJsonRows(file, { paths, maxRowBytes })) {
    if (list === 'items') yield readEntry(value)
    else if (list === 'users') onUsers(readUsers(value))
    else if (value !== fileVersion) {
      throw new AppError('BAD_REQUEST', `The version of the file must be ${fileVersion}.`)
    }
  }
}

function tooMany(what: string): AppError {
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file has more than ${what}. Nothing of it was imported.`,
  )
}
