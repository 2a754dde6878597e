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

  constructor(kind: UpstreamErrorKind, message: string, status: number | null = null) {
    super(message)
    this.kind = kind
    this.status = status
  }
}
