import { AppError } from '../core/errors.ts'
import type { StoredDevice } from './device-store.ts'
import type { OpenPlay } from './play.ts'
import type { NewWatchEvent } from './tracker.ts'
import type { NowPlaying } from './watch.ts'

/** Users who watch along, beside the one who is signed in on the device. */
export type Companions = {
  readonly profileIds: readonly string[]
  /** Epoch milliseconds: nobody says when they leave. */
  readonly until: number
}

/** A play that gave way to another one without a stop, which may still come. */
export type ReplacedPlay = {
  readonly itemId: string
  readonly counted: boolean
  readonly play: OpenPlay | null
}

/** What a device plays, and what it played last. */
export type SessionState = {
  readonly now: NowPlaying | null
  /** Whether what it plays has been counted as a play. */
  readonly counted: boolean
  readonly last: {
    readonly itemId: string
    readonly playSessionId: string | null
    /** Epoch milliseconds of the stop. */
    readonly at: number
  } | null
  /** The stop that trackers are told of something played to its end if the app never reports one. */
  readonly pendingStop: NewWatchEvent | null
  /** Null where nothing plays, and where an earlier release wrote the state. */
  readonly play: OpenPlay | null
  readonly replaced: ReplacedPlay | null
  /** Missing: nobody watches along. */
  readonly companions?: Companions | undefined
}

export type DeviceActivity = StoredDevice & {
  readonly state: SessionState | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
}

/** The stored state of a device is no longer the one that a change of it was told from: nothing was written. */
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
  /** Devices seen since, the latest first; API keys are none. */
  list(configuration: number, since: number): Promise<readonly DeviceActivity[]>
}
