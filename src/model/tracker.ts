import type { TrackerReason } from '../core/tracker-reasons.ts'
import type { NativeTracker } from './tracker-names.ts'
import type { IdSpace } from './media-id.ts'

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

export type MarkedVideo = {
  readonly videoId: string
  readonly season: number
  readonly episode: number
}

export type WatchEvent = {
  /** Stays the same at each attempt, so that a tracker can recognise repetitions. */
  readonly id: string
  readonly event: (typeof watchEvents)[number]
  readonly scope: 'movie' | 'episode' | 'season' | 'series'
  readonly at: number
  readonly mediaType: string
  readonly metaId: string
  /** Upstream id of the film or episode; for a whole series or season, of the series. */
  readonly videoId: string
  readonly name: string
  readonly year: number | null
  readonly ids: TitleIds
  readonly season: number | null
  readonly episode: number | null
  readonly positionMs: number | null
  readonly durationMs: number | null
  readonly played: boolean
  readonly videos: readonly MarkedVideo[] | null
  /** Videos that were delivered before these. Missing: none. */
  readonly sent?: number
}

export type NewWatchEvent = Omit<WatchEvent, 'id' | 'at'> & {
  readonly at: number | null
}

export type PushOutcome =
  | { readonly kind: 'delivered' }
  /** Nothing this tracker keeps; counts as delivered. */
  | { readonly kind: 'ignored' }
  /** The tracker is down, overloaded or asks for a pause. */
  | { readonly kind: 'retry'; readonly reason: TrackerReason; readonly afterMs: number | null }
  | { readonly kind: 'unauthorized'; readonly reason: TrackerReason }
  /** The turn is over: the rest is for the next one. */
  | { readonly kind: 'partly'; readonly rest: WatchEvent }
  /** The tracker will never take this event. */
  | { readonly kind: 'refused'; readonly reason: TrackerReason }

export type ImportedEntry = {
  readonly kind: 'movie' | 'series' | 'episode'
  readonly ids: TitleIds
  readonly name: string | null
  readonly year: number | null
  readonly season: number | null
  readonly episode: number | null
  readonly played: boolean
  /** 0: unknown. */
  readonly playCount: number
  readonly positionMs: number
  readonly durationMs: number | null
  /** Null: unknown. */
  readonly favorite: boolean | null
  /** False: dropped. Null: unknown. */
  readonly likes: boolean | null
  readonly at: number | null
}

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

export type Pulled = {
  /** Sent with the next pull; null: the tracker has none. */
  readonly version: string | null
  /** Everything watched; empty: nothing is; null: unchanged. */
  readonly watched: readonly ImportedEntry[] | null
  /** Everything begun; null: unchanged. */
  readonly begun: readonly ImportedEntry[] | null
  /** The watchlist and what was dropped; null: unchanged. */
  readonly marked: readonly ImportedEntry[] | null
  /** Single plays with their dates, also known ones; undefined: none ever come from there. */
  readonly plays?: readonly ImportedEntry[] | undefined
  readonly ttlMs: number | null
}

export type PullOutcome =
  | { readonly kind: 'pulled'; readonly pulled: Pulled }
  | Extract<PushOutcome, { kind: 'retry' | 'unauthorized' | 'refused' }>

export type TrackerTokens = {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: number | null
}

export type ProviderAccess = {
  readonly tokens: TrackerTokens
  renewed(tokens: TrackerTokens): Promise<void>
  readonly signal: AbortSignal
}

export type Pairing = {
  readonly url: string
  /** To be typed there; null: the page gives one to bring back. */
  readonly userCode: string | null
  readonly secret: string
  /** Milliseconds between two checks; null: the user brings a code instead. */
  readonly intervalMs: number | null
  readonly expiresAt: number
}

export type PairingOutcome =
  | { readonly kind: 'connected'; readonly tokens: TrackerTokens }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly reason: TrackerReason }
  | { readonly kind: 'retry'; readonly reason: TrackerReason; readonly afterMs: number | null }

/** A tracker with an API of its own. Tracker errors are answers here, never exceptions. */
export type TrackerProvider = {
  begin(signal: AbortSignal): Promise<Pairing>
  /** `code`: what the page gave; null where the user typed one there. */
  finish(pairing: Pairing, code: string | null, signal: AbortSignal): Promise<PairingOutcome>
  push(event: WatchEvent, ask: ProviderAccess): Promise<PushOutcome>
  /** `version`: of the last answer; null at first. */
  pull(version: string | null, ask: ProviderAccess): Promise<PullOutcome>
}

/** Null if the operator has not set it up. */
export type Providers = Readonly<Record<NativeTracker, TrackerProvider | null>>
