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
  /** Whether one operation of the request was refused, not the request. */
  readonly isOfOperation: boolean

  constructor(
    code: string,
    message: string,
    {
      retryAfterMs = null,
      problems,
      reason,
      isOfOperation = false,
      ...options
    }: ErrorOptions & {
      retryAfterMs?: number | null
      problems?: readonly Warning[] | undefined
      reason?: Reason | undefined
      isOfOperation?: boolean
    } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.problems = problems
    this.reason = reason
    this.isOfOperation = isOfOperation
  }
}

export function isTemporary(error: unknown): boolean {
  return error instanceof Failure && ['OFFLINE', 'SERVICE_UNAVAILABLE'].includes(error.code)
}

/** A day: timers of browsers that are to wait for more than 24 days do not wait at all. */
const longestMs = 24 * 3_600_000
/** 0 to 1, drawn once. */
export const tab = { jitter: Math.random() }

/** Later by a part of its own in each tab: what was refused to all of them at once does not come back at once. */
export function withJitter(ms: number): number {
  return Math.round(ms + tab.jitter * Math.min(ms / 4, 5_000))
}

/** Null where the service says nothing. */
export function saidDelay(error: unknown): number | null {
  const said = error instanceof Failure ? error.retryAfterMs : null
  return said === null ? null : withJitter(Math.min(said, longestMs))
}

/** As long as the service says, else ever longer. */
export function retryDelay(count: number, error: unknown): number {
  return saidDelay(error) ?? withJitter(Math.min(1_000 * 2 ** count, 10_000))
}
