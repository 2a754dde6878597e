import { PlanProblem } from './plan-problem.ts'

/** Throws an AggregateError of all PlanProblems, so that all are shown at once. */
export function makeAll<T extends readonly unknown[]>(makers: {
  readonly [K in keyof T]: () => T[K]
}): T {
  const problems: PlanProblem[] = []
  const made: unknown[] = []
  for (const make of makers) {
    try {
      made.push(make())
    } catch (error) {
      problems.push(...problemsIn(error))
    }
  }
  const [first] = problems
  if (!first) return made as unknown as T
  throw problems.length === 1
    ? first
    : new AggregateError(problems, 'Several settings cannot be used')
}

function problemsIn(error: unknown): readonly PlanProblem[] {
  if (error instanceof PlanProblem) return [error]
  if (error instanceof AggregateError) return error.errors.flatMap(problemsIn)
  throw error
}
