import { useLingui } from '@lingui/react/macro'
import type { WarningCode } from '../documents.ts'

const kept = '{"set":true}'

/** What is wrong with users of a household, by code. */
export function useUserTexts() {
  const { t } = useLingui()
  return ({ field }: Readonly<Record<string, string>>) => {
    return {
      HISTORY_OF_NOBODY: () =>
        t`names no user of this list, by id or name; "owner" is the first one`,
      HISTORY_OF_PERSONAL: () => t`names a user who sees nothing of others`,
      HISTORY_OF_SELF: () => t`names the user itself`,
      HISTORY_OF_SHARER: () => t`names a user who shares a history as well`,
      HISTORY_WITH_PERSONAL: () => t`cannot go with "personal": such a user sees nothing of others`,
      HOURS_TURNED_ROUND: () =>
        t`must be above startHour; a time that goes past midnight takes two entries`,
      NO_SECRET_STORED: () => t`is ${kept}, but no ${field} is stored for this user to keep`,
      NOT_A_PASSWORD: () => t`must be text, or ${kept} to keep the stored one`,
      NOT_A_PICTURE: () => t`must be an https address or an image data URL of at most 100 KB`,
      NOT_A_PIN: () => t`must be 4 to 12 digits`,
      NOT_A_PIN_TO_KEEP: () => t`must be text of 4 to 12 digits, or ${kept} to keep the stored one`,
      NOT_A_RATING: () => t`must be a rating that names an age, such as PG-13, FSK 12 or 12`,
      NOT_A_RATING_OR_AGE: () =>
        t`must be an age from 0 to 21, or a rating such as PG-13 or FSK 12`,
      NOT_A_USER_ID: () => t`must be 32 hexadecimal digits; leave it out for a new user`,
      NOT_HASHABLE: () => t`must have at most 256 bytes of valid text`,
      USER_ID_OF_OWNER: () =>
        t`is the id of the first user, who is no user of this list; choose another`,
      USER_ID_TAKEN: () => t`is the id of another user of this list`,
      USER_NAME_BLANK: () => t`must not be blank`,
      USER_NAME_TAKEN: () => t`is taken: every user, the owner included, has a name of its own`,
    } satisfies Partial<Record<WarningCode, () => string>>
  }
}
