import type { Household, Member } from '../../model/member.ts'
import type { TrackerEvent, TrackerLink } from '../../model/tracker-store.ts'
import type { Pairing, WatchNews } from '../../model/tracker.ts'

export const nativeNames = ['trakt', 'simkl', 'anilist', 'myanimelist'] as const
export type NativeName = (typeof nativeNames)[number]

/** As people write them. */
export const nativeTitles: Readonly<Record<NativeName, string>> = {
  trakt: 'Trakt',
  simkl: 'Simkl',
  anilist: 'AniList',
  myanimelist: 'MyAnimeList',
}

/** One tracker of one user, as that user gets to see it. */
export type TrackerState = {
  /** Number of the link; null: it was never connected. */
  readonly link: number | null
  /** Name of a native tracker; null: a source. */
  readonly native: NativeName | null
  readonly name: string
  readonly profileId: string
  readonly state: TrackerLink['state'] | 'disconnected'
  /** Why it has to be connected again. */
  readonly reason: string | null
  /** Events that wait. */
  readonly waiting: number
  /** The latest that were given up, each with its reason. */
  readonly givenUp: readonly TrackerEvent[]
  /** Epoch milliseconds. */
  readonly pulledAt: number | null
}

/** Tells trackers what people watch, and takes in what they know. API keys are FORBIDDEN. */
export type TrackerService = {
  /** Keeps the news for every tracker of the history that the member writes; waits for no tracker. */
  tell(member: Member, news: readonly WatchNews[]): Promise<void>
  /** The first user sees everybody's, others their own. */
  list(member: Member): Promise<readonly TrackerState[]>
  /** Begins to connect a native tracker. NOT_FOUND where the server has none, SERVICE_UNAVAILABLE where it does not answer. */
  connect(
    member: Member,
    name: NativeName,
    userId: string | null,
    signal: AbortSignal,
  ): Promise<Pairing>
  /** Looks whether the person has let the service in; `code` is what the page gave. BAD_REQUEST where that was refused or never begun. */
  finish(
    member: Member,
    name: NativeName,
    userId: string | null,
    code: string | null,
    signal: AbortSignal,
  ): Promise<TrackerState>
  /** Forgets a native tracker's tokens and what waits for it; answers whether there were any. */
  disconnect(member: Member, name: NativeName, userId: string | null): Promise<boolean>
  /** Tries everything that waits now, also where the tracker let nobody in any more. NOT_FOUND. */
  retry(member: Member, link: number): Promise<void>
  /** Brings the trackers of a household in step with its configuration. */
  sync(household: Household): Promise<void>
  /** Begins to deliver and to ask. */
  start(): void
  /** Lets what runs come to an end. */
  stop(): Promise<void>
}
