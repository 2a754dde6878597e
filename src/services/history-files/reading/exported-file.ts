import { AppError } from '../../../core/errors.ts'
import { refusal } from '../../../core/refusal-texts.ts'
import type { RefusalCode } from '../../../core/refusal-texts.ts'
import { readJsonRows } from '../../../trackers/files/json-rows.ts'
import { skipReasons } from '../../../model/skip-reasons.ts'
import type { ForeignFile } from '../../../trackers/files/recognise.ts'
import { fileVersions } from '../export-file.ts'
import type { FileEntry, FilePlay, FileUser } from './messages.ts'
import { readEntry, readUsers } from './exported-entry.ts'
import { readPlay } from './exported-play.ts'

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

type Rows =
  | { readonly kind: 'own'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'ownPlays'; readonly plays: readonly FilePlay[] }

type Row = { readonly entry: FileEntry | null } | { readonly play: FilePlay | null }

/** Returns the file's users. Throws BAD_REQUEST if it is damaged or of another version, PAYLOAD_TOO_LARGE above a limit. */
export function* readExportedFile(file: Iterable<Uint8Array>): Generator<Rows, ExportedFile> {
  let users: readonly FileUser[] = []
  let count = 0
  const wrong = { entry: 0, play: 0 }
  let entries: FileEntry[] = []
  let plays: FilePlay[] = []
  const onUsers = (found: readonly FileUser[]): void => void (users = found)
  for (const row of rowsOf(file, onUsers)) {
    count += 1
    if (count > maxEntries) throw tooMany('FILE_TOO_MANY_ENTRIES', maxEntries)
    if ('entry' in row) {
      if (row.entry === null) wrong.entry += 1
      else entries.push(row.entry)
    } else if (row.play === null) wrong.play += 1
    else plays.push(row.play)
    if (wrong.entry + wrong.play > maxWrong) {
      throw tooMany('FILE_ENTRIES_BROKEN', maxWrong)
    }
    if (entries.length >= atOnce) {
      yield { kind: 'own', entries }
      entries = []
    }
    if (plays.length >= atOnce) {
      yield { kind: 'ownPlays', plays }
      plays = []
    }
  }
  if (entries.length > 0) yield { kind: 'own', entries }
  if (plays.length > 0) yield { kind: 'ownPlays', plays }
  const skipped = [
    { reason: skipReasons.ENTRY_INCOMPLETE, count: wrong.entry },
    { reason: skipReasons.PLAY_INCOMPLETE, count: wrong.play },
  ]
  return { users, skipped: skipped.filter(({ count: times }) => times > 0) }
}

function* rowsOf(
  file: Iterable<Uint8Array>,
  onUsers: (users: readonly FileUser[]) => void,
): Generator<Row> {
  const paths = ['$.version', '$.users', '$.items.*', '$.plays.*']
  for (const { list, value } of readJsonRows(file, { paths, maxRowBytes })) {
    if (list === 'items') yield { entry: readEntry(value) }
    else if (list === 'plays') yield { play: readPlay(value) }
    else if (list === 'users') onUsers(readUsers(value))
    else if (!fileVersions.includes(value as number)) {
      throw new AppError(
        'BAD_REQUEST',
        refusal('FILE_OF_NEWER_RELEASE', { known: fileVersions.join(', ') }),
      )
    }
  }
}

function tooMany(code: RefusalCode, most: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', refusal(code, { most: String(most) }))
}
