import { useLingui } from '@lingui/react/macro'
import type { WarningCode } from '../documents.ts'

/** What form a part of a configuration must have, by code. */
export function useFormTexts() {
  const { t } = useLingui()
  return ({
    alternatives,
    count,
    index,
    keys,
    known,
    least,
    most,
    type,
  }: Readonly<Record<string, string>>) => {
    return {
      ABOVE_LENGTH: () => t`is longer than ${most} characters`,
      ALTERNATIVES: () => t`does not fit: ${alternatives}`,
      AND_SO_MANY_MORE: () => t`and ${count} more`,
      DOUBLED_SOURCE_ID: () => t`is also the id of sources[${index}]`,
      EMPTY: () => t`must not be empty`,
      NOT_ALLOWED: () => t`is not allowed`,
      NOT_A_BOOLEAN: () => t`must be true or false`,
      NOT_A_CATALOG_ID: () => t`must be up to 60 letters, digits, - or _`,
      NOT_A_FORMAT: () => t`is not a format; there are ${known}`,
      NOT_A_LIST: () => t`must be a list`,
      NOT_A_MANIFEST: () =>
        t`must be the address of a manifest, such as https://addon.example/manifest.json`,
      NOT_A_NUMBER: () => t`must be a number`,
      NOT_A_RULE: () => t`is not a rule; there are ${known}`,
      NOT_A_TIME_ZONE: () => t`must be the name of an IANA time zone such as Europe/Berlin`,
      NOT_A_WORD: () => t`must be one of ${known} or Unknown`,
      NOT_AN_OBJECT: () => t`must be a JSON object`,
      NOT_JSON: () => t`is not a JSON value`,
      NOT_OF_TYPE: () => t`must be ${type}`,
      NOT_ONE: () => t`must be ${known}`,
      NOT_ONE_OF: () => t`must be one of ${known}`,
      NOT_TEXT: () => t`must be text`,
      NOT_VALID: () => t`is not valid`,
      NOT_WHOLE: () => t`must be a whole number`,
      REQUIRED: () => t`is required`,
      TOO_DEEP: () => t`is nested deeper than ${most} levels`,
      TOO_FEW_ENTRIES: () => t`must have at least ${least} entries`,
      TOO_HIGH: () => t`must be at most ${most}`,
      TOO_LARGE: () => t`is larger than 1 MiB`,
      TOO_LONG: () => t`must have at most ${most} characters`,
      TOO_LOW: () => t`must be at least ${least}`,
      TOO_MANY_ENTRIES: () => t`must have at most ${most} entries`,
      TOO_MANY_VALUES: () => t`holds more than ${most} values`,
      TOO_SHORT: () => t`must have at least ${least} characters`,
      UNKNOWN_KEYS: () => t`has unknown keys: ${keys}`,
    } satisfies Partial<Record<WarningCode, () => string>>
  }
}
