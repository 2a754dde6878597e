import type { TrackerReason } from '../core/tracker-reasons.ts'
import type { WatchEvent } from './tracker.ts'

/** `pending` until the user lets it in; `reconnect` once the tracker refuses access. */
export type LinkState = 'connected' | 'pending' | 'reconnect'

export type StoredReason = Pick<TrackerReason, 'message' | 'values'> & {
  readonly code: TrackerReason['code'] | null
}

export type TrackerLink = {
  readonly id: number
  readonly configuration: number
  readonly profileId: string
  /** Name of a native tracker, or `source:` and the id of a source. */
  readonly tracker: string
  readonly state: LinkState
  readonly reason: StoredReason | null
  readonly secret: Uint8Array | null
  /** Identifies the address that was refused. */
  readonly addressMark: string | null
  readonly version: string | null
  readonly failures: number
  readonly pulledAt: number | null
  /** Before which nothing is sent. */
  readonly nextPushAt: number
  readonly nextPullAt: number
  /** When it began to fail, or worked again; null: it never failed, or is switched off. */
  readonly turnedAt: number | null
}

/** What tells whether a link was retried, connected again or given another pause since it was read. */
export type SeenLink = Pick<
  TrackerLink,
  'id' | 'state' | 'failures' | 'turnedAt' | 'nextPushAt' | 'nextPullAt'
>

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
    | 'turnedAt'
    | 'nextPushAt'
    | 'nextPullAt'
  >
>

/** Whether the tracker failed; attempts while it is switched off are no failures. */
export function isFailing({
  state,
  failures,
  turnedAt,
}: Pick<TrackerLink, 'state' | 'failures' | 'turnedAt'>): boolean {
  return state === 'reconnect' || (failures > 0 && turnedAt !== null)
}

export type TrackerEvent = {
  readonly id: number
  readonly titleKey: string
  readonly event: WatchEvent
  readonly attempts: number
  readonly reason: StoredReason | null
  readonly createdAt: number
}
