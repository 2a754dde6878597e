import type { WatchEvent } from './tracker.ts'

/** Whether a tracker takes part: `pending` until the person has let it in, `reconnect` where it let nobody in any more. */
export type LinkState = 'connected' | 'pending' | 'reconnect'

/** One tracker of one profile. */
export type TrackerLink = {
  readonly id: number
  readonly configuration: number
  readonly profileId: string
  /** Name of a native tracker, or `source:` and the id of a source. */
  readonly tracker: string
  readonly state: LinkState
  /** Why it has to be connected again. */
  readonly reason: string | null
  /** Sealed. */
  readonly secret: Uint8Array | null
  /** Of the address that was refused. */
  readonly addressMark: string | null
  /** Of what was pulled last. */
  readonly version: string | null
  /** In a row. */
  readonly failures: number
  /** Epoch milliseconds. */
  readonly pulledAt: number | null
  readonly nextPullAt: number
}

export type LinkChange = Partial<
  Pick<
    TrackerLink,
    'state' | 'reason' | 'secret' | 'addressMark' | 'version' | 'failures' | 'pulledAt'
  >
> & {
  /** Epoch milliseconds before which nothing is sent. */
  readonly nextPushAt?: number
  readonly nextPullAt?: number
}

/** An event that waits to be told to a tracker, or was given up. */
export type TrackerEvent = {
  readonly id: number
  readonly titleKey: string
  readonly event: WatchEvent
  readonly attempts: number
  /** Why it was given up; null: it waits. */
  readonly reason: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}
