import type { z } from 'zod'
import { problem } from './problem-texts.ts'
import type { ProblemCode, ProblemText } from './problem-texts.ts'

const maxKeyLength = 60

const wrongTypes: Readonly<Record<string, ProblemCode>> = {
  string: 'NOT_TEXT',
  number: 'NOT_A_NUMBER',
  int: 'NOT_WHOLE',
  boolean: 'NOT_A_BOOLEAN',
  object: 'NOT_AN_OBJECT',
  record: 'NOT_AN_OBJECT',
  array: 'NOT_A_LIST',
}

const ownProblems = new Map<string, ProblemText>()

/** The `error` of a schema, whose issues keep nothing but the message: `problemOf` finds the code by it. */
export function ownMessage(
  code: ProblemCode,
  values: Readonly<Record<string, string>> = {},
): string {
  const own = problem(code, values)
  ownProblems.set(own.message, own)
  return own.message
}

/** Completes a sentence that begins with the value's name. For `safeParse`'s `error`; a schema's own message wins. */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  return describe(issue).message
}

/** Of an issue that was found with `plainIssue` and `reportInput`. */
export function problemOf(issue: z.core.$ZodIssue): ProblemText & { readonly path: PropertyKey[] } {
  const { path, message } = issue
  const found = ownProblems.get(message) ?? describe(issue)
  // The branches of a union have been put in words already.
  const isUnion = found.code === 'ALTERNATIVES'
  return { path, ...(isUnion ? problem('ALTERNATIVES', { alternatives: message }) : found) }
}

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

function describe(issue: Issue): ProblemText {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return problem('REQUIRED')
      const code = wrongTypes[issue.expected] ?? 'NOT_OF_TYPE'
      return problem(code, code === 'NOT_OF_TYPE' ? { type: issue.expected } : {})
    }
    case 'invalid_value':
      return mustBeOneOf(issue.values)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum))
    case 'unrecognized_keys':
      return problem('UNKNOWN_KEYS', { keys: issue.keys.join(', ') })
    case 'invalid_union':
      return describeUnion(issue)
    default:
      return problem('NOT_VALID')
  }
}

export function formatPath(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`
      const name = String(key)
      if (/^[A-Za-z_$][\w$-]*$/.test(name) && name.length <= maxKeyLength) return `.${name}`
      return `[${JSON.stringify(name.slice(0, maxKeyLength))}]`
    })
    .join('')
  return text.replace(/^\./, '')
}

function mustBeOneOf(values: readonly unknown[]): ProblemText {
  const known = values.map(String).join(', ')
  return problem(values.length > 1 ? 'NOT_ONE_OF' : 'NOT_ONE', { known })
}

function tooSmall(origin: string, bound: number): ProblemText {
  const least = String(bound)
  if (origin !== 'string' && origin !== 'array') return problem('TOO_LOW', { least })
  if (bound === 1) return problem('EMPTY')
  return problem(origin === 'string' ? 'TOO_SHORT' : 'TOO_FEW_ENTRIES', { least })
}

function tooBig(origin: string, most: string): ProblemText {
  if (origin === 'string') return problem('TOO_LONG', { most })
  return problem(origin === 'array' ? 'TOO_MANY_ENTRIES' : 'TOO_HIGH', { most })
}

function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): ProblemText {
  const { errors, options } = { options: null, ...issue }
  if (Array.isArray(options)) return mustBeOneOf(options)
  const branches = errors.map((issues) =>
    issues
      .map(({ path, message }) => (path.length > 0 ? `${formatPath(path)} ${message}` : message))
      .join(' and '),
  )
  const alternatives = [...new Set(branches)]
    .join(', or ')
    .replaceAll(/(?<=^must be .*, or )must be /g, '')
  return problem('ALTERNATIVES', { alternatives })
}
