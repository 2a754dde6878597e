/** Why entries of a file of a history cannot be used, by code. */
export const skipReasons = {
  COLLECTED: 'It was collected, not watched.',
  ENTRY_INCOMPLETE: 'The entry is not complete.',
  NOT_WATCHED: 'It does not say that it was watched.',
  NOT_WRITABLE: 'It belongs to a user whom you may not write for.',
  NO_EARLIER_SEASONS: 'The file does not say how many episodes earlier seasons have.',
  NO_EPISODES: 'The file does not say which episodes were watched.',
  NO_ID: 'It has no id of a database that is known here.',
  NO_NUMBER: 'An episode has no number.',
  NO_POSITION: 'It was begun, and the file does not say how far.',
  NO_TITLE: 'It names no title that can be found again.',
  OTHER_MEDIA: 'It is neither a film nor a series, season, episode or anime.',
  PLAY_INCOMPLETE: 'The play is not complete, or lies in the future.',
  PLAY_TOO_OLD: 'The play is older than plays are kept here.',
  SPECIAL_OF_ANIME: 'Specials of an anime have no number that others share.',
} as const

export type SkipCode = keyof typeof skipReasons
export type SkipReason = (typeof skipReasons)[SkipCode]

export function skipCodeOf(reason: SkipReason): SkipCode {
  return codes.get(reason)!
}

const codes = new Map(
  Object.entries(skipReasons).map(([code, reason]) => [reason, code as SkipCode]),
)
