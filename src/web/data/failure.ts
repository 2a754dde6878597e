/** What went wrong, in a form that a page can show. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** As the service calls it; OFFLINE where it did not answer. */
  readonly code: string
  /** When the service says that trying again may help. */
  readonly retryAfterMs: number | null

  constructor(
    code: string,
    message: string,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export function isTemporary(error: unknown): boolean {
  return error instanceof Failure && ['OFFLINE', 'SERVICE_UNAVAILABLE'].includes(error.code)
}

const longestMs = 60_000

/** As long as the service says, else ever longer. */
export function retryDelay(count: number, error: unknown): number {
  const said = error instanceof Failure ? error.retryAfterMs : null
  return said === null ? Math.min(1_000 * 2 ** count, 10_000) : Math.min(said, longestMs)
}
