import type { PlayedVersion } from './watch.ts'

/** How the bytes of a stream reached the player. */
export type Delivery = 'redirect' | 'proxied'

/** The version of an item that is played, with what a list of plays shows of it. */
export type ReportedVersion = {
  readonly played: PlayedVersion
  readonly name: string | null
  /** Name of the source that offered it. */
  readonly source: string | null
  readonly service: string | null
  /** Null: unknown. */
  readonly delivery: Delivery | null
}

/** Times and places of one play so far. */
export type PlayProgress = {
  /** Epoch milliseconds of the first and the latest report. */
  readonly startedAt: number
  readonly endedAt: number
  /** Milliseconds that really played: without pauses and without what was skipped. */
  readonly watchedMs: number
  /** Milliseconds; null: never reported. */
  readonly firstPositionMs: number | null
  readonly lastPositionMs: number | null
  readonly durationMs: number | null
  /** Whether it counts as a play. */
  readonly finished: boolean
}

/** A play that goes on. */
export type OpenPlay = PlayProgress & {
  readonly version: ReportedVersion | null
  /** Ids of its rows by user; a device can have several users who watch together. */
  readonly rows: Readonly<Record<string, number>>
}

export type PlayOrigin = 'local' | 'import' | 'stremio'
