import { codedText } from './coded-text.ts'
import type { CodedText } from './coded-text.ts'

export const trackerReasons = {
  TRACKER_ANSWERED: '{host} answered with status {status}',
  TRACKER_ANSWERED_SAYING: '{host} answered with status {status}: {words}',
  TRACKER_ASKED_TOO_OFTEN: '{tracker} is asked too often',
  TRACKER_CLOSED: '{tracker} is closed for a while',
  TRACKER_CODE_LATE: 'The code was not entered in time: please begin anew',
  TRACKER_CODE_REFUSED:
    '{tracker} did not accept the code: it may be mistyped, used already or too old',
  TRACKER_CODE_UNKNOWN: '{tracker} does not know this code: please begin anew',
  TRACKER_CODE_USED: 'This code was used already: please begin anew',
  TRACKER_DECLINED: 'The connection was declined at {tracker}',
  TRACKER_DISCONNECTED: '{tracker} does not accept the connection any more',
  TRACKER_FAILED: '{problem}',
  TRACKER_GAVE_NO_TOKEN: '{tracker} gave no token',
  TRACKER_NOT_ANSWERING: '{tracker}: {problem}',
  TRACKER_SAYS: '{tracker} says: {words}',
  TRACKER_SERVICE_UNKNOWN: '{tracker} does not know this service: its client id or secret is wrong',
  TRACKER_TITLE_UNKNOWN: '{tracker} does not know this title',
  TRACKER_UNREADABLE: '{tracker} gave an answer that cannot be read',
  TRACKER_WITHOUT_PROTOCOL: 'The answer is not what the protocol describes',
} as const

export type TrackerReasonCode = keyof typeof trackerReasons
export type TrackerReason = CodedText<TrackerReasonCode>

export function trackerReason(
  code: TrackerReasonCode,
  values: Readonly<Record<string, string>> = {},
): TrackerReason {
  return codedText(trackerReasons, code, values)
}
