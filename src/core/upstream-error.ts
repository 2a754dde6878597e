export type UpstreamErrorKind =
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'connect'
  | 'reset'
  | 'status'
  | 'redirects'
  | 'invalid'
  | 'aborted'
  | 'busy'
  | 'paused'

/** The message is safe to show and names the host at most: paths and queries hold keys. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: UpstreamErrorKind
  readonly status: number | null
  /** When to ask again, if the server said so. */
  readonly afterMs: number | null

  constructor(
    kind: UpstreamErrorKind,
    message: string,
    status: number | null = null,
    afterMs: number | null = null,
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.afterMs = afterMs
  }
}

/** What went wrong with a server that was asked, if it was: one that leads to a refused address redirects wrongly. */
export function failureOf({ kind, status }: UpstreamError): UpstreamErrorKind {
  return kind === 'refused-address' && status !== null ? 'redirects' : kind
}

export type UpstreamProblem = { readonly problem: string; readonly failure: UpstreamErrorKind }

/** Why a source did not answer, for people; never where it was asked. */
export function problemOf(error: unknown): UpstreamProblem {
  const isSaid = error instanceof UpstreamError && error.kind !== 'aborted'
  return isSaid
    ? { problem: error.message, failure: failureOf(error) }
    : { problem: 'it did not answer in time', failure: 'timeout' }
}
