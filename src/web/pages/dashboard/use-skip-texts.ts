import { useLingui } from '@lingui/react/macro'

/** Why entries of a file were left out, by the service's code. */
export function useSkipTexts(): Readonly<Partial<Record<string, string>>> {
  const { t } = useLingui()
  return {
    COLLECTED: t`collected, not watched`,
    ENTRY_INCOMPLETE: t`the entry is not complete`,
    NOT_WATCHED: t`not said to be watched`,
    NOT_WRITABLE: t`of a user whom you may not write for`,
    NO_EARLIER_SEASONS: t`the file does not say how many episodes earlier seasons have`,
    NO_EPISODES: t`the file does not say which episodes were watched`,
    NO_ID: t`no id of a database that is known here`,
    NO_NUMBER: t`an episode without a number`,
    NO_POSITION: t`begun, and the file does not say how far`,
    NO_TITLE: t`no title that can be found again`,
    OTHER_MEDIA: t`neither a film nor a series, season, episode or anime`,
    PLAY_INCOMPLETE: t`the play is not complete, or lies in the future`,
    PLAY_TOO_OLD: t`the play is older than plays are kept here`,
    SPECIAL_OF_ANIME: t`a special of an anime, whose number others do not share`,
  }
}
