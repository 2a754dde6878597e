export type UpstreamErrorKind =
  /** The address is private, or no address that may be asked at all. */
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  /** No connection: unknown name, closed port, invalid certificate. */
  | 'connect'
  /** The connection ended before the answer did. */
  | 'reset'
  /** An answer whose status says no; `status` holds it. */
  | 'status'
  | 'redirects'
  /** An answer that cannot be understood. */
  | 'invalid'
  /** The asker went away. */
  | 'aborted'
  /** Too many upstream servers are being asked at once. */
  | 'busy'
  /** Not asked, because it failed several times in a row. */
  | 'paused'

/** An upstream server did not give what was asked of it. The message is one line for people and names the host at most: paths and queries hold keys. */
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
