import { AppError } from './errors.ts'
import { formatPath } from './plain-issues.ts'

export type Problem = { readonly path: readonly PropertyKey[] | string; readonly message: string }

export const maxShown = 20

export class InvalidConfig extends AppError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = [...new Set(problems.map(lineOf))]
    const hidden = lines.length - maxShown
    const rest = hidden > 0 ? [`and ${hidden} more`] : []
    const text = [...lines.slice(0, maxShown), ...rest].join('; ')
    super('INVALID_CONFIG', `The configuration cannot be used: ${text}`)
    this.problems = problems
  }
}

/** Collects the problems of refused work; other errors are thrown on. */
export async function problemsOf(...works: readonly (() => unknown)[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error
      problems.push(...error.problems)
    }
  }
  return problems
}

export function pathOf({ path }: Pick<Problem, 'path'>): string {
  return typeof path === 'string' ? path : formatPath(path)
}

export function isWithin(path: Problem['path'], other: Problem['path']): boolean {
  const [inner, outer] = [pathOf({ path }), pathOf({ path: other })]
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}

function lineOf(problem: Problem): string {
  return `${pathOf(problem) || 'config'}: ${problem.message}`
}
