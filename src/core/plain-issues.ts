import type { z } from 'zod'

const maxKeyLength = 60

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  record: 'a JSON object',
  array: 'a list',
}

/** Completes a sentence that begins with the value's name. For `safeParse`'s `error`; a schema's own message wins. */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${nouns[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return mustBeOneOf(issue.values)
    case 'too_small':
      return describeSize(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return describeSize(issue.origin, 'most', issue.maximum)
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return describeUnion(issue)
    default:
      return 'is not valid'
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

function mustBeOneOf(values: readonly unknown[]): string {
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`
}

function describeSize(origin: string, side: 'least' | 'most', bound: number | bigint): string {
  if (origin !== 'string' && origin !== 'array') return `must be at ${side} ${bound}`
  if (side === 'least' && Number(bound) === 1) return 'must not be empty'
  return `must have at ${side} ${bound} ${origin === 'string' ? 'characters' : 'entries'}`
}

function describeUnion({ errors, options }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) {
  if (Array.isArray(options)) return mustBeOneOf(options)
  const branches = errors.map((issues) =>
    issues
      .map(({ path, message }) => (path.length > 0 ? `${formatPath(path)} ${message}` : message))
      .join(' and '),
  )
  return [...new Set(branches)].join(', or ').replaceAll(/(?<=^must be .*, or )must be /g, '')
}
