import type { ItemKind } from './item-ref.ts'

export type WatchState = {
  readonly played: boolean
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  readonly favorite: boolean
  /** False: dropped. */
  readonly likes: boolean | null
  readonly lastPlayedAt: number | null
  /** Aired, unplayed regular episodes; null where unknown or meaningless. */
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

export type ReleaseTraits = {
  readonly releaseGroup: string | null
  readonly quality: string | null
  readonly encode: string | null
  readonly languages: readonly string[]
  /** Name of the source that offered it; missing in what older releases wrote. */
  readonly source?: string | null | undefined
  /** Missing in what older releases wrote, as are the two that follow. */
  readonly range?: string | undefined
  readonly audio?: string | null | undefined
  readonly edition?: string | null | undefined
}

export type PlayedVersion = {
  readonly mark: number
  /** Finds the closest version where it is gone. */
  readonly group: string | null
  readonly resolution: string | null
  /** Missing in what older releases wrote. */
  readonly traits?: ReleaseTraits | undefined
  /** The only one that begins with it, because it cannot play what the others begin with; missing: none. */
  readonly device?: number | undefined
  /** Stream indexes; null: the app did not say. Subtitle -1: none. */
  readonly audio: number | null
  readonly subtitle: number | null
}

/** Kept with an entry, to show it when no source knows its title any more. */
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

export type WatchEntry = {
  readonly rowId: number
  readonly storedKey: string
  readonly itemKey: string
  /** Of the film, or of the series that the item belongs to. */
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
  readonly lastPlayedAt: number | null
  readonly sortAt: number
  readonly origin: 'local' | 'import'
  readonly tracker: string | null
  readonly item: WatchedItem
}

export const playMethods = ['DirectPlay', 'DirectStream', 'Transcode'] as const
export const repeatModes = ['RepeatNone', 'RepeatAll', 'RepeatOne'] as const
export const playbackOrders = ['Default', 'Shuffle'] as const

export type PlayReport = {
  readonly event: 'start' | 'progress' | 'stop' | 'ping'
  /** Null if not reported; the last position stays. */
  readonly positionMs: number | null
  readonly durationMs: number | null
  readonly paused: boolean | null
  readonly muted: boolean | null
  readonly volume: number | null
  readonly mediaSourceId: string | null
  readonly playSessionId: string | null
  readonly audioIndex: number | null
  readonly subtitleIndex: number | null
  readonly playMethod: (typeof playMethods)[number] | null
  readonly canSeek: boolean | null
  readonly repeatMode: (typeof repeatModes)[number] | null
  readonly playbackOrder: (typeof playbackOrders)[number] | null
  readonly failed: boolean
}

export type NowPlaying = Omit<PlayReport, 'event' | 'failed'> & {
  readonly itemId: string
  readonly itemKey: string
  readonly startedAt: number
  readonly reportedAt: number
}
