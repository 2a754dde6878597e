import { useLingui } from '@lingui/react/macro'
import type { Reason } from '../data/failure.ts'
import type { RefusalCode } from '../documents.ts'
import { useFileReasons } from './use-file-reasons.ts'
import { useTrackerReasons } from './use-tracker-reasons.ts'

/** Why something is refused, in the language of the page; undefined where its code is unknown. */
export function useReasonText(): (reason: Reason) => string | undefined {
  const { t } = useLingui()
  const fileReasons = useFileReasons()
  const trackerReasons = useTrackerReasons()
  return ({ code, values }) => {
    const said = Object.fromEntries(values.map(({ name, text }) => [name, text]))
    const { id, most, setting, tracker } = said
    const texts: Readonly<Record<RefusalCode, () => string>> = {
      ...fileReasons(said),
      ...trackerReasons(said),
      CODE_NEEDS_OWN_SECRET: () =>
        t`This user has to type the code, signed in with their own secret.`,
      CODE_OF_OTHER_HOUSEHOLD: () =>
        t`This device asked at the address of another household, and only its users can be signed in on it.`,
      CODE_OF_OTHER_USER: () =>
        t`This device asked at the personal address of a user, and only that user can be signed in on it.`,
      CODE_UNKNOWN: () => t`This code is unknown, used or has expired.`,
      CURRENT_PASSWORD_WRONG: () => t`The current password is wrong.`,
      HISTORY_OF_ANOTHER_USER: () =>
        t`This user shares another user's history, which only that user may clear completely.`,
      INSTANCE_PROTECTED: () => t`This service is protected: its password is missing or wrong.`,
      INTERNAL: () => t`Something went wrong in the service. Its log has the details under ${id}.`,
      MEDIA_SERVER_OFF: () => t`The media server is switched off in this configuration.`,
      NAME_TOO_LONG: () => t`A name may have at most ${most} characters.`,
      NOT_A_MANIFEST_ADDRESS: () =>
        t`This is not the address of a manifest, such as https://addon.example/manifest.json.`,
      NO_PERSONAL_ADDRESS: () => t`This user has no address of their own.`,
      NO_SUCH_ACCESS_TOKEN: () => t`There is no such access token.`,
      NO_SUCH_BROWSER: () => t`There is no such browser.`,
      NO_SUCH_CONFIGURATION: () => t`There is no such configuration.`,
      NO_SUCH_DEVICE: () => t`There is no such device.`,
      NO_SUCH_TRACKER: () => t`There is no such tracker.`,
      NO_SUCH_USER: () => t`There is no such user.`,
      OPERATOR_PAGE_OFF: () =>
        t`The operator's page is off: set ADMIN_PASSWORD and start the service again.`,
      OPERATOR_PASSWORD_WRONG: () => t`The operator's password is wrong.`,
      OPERATOR_SESSION_ENDED: () => t`The operator's session has ended; sign in again.`,
      PLAYS_TOO_MANY: () =>
        t`These are too many plays to be counted one by one; choose a shorter time.`,
      SEARCH_NOT_HELD: () => t`This search is not held any more; search again.`,
      SESSION_ENDED: () => t`Your session has ended; sign in again.`,
      SESSION_REPLACED: () =>
        t`Another sign-in has replaced the one of this page. Reload the page.`,
      SIGN_IN_WRONG: () => t`The UUID or alias is unknown, or the password is wrong.`,
      TIMEOUT_OUT_OF_BOUNDS: () => t`The longest wait must be from 1 to ${most} milliseconds.`,
      TITLE_NOT_AN_ID: () => t`The id must be one such as tt1254207 or tt0903747:5:14.`,
      TITLE_NOT_NAMED: () => t`Name a type such as movie, and an id such as tt0063350.`,
      TOKENS_TOO_MANY: () => t`There are ${most} access tokens already; revoke some of them first.`,
      TOKEN_NAME_LENGTH: () => t`The name must have 1 to ${most} characters.`,
      TRACKER_NOT_BEGUN: () => t`There is no connection to finish; connect the tracker first.`,
      TRACKER_NOT_SET_UP: () =>
        t`${tracker} is not set up on this server; the operator sets ${setting}.`,
      TYPE_NOT_NAMED: () => t`The type must be one such as movie or series.`,
    }
    return (texts as Partial<typeof texts>)[code]?.()
  }
}
