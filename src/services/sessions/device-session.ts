import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import type { DeviceInfo, Profile } from '../../model/household.ts'
import type { ReportedVersion } from '../../model/play.ts'
import type { NowPlaying } from '../../model/watch.ts'

export type Playing = NowPlaying & {
  /** Null: unknown. */
  readonly version: ReportedVersion | null
}

export type DeviceSession = {
  readonly id: string
  readonly rowId: number
  readonly profile: Profile
  readonly device: DeviceInfo
  readonly lastSeenAt: number
  readonly playing: Playing | null
  readonly capabilities: DeviceCapabilities
  /** Who watches along. */
  readonly companions: readonly Profile[]
  readonly socket: string | null
  readonly remoteControllable: boolean
}

/** One of a device, or of an app that is signed in nowhere. */
export type ShownSession = Omit<DeviceSession, 'rowId' | 'socket'>

/** Null or absent does not filter. */
export type SessionFilter = {
  readonly deviceId?: string | null | undefined
  readonly activeWithinMs?: number | null | undefined
  readonly controllable?: boolean | null | undefined
  /** Only what this user may control, and what can be controlled now. */
  readonly controllableBy?: string | null | undefined
}

/** Of the title that plays, from 0 to 100; null if its length or the position is unknown. */
export function percentageOf({ positionMs, durationMs }: Playing): number | null {
  if (positionMs === null || !durationMs) return null
  return Math.min(100, (positionMs / durationMs) * 100)
}
