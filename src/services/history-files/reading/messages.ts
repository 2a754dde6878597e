import type { ErrorCode } from '../../../core/errors.ts'
import type { ImportedPart } from '../../../model/history-store.ts'
import type { ForeignEntries, ForeignFile } from '../../../trackers/files/recognise.ts'

export const diskFull = "The server's disk is full."

/** An entry of a file of this service, and the user it belonged to. */
export type FileEntry = { readonly userId: string; readonly part: ImportedPart }
export type FileUser = { readonly id: string; readonly name: string; readonly own: boolean }

/** What a file holds, in pieces; the last one is `end`. */
export type FileMessage =
  /** Comes before the entries of a file of this service. */
  | { readonly kind: 'users'; readonly users: readonly FileUser[] }
  | { readonly kind: 'own'; readonly entries: readonly FileEntry[] }
  | ({ readonly kind: 'foreign' } & ForeignEntries)
  | {
      readonly kind: 'end'
      readonly format: 'service' | ForeignFile['format']
      /** What could not be used, and why. */
      readonly skipped: ForeignFile['skipped']
    }

/** What the process that reads a file says, one line each. */
export type ReaderMessage =
  | FileMessage
  /** It is still at work. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'failed'; readonly error: string }
