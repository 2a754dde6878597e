import type { z } from 'zod'
import { AppError } from '../../core/errors.ts'

/** One thing that is wrong with a configuration, at a path such as `sources[0].url`. */
export type Problem = { readonly path: readonly PropertyKey[]; readonly message: string }

const maxShown = 20
const maxKeyLength = 60

/** INVALID_CONFIG with every problem named by its path, the first twenty in full. */
export function invalidConfig(problems: readonly Problem[]): AppError {
  const shown = problems
    .slice(0, maxShown)
    .map(({ path, message }) => `${formatPath(path)}: ${message}`)
  const hidden = problems.length - shown.length
  const rest = hidden > 0 ? [`and ${hidden} more`] : []
  return new AppError(
    'INVALID_CONFIG',
    `The configuration does not fit its schema: ${[...shown, ...rest].join('; ')}`,
  )
}

export function toProblems(error: z.ZodError): Problem[] {
  return error.issues.map((issue) => ({ path: issue.path, message: describeIssue(issue) }))
}

/** zod reports a union by listing what is wrong with each branch; here they become one phrase. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0)
    return issue.message.replace(/^Invalid input: /, '')
  const branches = issue.errors.map((issues) =>
    issues
      .map(
        (inner) =>
          (inner.path.length > 0 ? `${formatPath(inner.path)} ` : '') + describeIssue(inner),
      )
      .join(' and '),
  )
  return [...new Set(branches)].join(', or ')
}

function formatPath(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`
      const name = String(key)
      if (/^[A-Za-z_$][\w$-]*$/.test(name) && name.length <= maxKeyLength) return `.${name}`
      return `[${JSON.stringify(name.slice(0, maxKeyLength))}]`
    })
    .join('')
  return text.replace(/^\./, '') || 'config'
}
