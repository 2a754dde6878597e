/**
 * One setting of a configuration that cannot be used. Thrown while a step is made; the plan collects
 * them. A step that finds several throws an `AggregateError` of them.
 */
export class PlanProblem extends Error {
  override readonly name = 'PlanProblem'
  /** Where in the configuration, such as `filters.regex.exclude[2]`. */
  readonly path: string

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}
