import type { StoredDevice } from './device-store.ts'
import type { WatchNews } from './tracker.ts'
import type { NowPlaying } from './watch.ts'

/** People beside the one who is signed in on a device. */
export type Companions = {
  readonly profileIds: readonly string[]
  /** Epoch milliseconds: nobody says when they leave. */
  readonly until: number
}

/** What a device plays, and what it played last. */
export type PlayingState = {
  readonly now: NowPlaying | null
  /** Whether what it plays has been counted as a play. */
  readonly counted: boolean
  readonly last: {
    readonly itemId: string
    readonly playSessionId: string | null
    /** Epoch milliseconds of the stop. */
    readonly at: number
  } | null
  /** What trackers are to hear of something played to its end whose stop never comes. */
  readonly unsaid: WatchNews | null
  /** Who watches along; missing: nobody. */
  readonly companions?: Companions | undefined
}

export type DeviceActivity = StoredDevice & {
  readonly state: PlayingState | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
}

export type PlayingStore = {
  state(device: number): Promise<PlayingState | null>
  /** Also notes that the device was seen. */
  setState(device: number, state: PlayingState): Promise<void>
  setCapabilities(device: number, capabilities: Readonly<Record<string, unknown>>): Promise<void>
  /** Devices seen since, the latest first; API keys are none. */
  list(configuration: number, since: number): Promise<readonly DeviceActivity[]>
}
