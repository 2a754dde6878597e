/** What went wrong, in a form that a page can show. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** As the service calls it; OFFLINE where it did not answer. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Whether trying again may help. */
export function isTemporary(error: unknown): boolean {
  return error instanceof Failure && ['OFFLINE', 'SERVICE_UNAVAILABLE'].includes(error.code)
}
