import type { PlayedVersion } from './watch.ts'

export type Delivery = 'redirect' | 'proxied'

export type ReportedVersion = {
  readonly played: PlayedVersion
  readonly name: string | null
  readonly source: string | null
  readonly service: string | null
  readonly delivery: Delivery | null
}

export type PlayProgress = {
  readonly startedAt: number
  readonly endedAt: number
  /** Without pauses and without what was skipped. */
  readonly watchedMs: number
  readonly firstPositionMs: number | null
  readonly lastPositionMs: number | null
  readonly durationMs: number | null
  readonly finished: boolean
}

export type OpenPlay = PlayProgress & {
  readonly version: ReportedVersion | null
  /** Row ids by user: several users can watch together on one device. */
  readonly rows: Readonly<Record<string, number>>
}

export type PlayOrigin = 'local' | 'import' | 'stremio'
