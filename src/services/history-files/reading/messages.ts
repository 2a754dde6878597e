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

export type FileMessage =
  | { readonly kind: 'users'; readonly users: readonly FileUser[] }
  | { readonly kind: 'own'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'ownPlays'; readonly plays: readonly FilePlay[] }
  | ({ readonly kind: 'foreign' } & ForeignEntries)
  | ({ readonly kind: 'foreignPlays' } & ForeignPlays)
  | {
      readonly kind: 'end'
      readonly format: 'service' | ForeignFile['format']
      readonly skipped: ForeignFile['skipped']
    }

export type ReaderMessage =
  | FileMessage
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly said: string | RefusalText }
  | { readonly kind: 'failed'; readonly error: string }
