import type { WatchEvent } from './tracker.ts'

/** `pending` until the user lets it in; `reconnect` once the tracker refuses access. */
export type LinkState = 'connected' | 'pending' | 'reconnect'

export type TrackerLink = {
  readonly id: number
  readonly configuration: number
  readonly profileId: string
  /** Name of a native tracker, or `source:` and the id of a source. */
  readonly tracker: string
  readonly state: LinkState
  readonly reason: string | null
  readonly secret: Uint8Array | null
  /** Identifies the address that was refused. */
  readonly addressMark: string | null
  readonly version: string | null
  readonly failures: number
  readonly pulledAt: number | null
  /** Before which nothing is sent. */
  readonly nextPushAt: number
  readonly nextPullAt: number
}

/** What tells whether a link was retried, connected again or given another pause since it was read. */
export type SeenLink = Pick<TrackerLink, 'id' | 'state' | 'nextPushAt' | 'nextPullAt'>

export type LinkChange = Partial<
  Pick<
    TrackerLink,
    | 'state'
    | 'reason'
    | 'secret'
    | 'addressMark'
    | 'version'
    | 'failures'
    | 'pulledAt'
    | 'nextPushAt'
    | 'nextPullAt'
  >
>

export type TrackerEvent = {
  readonly id: number
  readonly titleKey: string
  readonly event: WatchEvent
  readonly attempts: number
  readonly reason: string | null
  readonly createdAt: number
}
