import type { DeviceInfo, Member, Profile } from '../../model/member.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { NowPlaying, PlayReport } from '../../model/watch.ts'

/** One signed-in device and what it plays. */
export type DeviceSession = {
  /** 32 digits. */
  readonly id: string
  readonly profile: Profile
  readonly device: DeviceInfo
  /** Epoch milliseconds. */
  readonly lastSeenAt: number
  readonly playing: NowPlaying | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
}

/** What plays where, shared between nodes. */
export type PlayingService = {
  /**
   * Takes a report of the member's device. Those that come late, twice, out of order or without ids change nothing
   * wrongly: after a stop only a start, or a report of another play session, counts for that item.
   */
  report(member: Member, item: LibraryItem, itemId: string, report: PlayReport): Promise<void>
  /** Keeps what the device plays from counting as abandoned. */
  ping(member: Member): Promise<void>
  /** Devices seen within the last while: all of the household for the own profile, the profile's own for others. */
  sessions(
    member: Member,
    filter: { deviceId: string | null; activeWithinMs: number | null },
  ): Promise<readonly DeviceSession[]>
  setCapabilities(member: Member, capabilities: Readonly<Record<string, unknown>>): Promise<void>
}
