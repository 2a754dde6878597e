import type { WatchEvent } from './tracker.ts'

/** Whether a tracker takes part: `pending` until the person has let it in, `reconnect` where it let nobody in any more. */
export type LinkState = 'connected' | 'pending' | 'reconnect'

/** One tracker of one profile. */
export type TrackerLink = {
  readonly number: number
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
  readonly number: number
  readonly titleKey: string
  readonly event: WatchEvent
  readonly attempts: number
  /** Why it was given up; null: it waits. */
  readonly reason: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** What trackers are told, kept until they have heard it. */
export type TrackerStore = {
  /** The link of a profile, made where there is none. */
  ensure(
    configuration: number,
    profileId: string,
    tracker: string,
    state: LinkState,
  ): Promise<TrackerLink>
  links(configuration: number): Promise<readonly TrackerLink[]>
  link(number: number): Promise<TrackerLink | null>
  change(link: number, change: LinkChange): Promise<void>
  /** With everything that waits for it. */
  remove(link: number): Promise<void>
  /** Behind what waits for the same title already. */
  enqueue(links: readonly number[], events: readonly WatchEvent[]): Promise<void>
  /** Links with events that are due. */
  duePushes(
    now: number,
    limit: number,
    /** Links that are left out. */
    busy: readonly number[],
  ): Promise<readonly TrackerLink[]>
  /** Links that should be asked what they know. */
  duePulls(now: number, limit: number, busy: readonly number[]): Promise<readonly TrackerLink[]>
  /** Events of a link that are due, the oldest first; none that would overtake an earlier one of its title. */
  due(link: number, now: number, limit: number): Promise<readonly TrackerEvent[]>
  delivered(numbers: readonly number[]): Promise<void>
  /** Lets a title of a link wait. */
  postpone(
    link: number,
    event: Pick<TrackerEvent, 'number' | 'titleKey'>,
    until: number,
    /** Whether it was an attempt that failed, rather than a tracker that asked for time. */
    isCounted: boolean,
  ): Promise<void>
  giveUp(number: number, reason: string): Promise<void>
  /** Lets everything that waits be tried at once. */
  hurry(link: number): Promise<void>
  waiting(links: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The latest that were given up. */
  givenUp(link: number, limit: number): Promise<readonly TrackerEvent[]>
  /** Forgets what was given up before a time, and the oldest of more than a link may keep. */
  prune(before: number): Promise<void>
  forget(configuration: number): Promise<void>
}
