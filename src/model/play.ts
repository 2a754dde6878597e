import type { PlayedVersion } from './watch.ts'

export type Delivery = 'redirect' | 'proxied'

export type ReportedVersion = {
  readonly played: PlayedVersion
  readonly name: string | null
  readonly source: string | null
  readonly service: string | null
  readonly delivery: Delivery | null
  /** Bits per second; missing: unknown. */
  readonly bitrate?: number | null | undefined
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
  /** By user: how far it was when they joined, or cleared their row; missing: theirs from the beginning. */
  readonly joined?: Readonly<Record<string, PlayStage>> | undefined
}

/** What a user's row of a play is known by: after a restore another play may have its number. */
export type OpenPlayRow = {
  readonly id: number
  readonly profileId: string
  readonly startedAt: number
}

export type PlayStage = Pick<PlayProgress, 'watchedMs' | 'finished'> & {
  readonly at: number
  readonly positionMs: number | null
}

export type PlayOrigin = 'local' | 'import' | 'stremio'

/** How far a play has come, for those who join it now. */
export function stageOf({ endedAt, watchedMs, lastPositionMs, finished }: OpenPlay): PlayStage {
  return { at: endedAt, watchedMs, positionMs: lastPositionMs, finished }
}

export function playOf(play: OpenPlay, profileId: string): OpenPlay {
  const joined = play.joined?.[profileId]
  if (!joined) return play
  return {
    ...play,
    startedAt: joined.at,
    watchedMs: play.watchedMs - joined.watchedMs,
    firstPositionMs: joined.positionMs,
    finished: play.finished && !joined.finished,
  }
}

export function openRowOf(play: OpenPlay, profileId: string): OpenPlayRow | null {
  const id = play.rows[profileId]
  return id === undefined ? null : { id, profileId, startedAt: playOf(play, profileId).startedAt }
}

export function withoutUser(play: OpenPlay, profileId: string): OpenPlay {
  const { [profileId]: _row, ...rows } = play.rows
  const { [profileId]: _stage, ...joined } = play.joined ?? {}
  return { ...play, rows, joined }
}
