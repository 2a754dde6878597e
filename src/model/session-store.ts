import { AppError } from '../core/errors.ts'
import type { StoredDevice } from './device-store.ts'
import type { OpenPlay } from './play.ts'
import type { NewWatchEvent } from './tracker.ts'
import type { NowPlaying } from './watch.ts'

export type Companions = {
  readonly profileIds: readonly string[]
  /** Nobody says when they leave, so it ends by itself. */
  readonly until: number
}

/** A play replaced by another without a stop, which may still come. */
export type ReplacedPlay = {
  readonly itemId: string
  readonly counted: boolean
  readonly play: OpenPlay | null
}

export type SessionState = {
  readonly now: NowPlaying | null
  readonly counted: boolean
  readonly last: {
    readonly itemId: string
    readonly playSessionId: string | null
    readonly at: number
  } | null
  /** What trackers get if the app never reports a stop after playing to the end. */
  readonly pendingStop: NewWatchEvent | null
  readonly play: OpenPlay | null
  readonly replaced: ReplacedPlay | null
  readonly companions?: Companions | undefined
  /** The device fell silent, and the end of its play was published. */
  readonly isEndPublished?: boolean | undefined
}

export type DeviceActivity = StoredDevice & {
  readonly state: SessionState | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
}

export type StoredOpenPlay = {
  readonly device: number
  readonly configuration: number
  readonly reportedAt: number
}

/** Another change of the device's state came first: nothing was written. */
export class StateOvertaken extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'The device reports at several places at once; try again', {
      retryAfter: 1,
    })
  }
}

export type SessionStore = {
  state(device: number): Promise<SessionState | null>
  setCapabilities(device: number, capabilities: Readonly<Record<string, unknown>>): Promise<void>
  /** Devices seen since, the latest first, without API keys. */
  list(configuration: number, since: number): Promise<readonly DeviceActivity[]>
  /** States of devices seen since, by row id, in batches; without those whose end was published. */
  openPlays(range: {
    readonly after: number
    readonly since: number
  }): Promise<readonly StoredOpenPlay[]>
}
