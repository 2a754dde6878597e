import type { TrackerEvent, TrackerLink } from '../../model/tracker-store.ts'

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
