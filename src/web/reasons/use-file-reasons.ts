import { useLingui } from '@lingui/react/macro'
import type { RefusalCode } from '../documents.ts'

/** Why files, backups, passwords and parents are refused, by code. */
export function useFileReasons() {
  const { t } = useLingui()
  return ({ cause, file, folder, known, least, most, place }: Readonly<Record<string, string>>) =>
    ({
      BACKUP_DISK_FULL: () =>
        t`The disk of ${folder} has no room for another copy of the database; make room on it.`,
      BACKUP_NOT_WRITTEN: () => t`The backup could not be written to ${place} (${cause}).`,
      BACKUP_OF_MYSQL: () =>
        t`The database is MySQL: back it up with mysqldump --single-transaction, or as its server does.`,
      BACKUP_RUNNING: () =>
        t`Another backup is being made, or Redis cannot be reached; try again in a minute.`,
      BACKUP_UNFINISHED: () =>
        t`Another process is writing ${file}, or was stopped within the last minute; try again in a minute.`,
      FILE_ENTRIES_BROKEN: () =>
        t`The file has more than ${most} entries that are not complete. Nothing of it was imported.`,
      FILE_INTERRUPTED: () => t`Reading the file was interrupted; send it again.`,
      FILE_NOT_OF_HISTORY: () =>
        t`This is no history file. Send an export of this service, of Trakt, of Simkl or of Yamtrack.`,
      FILE_OF_NEWER_RELEASE: () =>
        t`The version of the file must be one of ${known}; a newer release of this service wrote it.`,
      FILE_OF_OTHERS_TOO_LARGE: () => t`Files of other services may be at most ${most} MiB large.`,
      FILE_STALLED: () => t`The file arrived too slowly or stopped arriving; send it again.`,
      FILE_TAKES_MEMORY: () => t`The file takes too much memory to read.`,
      FILE_TAKES_TIME: () => t`The file takes too long to read; send it in parts.`,
      FILE_TOO_LARGE: () => t`The file is larger than ${most} bytes; send it in parts.`,
      FILE_TOO_MANY_ENTRIES: () =>
        t`The file has more than ${most} entries and plays. Nothing of it was imported.`,
      PARENT_ABOVE_ITSELF: () =>
        t`The parent configuration cannot be used: a configuration cannot lie above itself.`,
      PARENT_NOT_OPENED: () =>
        t`The parent configuration cannot be used: there is no such configuration, or its password is wrong.`,
      PARENT_TOO_DEEP: () =>
        t`The parent configuration cannot be used: more than ${most} configurations lie above this one.`,
      PASSWORD_HAS_CONTROLS: () =>
        t`The password must not contain line breaks, tabs or other control characters.`,
      PASSWORD_TOO_LONG: () => t`The password must have at most ${most} bytes of valid text.`,
      PASSWORD_TOO_SHORT: () => t`The password must have at least ${least} characters.`,
    }) satisfies Partial<Record<RefusalCode, () => string>>
}
