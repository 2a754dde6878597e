import type { IdSpace } from './media-id.ts'

/** Ids of a film or series in the databases that know it: `{imdb: 'tt0903747', tmdb: '1396'}`. */
export type TitleIds = Partial<Readonly<Record<IdSpace, string>>>

export const watchEvents = [
  'start',
  'pause',
  'stop',
  'played',
  'unplayed',
  'watchlisted',
  'unwatchlisted',
  'dropped',
  'undropped',
] as const

/** One of the episodes that a mark on several means. */
export type MarkedVideo = {
  readonly videoId: string
  readonly season: number
  readonly episode: number
}

/** What a person did, as trackers get it. */
export type WatchEvent = {
  /** The same at each attempt, so that a tracker can tell a repetition. */
  readonly id: string
  readonly event: (typeof watchEvents)[number]
  readonly scope: 'movie' | 'episode' | 'season' | 'series'
  /** Epoch milliseconds. */
  readonly at: number
  /** Media type that sources are asked with, such as `movie`, `series` or `anime`. */
  readonly mediaType: string
  /** Upstream id of the film or series. */
  readonly metaId: string
  /** Upstream id of the film or episode; for a whole series or season that of the series. */
  readonly videoId: string
  /** Of the film or series. */
  readonly name: string
  readonly year: number | null
  readonly ids: TitleIds
  readonly season: number | null
  readonly episode: number | null
  readonly positionMs: number | null
  readonly durationMs: number | null
  /** Whether it counts as played after this. */
  readonly played: boolean
  /** Null: it speaks of itself alone. */
  readonly videos: readonly MarkedVideo[] | null
}

/** A new event, before it has an id. */
export type NewWatchEvent = Omit<WatchEvent, 'id' | 'at'> & {
  /** Epoch milliseconds; null: now. */
  readonly at: number | null
}

/** What became of one event. */
export type PushOutcome =
  | { readonly kind: 'delivered' }
  /** Nothing that this tracker keeps: as good as delivered. */
  | { readonly kind: 'ignored' }
  /** The tracker is away, overloaded or wants to be left alone for a while. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number | null }
  /** The person has to connect it again. */
  | { readonly kind: 'unauthorized'; readonly reason: string }
  /** The tracker does not take this event, ever. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A play, place or mark that was made elsewhere. */
export type ImportedEntry = {
  readonly kind: 'movie' | 'series' | 'episode'
  /** Of the film or series. */
  readonly ids: TitleIds
  /** Of the film or series; null: unknown. */
  readonly name: string | null
  readonly year: number | null
  readonly season: number | null
  readonly episode: number | null
  readonly played: boolean
  /** 0: unknown. */
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  /** Null: nothing is said of it. */
  readonly favorite: boolean | null
  /** False: dropped. Null: nothing is said of it. */
  readonly likes: boolean | null
  /** Epoch milliseconds of the latest play; null: unknown. */
  readonly at: number | null
}

/** What an entry says of a title of which nothing is said. */
export const emptyEntry = {
  season: null,
  episode: null,
  played: false,
  playCount: 0,
  positionMs: 0,
  durationMs: null,
  favorite: null,
  likes: null,
  at: null,
} as const satisfies Omit<ImportedEntry, 'kind' | 'ids' | 'name' | 'year'>

/** What a tracker knows of a person. */
export type Pulled = {
  /** To be sent with the next question; null: the tracker has none. */
  readonly version: string | null
  /** Everything that counts as watched, empty where that is nothing; null: as before. */
  readonly watched: readonly ImportedEntry[] | null
  /** Everything that is begun; null: as before. */
  readonly begun: readonly ImportedEntry[] | null
  /** Everything on the list of what to watch, and what was dropped; null: as before. */
  readonly marked: readonly ImportedEntry[] | null
  /** Milliseconds until it makes sense to ask again; null: the tracker does not say. */
  readonly ttlMs: number | null
}

export type PullOutcome =
  | { readonly kind: 'pulled'; readonly pulled: Pulled }
  | Extract<PushOutcome, { kind: 'retry' | 'unauthorized' | 'refused' }>

/** Access to an account of a provider; stored sealed. */
export type TrackerTokens = {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** Epoch milliseconds; null: until it is taken back. */
  readonly expiresAt: number | null
}

/** Access to one person's account. New tokens are handed to `renewed`, which stores them before they are used. */
export type ProviderAccess = {
  readonly tokens: TrackerTokens
  renewed(tokens: TrackerTokens): Promise<void>
  readonly signal: AbortSignal
}

/** What a person has to do to connect a tracker. */
export type Pairing = {
  /** Page to open. */
  readonly url: string
  /** To be typed there; null: the page gives one that has to be brought back. */
  readonly userCode: string | null
  /** Known to this service alone. */
  readonly secret: string
  /** Least milliseconds between two looks for whether it was done; null: the person says so by bringing a code. */
  readonly intervalMs: number | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type PairingOutcome =
  | { readonly kind: 'connected'; readonly tokens: TrackerTokens }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs: number | null }

/** A tracker with an API of its own. Nothing here throws for what a tracker answers. */
export type TrackerProvider = {
  begin(signal: AbortSignal): Promise<Pairing>
  /** `code`: what the page gave; null where the person typed a code there. */
  finish(pairing: Pairing, code: string | null, signal: AbortSignal): Promise<PairingOutcome>
  push(event: WatchEvent, ask: ProviderAccess): Promise<PushOutcome>
  /** `version`: of the last answer; null at first. */
  pull(version: string | null, ask: ProviderAccess): Promise<PullOutcome>
}
