import type { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { formatPath } from '../../core/plain-issues.ts'

/** One thing that is wrong with a configuration, at a path such as `sources[0].url`. */
export type Problem = { readonly path: readonly PropertyKey[]; readonly message: string }

const maxShown = 20

/** INVALID_CONFIG with every problem named by its path, the first twenty in full. */
export function invalidConfig(problems: readonly Problem[]): AppError {
  const shown = problems
    .slice(0, maxShown)
    .map(({ path, message }) => `${formatPath(path) || 'config'}: ${message}`)
  const hidden = problems.length - shown.length
  const rest = hidden > 0 ? [`and ${hidden} more`] : []
  return new AppError(
    'INVALID_CONFIG',
    `The configuration does not fit its schema: ${[...shown, ...rest].join('; ')}`,
  )
}

export function toProblems(error: z.ZodError): Problem[] {
  return error.issues.map(({ path, message }) => ({ path, message }))
}
