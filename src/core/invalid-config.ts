import { AppError } from './errors.ts'
import { formatPath } from './plain-issues.ts'
import { problem } from './problem-texts.ts'
import type { ProblemText } from './problem-texts.ts'

export type Problem = ProblemText & { readonly path: readonly PropertyKey[] | string }
export type ShownProblem = ProblemText & { readonly path: string }

export const maxShown = 20

export class InvalidConfig extends AppError {
  readonly problems: readonly Problem[]
  /** Each once, and as many as the message names. */
  readonly shown: readonly ShownProblem[]

  constructor(problems: readonly Problem[]) {
    const different = [...new Map(problems.map((one) => [lineOf(one), one])).values()]
    const hidden = different.length - maxShown
    const shown = different.slice(0, maxShown)
    const rest = hidden > 0 ? [problem('AND_SO_MANY_MORE', { count: String(hidden) })] : []
    const text = [...shown.map(lineOf), ...rest.map(({ message }) => message)].join('; ')
    super('INVALID_CONFIG', `The configuration cannot be used: ${text}`)
    this.problems = problems
    this.shown = [
      ...shown.map((one) => shownOf(one, pathOf(one))),
      ...rest.map((one) => shownOf(one, '')),
    ]
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

/** Problems that were thrown are errors, which cannot be spread. */
function shownOf({ code, values, message }: ProblemText, path: string): ShownProblem {
  return { path, code, values, message }
}

function lineOf(one: Problem): string {
  return `${pathOf(one) || 'config'}: ${one.message}`
}
