import type { ErrorCode } from '../../../core/errors.ts'
import type { RefusalText } from '../../../core/refusal-texts.ts'
import type { ImportedPart, ImportedPlay } from '../../../model/history-store.ts'
import type {
  ForeignEntries,
  ForeignFile,
  ForeignPlays,
} from '../../../trackers/files/recognise.ts'

export const diskFull = "The server's disk is full."

export type FileEntry = { readonly userId: string; readonly part: ImportedPart }
export type FilePlay = {
  readonly userId: string
  readonly play: Omit<ImportedPlay, 'profileId'>
}
export type FileUser = { readonly id: string; readonly name: string; readonly own: boolean }

export type FileContent =
  | { readonly kind: 'own'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'ownPlays'; readonly plays: readonly FilePlay[] }
  | ({ readonly kind: 'foreign' } & ForeignEntries)
  | ({ readonly kind: 'foreignPlays' } & ForeignPlays)

export type FileSummary = {
  readonly users: readonly FileUser[]
  readonly format: 'service' | ForeignFile['format']
  readonly skipped: ForeignFile['skipped']
}

export type FileMessage =
  | { readonly kind: 'users'; readonly users: readonly FileUser[] }
  | FileContent
  | ({ readonly kind: 'end' } & Omit<FileSummary, 'users'>)

export type ReaderMessage =
  | { readonly kind: 'reading' }
  | ({ readonly kind: 'read' } & FileSummary)
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly said: string | RefusalText }
  | { readonly kind: 'failed'; readonly error: string }
