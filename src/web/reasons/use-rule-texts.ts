import { useLingui } from '@lingui/react/macro'
import type { WarningCode } from '../documents.ts'

/** Why expressions, patterns and templates are refused, by code. */
export function useRuleTexts() {
  const { t } = useLingui()
  return ({ known, name, problem, type, used }: Readonly<Record<string, string>>) => {
    return {
      EXPRESSION_CANNOT_USE: () => t`cannot use ${used}`,
      EXPRESSION_FUNCTION: () => t`cannot use ${name}(); there are ${known}`,
      EXPRESSION_INVALID: () => t`is not a valid expression: ${problem}`,
      EXPRESSION_INVALID_TYPE: () =>
        t`is not a valid expression: ${problem}; for the type of a stream use streamType`,
      EXPRESSION_NOT_BOOLEAN: () => t`must be true or false, but is of type ${type}`,
      EXPRESSION_NOT_BOOLEAN_TYPE: () =>
        t`must be true or false, but is of type ${type}; for the type of a stream use streamType`,
      EXPRESSION_PATTERN: () => t`needs a text in quotes as the pattern of matches()`,
      EXPRESSIONS_TOO_COSTLY: () =>
        t`makes the expressions too costly together: shorten lists and loops`,
      NOT_A_TEMPLATE: () => t`is not a template: ${problem}`,
      PATTERN_INVALID: () => t`is not a regular expression of RE2's dialect: ${problem}`,
      PATTERN_LOOKS_AROUND: () =>
        t`is not a regular expression of RE2's dialect: ${problem}; there is no look-ahead and look-behind, write two rules instead`,
      PATTERN_REFERS_BACK: () =>
        t`is not a regular expression of RE2's dialect: ${problem}; there are no back-references`,
      PATTERN_TOO_LARGE: () => t`is too large: shorten it or lower its repeat counts`,
      PATTERNS_TOO_LARGE: () => t`is one too many: all patterns together are too large`,
    } satisfies Partial<Record<WarningCode, () => string>>
  }
}
