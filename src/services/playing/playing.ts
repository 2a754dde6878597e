import type { DeviceInfo, Member, Profile } from '../../model/member.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { NowPlaying, PlayReport } from '../../model/watch.ts'

/** One signed-in device and what it plays. */
export type DeviceSession = {
  /** 32 digits. */
  readonly id: string
  /** Row of the device. */
  readonly number: number
  readonly profile: Profile
  readonly device: DeviceInfo
  /** Epoch milliseconds. */
  readonly lastSeenAt: number
  readonly playing: NowPlaying | null
  readonly capabilities: Readonly<Record<string, unknown>> | null
  /** Who watches along. */
  readonly companions: readonly Profile[]
  /** Id of the web socket that the device listens on; null: none is open. */
  readonly socket: string | null
  /** Whether it is connected and takes commands. */
  readonly remoteControllable: boolean
}

/** Leaves out nothing. */
export const anySession: SessionFilter = {
  deviceId: null,
  activeWithinMs: null,
  controllableBy: null,
}

export type SessionFilter = {
  readonly deviceId: string | null
  readonly activeWithinMs: number | null
  /** Only what this user may control, and what can be controlled now. */
  readonly controllableBy: string | null
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
  /**
   * Devices seen within the last while, which are also those that the member may control: all of the household for
   * the own profile, for others their own and those on which they watch along. Throws NOT_FOUND or FORBIDDEN for a
   * user who is named and whom the member does not speak for.
   */
  sessions(member: Member, filter: SessionFilter): Promise<readonly DeviceSession[]>
  /** What the device plays is kept in the companion's history, too, for twelve hours. */
  setCompanion(
    member: Member,
    session: DeviceSession,
    profileId: string,
    present: boolean,
  ): Promise<void>
  setCapabilities(member: Member, capabilities: Readonly<Record<string, unknown>>): Promise<void>
}
