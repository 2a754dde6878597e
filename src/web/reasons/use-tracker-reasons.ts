import { useLingui } from '@lingui/react/macro'
import type { TrackerReasonCode } from '../documents.ts'
import { useFailureKinds } from '../parts/use-failure-kinds.ts'

export function useTrackerReasons() {
  const { t, i18n } = useLingui()
  const kinds: Readonly<Partial<Record<string, string>>> = useFailureKinds()
  return ({ failure, host, problem, status, tracker, words }: Readonly<Record<string, string>>) => {
    const kind = kinds[failure?.toUpperCase().replaceAll('-', '_') ?? '']
    const isEnglish = i18n.locale === 'en'
    const what = isEnglish ? problem! : (kind ?? t`It did not answer`)
    const attributed = `${tracker}: ${what}`
    return {
      TRACKER_ANSWERED: () => t`${host} answered with status ${status}`,
      TRACKER_ANSWERED_SAYING: () => t`${host} answered with status ${status}: ${words}`,
      TRACKER_ASKED_TOO_OFTEN: () => t`${tracker} is asked too often`,
      TRACKER_CLOSED: () => t`${tracker} is closed for a while`,
      TRACKER_CODE_LATE: () => t`The code was not entered in time: please begin anew`,
      TRACKER_CODE_REFUSED: () =>
        t`${tracker} did not accept the code: it may be mistyped, used already or too old`,
      TRACKER_CODE_UNKNOWN: () => t`${tracker} does not know this code: please begin anew`,
      TRACKER_CODE_USED: () => t`This code was used already: please begin anew`,
      TRACKER_DECLINED: () => t`The connection was declined at ${tracker}`,
      TRACKER_DISCONNECTED: () => t`${tracker} does not accept the connection any more`,
      TRACKER_FAILED: () => (isEnglish || !tracker ? what : attributed),
      TRACKER_GAVE_NO_TOKEN: () => t`${tracker} gave no token`,
      TRACKER_NOT_ANSWERING: () => attributed,
      TRACKER_SAYS: () => t`${tracker} says: ${words}`,
      TRACKER_SERVICE_UNKNOWN: () =>
        t`${tracker} does not know this service: its client id or secret is wrong`,
      TRACKER_TITLE_UNKNOWN: () => t`${tracker} does not know this title`,
      TRACKER_UNREADABLE: () => t`${tracker} gave an answer that cannot be read`,
      TRACKER_WITHOUT_PROTOCOL: () => t`The answer is not what the protocol describes`,
    } satisfies Readonly<Record<TrackerReasonCode, () => string>>
  }
}
