import { codedText } from './coded-text.ts'
import type { CodedText } from './coded-text.ts'
import { trackerReasons } from './tracker-reasons.ts'

/** Why something that people do on a page is refused, by code. A name in braces stands for a value. */
export const refusalTexts = {
  BACKUP_DISK_FULL:
    'The disk of {folder} has no room for another copy of the database; make room on it.',
  BACKUP_NOT_WRITTEN: 'The backup could not be written to {place} ({cause}).',
  BACKUP_OF_MYSQL:
    'The database is MySQL: back it up with mysqldump --single-transaction, or as its server does.',
  BACKUP_RUNNING:
    'Another backup is being made, or Redis cannot be reached; try again in a minute.',
  BACKUP_UNFINISHED:
    'Another process is writing {file}, or was stopped within the last minute; try again in a minute.',
  CODE_NEEDS_OWN_SECRET: 'This user has to type the code, signed in with their own secret.',
  CODE_OF_OTHER_HOUSEHOLD:
    'This device asked at the address of another household, and only its users can be signed in on it.',
  CODE_OF_OTHER_USER:
    'This device asked at the personal address of a user, and only that user can be signed in on it.',
  CODE_UNKNOWN: 'This code is unknown, used or has expired.',
  CURRENT_PASSWORD_WRONG: 'The current password is wrong.',
  FILE_ENTRIES_BROKEN:
    'The file has more than {most} entries that are not complete. Nothing of it was imported.',
  FILE_INTERRUPTED: 'Reading the file was interrupted; send it again.',
  FILE_NOT_OF_HISTORY:
    'This is no history file. Send an export of this service, of Trakt, of Simkl or of Yamtrack.',
  FILE_OF_NEWER_RELEASE:
    'The version of the file must be one of {known}; a newer release of this service wrote it.',
  FILE_OF_OTHERS_TOO_LARGE: 'Files of other services may be at most {most} MiB large.',
  FILE_STALLED: 'The file arrived too slowly or stopped arriving; send it again.',
  FILE_TAKES_MEMORY: 'The file takes too much memory to read.',
  FILE_TAKES_TIME: 'The file takes too long to read; send it in parts.',
  FILE_TOO_LARGE: 'The file is larger than {most} bytes; send it in parts.',
  FILE_TOO_MANY_ENTRIES:
    'The file has more than {most} entries and plays. Nothing of it was imported.',
  HISTORY_OF_ANOTHER_USER:
    "This user shares another user's history, which only that user may clear completely.",
  INSTANCE_PROTECTED: 'This instance is protected: config.addonPassword must be its password',
  INTERNAL: 'Something went wrong on the server. Its log has the details under {id}.',
  MEDIA_SERVER_OFF: 'The media server is switched off in this configuration.',
  NAME_TOO_LONG: 'A name may have at most {most} characters.',
  NOT_A_MANIFEST_ADDRESS:
    'This is not the address of a manifest, such as https://addon.example/manifest.json.',
  NO_PERSONAL_ADDRESS:
    'There is no such user with an address of their own; set personal in the configuration.',
  NO_SUCH_ACCESS_TOKEN: 'There is no such access token.',
  NO_SUCH_BROWSER: 'There is no such browser.',
  NO_SUCH_CONFIGURATION: 'There is no configuration with this UUID or alias',
  NO_SUCH_DEVICE: 'There is no such device.',
  NO_SUCH_TRACKER: 'There is no such tracker.',
  NO_SUCH_USER: 'There is no such user.',
  OPERATOR_PAGE_OFF: "The operator's page is off: set ADMIN_PASSWORD and start the service again.",
  OPERATOR_PASSWORD_WRONG: "The operator's password is wrong.",
  OPERATOR_SESSION_ENDED: "The operator's session has ended; sign in again.",
  PARENT_ABOVE_ITSELF:
    'The parent configuration cannot be used: a configuration cannot lie above itself. Correct parentConfig.uuid and parentConfig.password, or remove parentConfig',
  PARENT_NOT_OPENED:
    'The parent configuration cannot be used: there is no such configuration, or its password is wrong. Correct parentConfig.uuid and parentConfig.password, or remove parentConfig',
  PARENT_TOO_DEEP:
    'The parent configuration cannot be used: more than {most} configurations lie above this one. Correct parentConfig.uuid and parentConfig.password, or remove parentConfig',
  PASSWORD_HAS_CONTROLS: 'password must not contain line breaks, tabs or other control characters',
  PASSWORD_TOO_LONG: 'password must have at most {most} bytes of valid text',
  PASSWORD_TOO_SHORT: 'password must have at least {least} characters',
  PLAYS_TOO_MANY:
    'The question takes too many plays that must be counted one by one; ask for a shorter time, by from and to.',
  SEARCH_NOT_HELD: 'This search is not held any more; search again.',
  SESSION_ENDED: 'Your session has ended; sign in again.',
  SESSION_REPLACED: 'The {header} is not that of this session; reload the page.',
  SIGN_IN_WRONG: 'The UUID or alias is unknown, or the password is wrong.',
  TIMEOUT_OUT_OF_BOUNDS: 'timeout must be from 1 to {most} milliseconds.',
  TITLE_NOT_AN_ID: 'id must be a media id such as tt1254207 or tt0903747:5:14.',
  TITLE_NOT_NAMED: 'Name a type such as movie, and an id such as tt0063350.',
  TOKENS_TOO_MANY: 'There are {most} access tokens already; revoke some of them first.',
  TOKEN_NAME_LENGTH: 'name must have 1 to {most} characters.',
  TRACKER_NOT_BEGUN: 'There is no connection to finish; connect the tracker first.',
  TRACKER_NOT_SET_UP: '{tracker} is not set up on this server; the operator sets {setting}.',
  TYPE_NOT_NAMED: 'type must be a media type such as movie or series.',
  ...trackerReasons,
} as const

export type RefusalCode = keyof typeof refusalTexts
export type RefusalText = CodedText<RefusalCode>

export function refusal(
  code: RefusalCode,
  values: Readonly<Record<string, string>> = {},
): RefusalText {
  return codedText(refusalTexts, code, values)
}
