import { codedText } from './coded-text.ts'
import type { CodedText } from './coded-text.ts'

/** Why a part of a configuration cannot be used, by code. A name in braces stands for a value. */
export const problemTexts = {
  ABOVE_LENGTH: 'is longer than {most} characters',
  ALTERNATIVES: '{alternatives}',
  AND_SO_MANY_MORE: 'and {count} more',
  DOUBLED_SOURCE_ID: 'is also the id of sources[{index}]',
  EMPTY: 'must not be empty',
  EXPRESSION_CANNOT_USE: 'cannot use {used}',
  EXPRESSION_FUNCTION: 'cannot use {name}(); there are {known}',
  EXPRESSION_INVALID: 'is not a valid expression: {problem}',
  EXPRESSION_INVALID_TYPE:
    'is not a valid expression: {problem}; for the type of a stream use streamType',
  EXPRESSION_NOT_BOOLEAN: 'must be true or false, but is of type {type}',
  EXPRESSION_NOT_BOOLEAN_TYPE:
    'must be true or false, but is of type {type}; for the type of a stream use streamType',
  EXPRESSION_PATTERN: 'needs a text in quotes as the pattern of matches()',
  EXPRESSIONS_TOO_COSTLY: 'makes the expressions too costly together: shorten lists and loops',
  HISTORY_OF_NOBODY: 'names no user of this list, by id or name; "owner" is the first one',
  HISTORY_OF_PERSONAL: 'names a user who sees nothing of others',
  HISTORY_OF_SELF: 'names the user itself',
  HISTORY_OF_SHARER: 'names a user who shares a history as well',
  HISTORY_WITH_PERSONAL: 'cannot go with "personal": such a user sees nothing of others',
  HOURS_TURNED_ROUND: 'must be above startHour; a time that goes past midnight takes two entries',
  NO_SECRET_STORED: 'is {"set": true}, but no {field} is stored for this user to keep',
  NOT_ALLOWED: 'is not allowed',
  NOT_A_BOOLEAN: 'must be true or false',
  NOT_A_CATALOG_ID: 'must be up to 60 letters, digits, - or _',
  NOT_A_FORMAT: 'is not a format; there are {known}',
  NOT_A_LIST: 'must be a list',
  NOT_A_MANIFEST: 'must be the address of a manifest, such as https://addon.example/manifest.json',
  NOT_A_NUMBER: 'must be a number',
  NOT_A_PASSWORD: 'must be text, or {"set":true} to keep the stored one',
  NOT_A_PICTURE: 'must be an https address or an image data URL of at most 100 KB',
  NOT_A_PIN: 'must be 4 to 12 digits',
  NOT_A_PIN_TO_KEEP: 'must be text of 4 to 12 digits, or {"set":true} to keep the stored one',
  NOT_A_RATING: 'must be a rating that names an age, such as PG-13, FSK 12 or 12',
  NOT_A_RATING_OR_AGE: 'must be an age from 0 to 21, or a rating such as PG-13 or FSK 12',
  NOT_A_RULE: 'is not a rule; there are {known}',
  NOT_A_TEMPLATE: 'is not a template: {problem}',
  NOT_A_TIME_ZONE: 'must be the name of an IANA time zone such as Europe/Berlin',
  NOT_A_USER_ID: 'must be 32 hexadecimal digits; leave it out for a new user',
  NOT_A_WORD: 'must be one of {known} or Unknown',
  NOT_AN_OBJECT: 'must be a JSON object',
  NOT_HASHABLE: 'must have at most 256 bytes of valid text',
  NOT_JSON: 'is not a JSON value',
  NOT_OF_TYPE: 'must be {type}',
  NOT_ONE: 'must be {known}',
  NOT_ONE_OF: 'must be one of {known}',
  NOT_TEXT: 'must be text',
  NOT_VALID: 'is not valid',
  NOT_WHOLE: 'must be a whole number',
  PATTERN_INVALID: "is not a regular expression of RE2's dialect: {problem}",
  PATTERN_LOOKS_AROUND:
    "is not a regular expression of RE2's dialect: {problem}; there is no look-ahead and look-behind, write two rules instead",
  PATTERN_REFERS_BACK:
    "is not a regular expression of RE2's dialect: {problem}; there are no back-references",
  PATTERN_TOO_LARGE: 'is too large: shorten it or lower its repeat counts',
  PATTERNS_TOO_LARGE: 'is one too many: all patterns together are too large',
  REQUIRED: 'is required',
  TOO_DEEP: 'is nested deeper than {most} levels',
  TOO_FEW_ENTRIES: 'must have at least {least} entries',
  TOO_HIGH: 'must be at most {most}',
  TOO_LARGE: 'is larger than 1 MiB',
  TOO_LONG: 'must have at most {most} characters',
  TOO_LOW: 'must be at least {least}',
  TOO_MANY_ENTRIES: 'must have at most {most} entries',
  TOO_MANY_VALUES: 'holds more than {most} values',
  TOO_SHORT: 'must have at least {least} characters',
  UNKNOWN_KEYS: 'has unknown keys: {keys}',
  USER_ID_OF_OWNER: 'is the id of the first user, who is no user of this list; choose another',
  USER_ID_TAKEN: 'is the id of another user of this list',
  USER_NAME_BLANK: 'must not be blank',
  USER_NAME_TAKEN: 'is taken: every user, the owner included, has a name of its own',
} as const

export type ProblemCode = keyof typeof problemTexts
export type ProblemText = CodedText<ProblemCode>

export function problem(
  code: ProblemCode,
  values: Readonly<Record<string, string>> = {},
): ProblemText {
  return codedText(problemTexts, code, values)
}
