import { parseJson, recordOf } from '../../../core/json.ts'
import { trackerReason, trackerReasons } from '../../../core/tracker-reasons.ts'
import type { TrackerReasonCode } from '../../../core/tracker-reasons.ts'
import type { StoredReason } from '../../../model/tracker-link.ts'

type ReasonColumns = { readonly reason: string | null; readonly coded_reason: string | null }

const maxReason = 300

export function reasonColumns(reason: StoredReason | null): ReasonColumns {
  if (reason === null) return { reason: null, coded_reason: null }
  const { code, values, message } = reason
  const coded = code === null ? null : JSON.stringify({ code, values })
  return { reason: sentenceOf(message), coded_reason: coded }
}

/** The code counts where it says what the sentence says: the previous release writes sentences alone. */
export function toReason(row: ReasonColumns): StoredReason | null {
  if (row.reason === null) return null
  const { code, values } = recordOf(parseJson(row.coded_reason ?? ''))
  if (isCode(code)) {
    const reason = trackerReason(code, recordOf(values) as Record<string, string>)
    if (sentenceOf(reason.message) === row.reason) return reason
  }
  return { code: null, values: {}, message: row.reason }
}

function isCode(code: unknown): code is TrackerReasonCode {
  return typeof code === 'string' && Object.hasOwn(trackerReasons, code)
}

function sentenceOf(message: string): string {
  return message.slice(0, maxReason).toWellFormed()
}
