import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import type { DeviceInfo, Profile } from '../../model/household.ts'
import type { NowPlaying } from '../../model/watch.ts'

/** One signed-in device and what it plays. */
export type DeviceSession = {
  /** 32 digits. */
  readonly id: string
  /** Row of the device. */
  readonly rowId: number
  readonly profile: Profile
  readonly device: DeviceInfo
  /** Epoch milliseconds. */
  readonly lastSeenAt: number
  readonly playing: NowPlaying | null
  readonly capabilities: DeviceCapabilities
  /** Who watches along. */
  readonly companions: readonly Profile[]
  /** Id of the web socket that the device listens on; null: none is open. */
  readonly socket: string | null
  /** Whether it is connected and takes commands. */
  readonly remoteControllable: boolean
}

/** What is missing or null leaves out nothing. */
export type SessionFilter = {
  readonly deviceId?: string | null | undefined
  readonly activeWithinMs?: number | null | undefined
  /** Only what can be controlled now. */
  readonly controllable?: boolean | null | undefined
  /** Only what this user may control, and what can be controlled now. */
  readonly controllableBy?: string | null | undefined
}
