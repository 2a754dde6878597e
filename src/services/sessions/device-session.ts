import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import type { DeviceInfo, Profile } from '../../model/household.ts'
import type { NowPlaying } from '../../model/watch.ts'

export type DeviceSession = {
  readonly id: string
  readonly rowId: number
  readonly profile: Profile
  readonly device: DeviceInfo
  readonly lastSeenAt: number
  readonly playing: NowPlaying | null
  readonly capabilities: DeviceCapabilities
  /** Who watches along. */
  readonly companions: readonly Profile[]
  readonly socket: string | null
  readonly remoteControllable: boolean
}

/** Null or absent does not filter. */
export type SessionFilter = {
  readonly deviceId?: string | null | undefined
  readonly activeWithinMs?: number | null | undefined
  /** Only what can be controlled now. */
  readonly controllable?: boolean | null | undefined
  /** Only what this user may control, and what can be controlled now. */
  readonly controllableBy?: string | null | undefined
}
