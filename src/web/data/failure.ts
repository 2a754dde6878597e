import type { RefusalCode, WarningsQuery } from '../documents.ts'

export type Warning = WarningsQuery['me']['warnings'][number]

/** Why something is refused, for translating: `values` are texts for the names in the sentence of `code`. */
export type Reason = {
  readonly code: RefusalCode
  readonly values: readonly { readonly name: string; readonly text: string }[]
}

/** What went wrong, in a form that a page can show. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** As the service calls it; OFFLINE where it did not answer. */
  readonly code: string
  /** When the service says that trying again may help. */
  readonly retryAfterMs: number | null
  /** What is wrong with a configuration. */
  readonly problems: readonly Warning[] | undefined
  readonly reason: Reason | undefined

  constructor(
    code: string,
    message: string,
    {
      retryAfterMs = null,
      problems,
      reason,
      ...options
    }: ErrorOptions & {
      retryAfterMs?: number | null
      problems?: readonly Warning[] | undefined
      reason?: Reason | undefined
    } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.problems = problems
    this.reason = reason
  }
}

export function isTemporary(error: unknown): boolean {
  return error instanceof Failure && ['OFFLINE', 'SERVICE_UNAVAILABLE'].includes(error.code)
}

const longestMs = 60_000

/** Null where the service says nothing. */
export function saidDelay(error: unknown): number | null {
  const said = error instanceof Failure ? error.retryAfterMs : null
  return said === null ? null : Math.min(said, longestMs)
}

/** As long as the service says, else ever longer. */
export function retryDelay(count: number, error: unknown): number {
  return saidDelay(error) ?? Math.min(1_000 * 2 ** count, 10_000)
}
