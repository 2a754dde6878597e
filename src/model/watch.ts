import type { ItemKind } from './item-ref.ts'

/** What a person has done with a title, season or episode. */
export type WatchState = {
  readonly played: boolean
  readonly playCount: number
  /** Milliseconds; 0: from the start. */
  readonly positionMs: number
  readonly durationMs: number | null
  readonly favorite: boolean
  /** False: dropped. */
  readonly likes: boolean | null
  /** Epoch milliseconds. */
  readonly lastPlayedAt: number | null
  /** Aired, unplayed regular episodes of a series or season; null where unknown or senseless. */
  readonly unplayed: number | null
  /** 0 to 100; null where nothing is begun. */
  readonly percentage: number | null
}

export const untouched: WatchState = {
  played: false,
  playCount: 0,
  positionMs: 0,
  durationMs: null,
  favorite: false,
  likes: null,
  lastPlayedAt: null,
  unplayed: null,
  percentage: null,
}

/** The version of an item that was played last, and the tracks that were chosen in it. */
export type PlayedVersion = {
  /** Tells it apart from the item's other versions. */
  readonly mark: number
  /** What finds the nearest one where it is gone. */
  readonly group: string | null
  readonly resolution: string | null
  /** Places of streams; null: the app did not say. A subtitle of -1: none. */
  readonly audio: number | null
  readonly subtitle: number | null
}

/** What is kept with an entry, so that it can be shown when no source knows its title any more. */
export type WatchedItem = {
  readonly name: string
  readonly mediaType: string
  readonly year: number | null
  readonly seriesName: string | null
  readonly runtimeMs: number | null
  readonly primary: string | null
  readonly backdrop: string | null
  readonly seriesPrimary: string | null
}

/** One row of the watch history. */
export type WatchEntry = {
  readonly rowId: number
  /** As it is kept. */
  readonly storedKey: string
  readonly itemKey: string
  /** Key of the film, or of the series that the item belongs to. */
  readonly titleKey: string
  readonly kind: ItemKind
  readonly season: number | null
  readonly episode: number | null
  readonly played: boolean
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  readonly favorite: boolean
  readonly likes: boolean | null
  /** Epoch milliseconds. */
  readonly lastPlayedAt: number | null
  readonly sortAt: number
  readonly origin: 'local' | 'import'
  readonly tracker: string | null
  readonly item: WatchedItem
}

/** What an app reports while it plays. */
export type PlayReport = {
  readonly event: 'start' | 'progress' | 'stop' | 'ping'
  /** Null: the app did not say; the position so far stands. */
  readonly positionMs: number | null
  readonly durationMs: number | null
  readonly paused: boolean | null
  readonly muted: boolean | null
  readonly volume: number | null
  readonly mediaSourceId: string | null
  readonly playSessionId: string | null
  readonly audioIndex: number | null
  readonly subtitleIndex: number | null
  readonly playMethod: string | null
  readonly canSeek: boolean | null
  /** As the standard names them: RepeatNone, RepeatAll, RepeatOne; Default, Shuffle. */
  readonly repeatMode: string | null
  readonly playbackOrder: string | null
  /** Playing did not succeed. */
  readonly failed: boolean
}

/** What one device plays now. */
export type NowPlaying = Omit<PlayReport, 'event' | 'failed'> & {
  /** Id of the item, 32 digits. */
  readonly itemId: string
  readonly itemKey: string
  /** Epoch milliseconds of the first and the latest report. */
  readonly startedAt: number
  readonly reportedAt: number
}
