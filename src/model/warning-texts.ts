import { codedText } from '../core/coded-text.ts'
import type { CodedText } from '../core/coded-text.ts'

/** What warnings say, by code. A name in braces stands for a value. */
export const warningTexts = {
  ABOVE_INSTANCE_LIMIT: "is above this instance's limit of {most} results",
  AND_MORE: 'and more',
  DEDUPE_KEYS_EMPTY: 'is empty, so {settings} has no effect',
  DEDUPE_OFF: 'is false, so {settings} has no effect',
  EMPTY_LIST: 'is empty, so the source is never asked; leave it out for everything it offers',
  FORMATTER_ID_SET: 'has no effect beside formatter.id',
  HOURS_COVERED: 'has no effect: another entry covers these hours',
  MEDIA_SERVER_OFF: 'is false, so nothing else of mediaServer has an effect',
  MIN_ABOVE_MAX: 'has a min above its max: no result can have both',
  MODE_OFF: 'has no effect while mode is off',
  NOT_FOR_EPISODES: 'has no effect on episodes',
  NOT_OFFERED: 'is not offered; the source offers {offered}',
  NO_HISTORIES: 'has no effect while mediaServer.enabled is false: there are no histories',
  NO_LIMITED_TIMES: 'has no effect without accessSchedules or minutesPerDay',
  NO_SEARCH_LOG: 'has no effect: this instance keeps no searches',
  NO_SUCH_CATALOG: 'names no catalog of the sources',
  NO_SUCH_CATALOG_LISTED: 'names no catalog of the sources; they list {known}',
  NO_SUCH_CATALOG_NEAR: 'names no catalog of the sources; did you mean "{near}"?',
  NO_SUCH_SOURCE: 'is not the id of a source in this configuration',
  NO_SUCH_USER: 'is not a user in this configuration; the first user is owner',
  OFFERS_NOTHING: 'offers nothing that can be used: {usable}',
  REPEATED_ID: 'is the id of an earlier one, too, which it replaces',
  SAME_ADDRESS: 'is also the address of sources[{index}]',
  SORTED_EARLIER: 'has no effect: an earlier entry sorts by {by}',
  SOURCES_LEFT_OUT:
    'has no room for {left} of its sources: at most {most} are asked, your own first',
  SOURCE_FAILED: 'cannot be used now: {problem}',
  SOURCE_NOT_SET_UP: 'must be set up on its own page first; use the address that page gives you',
  TOTAL_IS_LOWER: 'has no effect: limits.total is lower',
  TRACKER_NOT_SET_UP: 'has no effect: the operator has not set up {tracker}',
  UNKNOWN_KEY: 'is not known and has no effect; known here are {known}',
  UNKNOWN_LANGUAGE: 'is not a known language; languages are named in English, such as German',
  UNKNOWN_NEAR: 'is not known; did you mean "{near}"?',
  WITHOUT_SETTING: 'has no effect without {setting}',
} as const

export type WarningCode = keyof typeof warningTexts
export type WarningText = CodedText<WarningCode>

export type WarningAt = WarningText & { readonly path: readonly PropertyKey[] }

export function warn(
  code: WarningCode,
  values: Readonly<Record<string, string>> = {},
): WarningText {
  return codedText(warningTexts, code, values)
}
