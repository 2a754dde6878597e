import { trackerReasons } from '../../core/tracker-reasons.ts'
import type { TrackerReason, TrackerReasonCode } from '../../core/tracker-reasons.ts'
import type { StoredReason } from '../../model/tracker-link.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const CodeRef = enumOf(
  'TrackerReasonCode',
  Object.keys(trackerReasons) as TrackerReasonCode[],
  'Why a tracker did not take something; names in braces stand for its `values`.',
  trackerReasons,
)

const ValueRef = builder
  .objectRef<readonly [name: string, text: string]>('TrackerReasonValue')
  .implement({
    description: 'A text that stands in a reason.',
    fields: (t) => ({
      name: t.string({ description: 'As in braces.', resolve: ([name]) => name }),
      text: t.string({ description: 'What stands there.', resolve: ([, text]) => text }),
    }),
  })

export const ReasonRef = builder
  .objectRef<Pick<TrackerReason, 'code' | 'values'>>('TrackerReason')
  .implement({
    description: 'Why a tracker did not take something, for translating the sentence.',
    fields: (t) => ({
      code: t.expose('code', { type: CodeRef, description: 'Which sentence it is.' }),
      values: t.field({
        type: [ValueRef],
        description:
          'Texts for the names in the sentence of `code`; beside `problem` also `failure`, what went wrong as sources of ' +
          '`sourceHealth` say it, in lower case with hyphens, and `tracker`.',
        resolve: ({ values }) => Object.entries(values),
      }),
    }),
  })

export function codedReason(reason: StoredReason | null) {
  return reason && reason.code !== null ? { code: reason.code, values: reason.values } : null
}
