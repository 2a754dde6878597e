import { problem } from '../core/problem-texts.ts'
import type { ProblemCode } from '../core/problem-texts.ts'

/** A setting that cannot be used, thrown while a step is made; several are thrown as an `AggregateError`. */
export class PlanProblem extends Error {
  override readonly name = 'PlanProblem'
  readonly path: string
  readonly code: ProblemCode
  readonly values: Readonly<Record<string, string>>

  constructor(path: string, code: ProblemCode, values: Readonly<Record<string, string>> = {}) {
    super(problem(code, values).message)
    this.path = path
    this.code = code
    this.values = values
  }
}
