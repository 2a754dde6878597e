import { useLingui } from '@lingui/react/macro'
import type { Warning } from '../data/failure.ts'
import type { WarningCode } from '../documents.ts'
import { useFormTexts } from './use-form-texts.ts'
import { useProblemText } from '../parts/use-problem-text.ts'
import { useRuleTexts } from './use-rule-texts.ts'
import { useUserTexts } from './use-user-texts.ts'

/** What a warning says, in the language of the page where its code is known. */
export function useWarningText(): (warning: Warning) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  const formTexts = useFormTexts()
  const ruleTexts = useRuleTexts()
  const userTexts = useUserTexts()
  return ({ code, values, message }) => {
    const said = Object.fromEntries(values.map(({ name, text }) => [name, text]))
    const { most, left, settings, offered, known, near, usable, index, by, tracker, setting } = said
    const texts: Readonly<Record<WarningCode, () => string>> = {
      ...formTexts(said),
      ...ruleTexts(said),
      ...userTexts(said),
      ABOVE_INSTANCE_LIMIT: () => t`is above this instance's limit of ${most} results`,
      AND_MORE: () => t`and more`,
      DEDUPE_KEYS_EMPTY: () => t`is empty, so ${settings} has no effect`,
      DEDUPE_OFF: () => t`is false, so ${settings} has no effect`,
      EMPTY_LIST: () =>
        t`is empty, so the source is never asked; leave it out for everything it offers`,
      FORMATTER_ID_SET: () => t`has no effect beside formatter.id`,
      HOURS_COVERED: () => t`has no effect: another entry covers these hours`,
      MEDIA_SERVER_OFF: () => t`is false, so nothing else of mediaServer has an effect`,
      MIN_ABOVE_MAX: () => t`has a min above its max: no result can have both`,
      MODE_OFF: () => t`has no effect while mode is off`,
      NOT_FOR_EPISODES: () => t`has no effect on episodes`,
      NOT_OFFERED: () => t`is not offered; the source offers ${offered}`,
      NO_HISTORIES: () =>
        t`has no effect while mediaServer.enabled is false: there are no histories`,
      NO_LIMITED_TIMES: () => t`has no effect without accessSchedules or minutesPerDay`,
      NO_SEARCH_LOG: () => t`has no effect: this instance keeps no searches`,
      NO_SUCH_CATALOG: () => t`names no catalog of the sources`,
      NO_SUCH_CATALOG_LISTED: () => t`names no catalog of the sources; they list ${known}`,
      NO_SUCH_CATALOG_NEAR: () => t`names no catalog of the sources; did you mean "${near}"?`,
      NO_SUCH_SOURCE: () => t`is not the id of a source in this configuration`,
      NO_SUCH_USER: () => t`is not a user in this configuration; the first user is owner`,
      OFFERS_NOTHING: () => t`offers nothing that can be used: ${usable}`,
      REPEATED_ID: () => t`is the id of an earlier one, too, which it replaces`,
      SAME_ADDRESS: () => t`is also the address of sources[${index}]`,
      SORTED_EARLIER: () => t`has no effect: an earlier entry sorts by ${by}`,
      SOURCES_LEFT_OUT: () =>
        t`has no room for ${left} of its sources: at most ${most} are asked, your own first`,
      SOURCE_FAILED: () => {
        const failure = said['failure']!.toUpperCase().replaceAll('-', '_')
        const problem = problemText(said['problem']!, failure)
        return t`cannot be used now: ${problem}`
      },
      SOURCE_NOT_SET_UP: () =>
        t`must be set up on its own page first; use the address that page gives you`,
      TOTAL_IS_LOWER: () => t`has no effect: limits.total is lower`,
      TRACKER_NOT_SET_UP: () => t`has no effect: the operator has not set up ${tracker}`,
      UNKNOWN_KEY: () => t`is not known and has no effect; known here are ${known}`,
      UNKNOWN_LANGUAGE: () =>
        t`is not a known language; languages are named in English, such as German`,
      UNKNOWN_NEAR: () => t`is not known; did you mean "${near}"?`,
      WITHOUT_SETTING: () => t`has no effect without ${setting}`,
    }
    return (texts as Partial<typeof texts>)[code]?.() ?? message
  }
}
