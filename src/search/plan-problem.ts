/** A setting that cannot be used, thrown while a step is made; several are thrown as an `AggregateError`. */
export class PlanProblem extends Error {
  override readonly name = 'PlanProblem'
  readonly path: string

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}
