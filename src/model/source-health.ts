import { hash } from 'node:crypto'
import type { UpstreamErrorKind } from '../core/upstream-error.ts'

export const sourceAreas = ['streams', 'metadata', 'catalogs', 'subtitles'] as const
export type SourceArea = (typeof sourceAreas)[number]
/** `links`: the links in a source's answers, whose failures are not failures to answer. */
export type HealthArea = SourceArea | 'tracker' | 'links'

/**
 * `fault`: this service is at fault. `unauthorized`: a tracker refused its tokens. `unavailable`: it asked to try again.
 * `reported`: an app said that a link did not play.
 */
export type FailureKind = UpstreamErrorKind | 'fault' | 'unauthorized' | 'unavailable' | 'reported'

/** Failures for which nothing was sent. */
export const unsentFailures: readonly FailureKind[] = ['paused', 'busy', 'refused-address']

export function isUnsent(failure: FailureKind | null): boolean {
  return failure !== null && unsentFailures.includes(failure)
}

export type HealthSpan = 'hour' | 'day'
export const spanMs: Readonly<Record<HealthSpan, number>> = { hour: 3_600_000, day: 86_400_000 }
export const keptMs: Readonly<Record<HealthSpan, number>> = {
  hour: 32 * spanMs.day,
  day: 400 * spanMs.day,
}

const longestSubject = 200

/** What stands for a source in the figures: its id, or a hash of one that is too long for the table. */
export function subjectOf({ id }: { readonly id: string }): string {
  return id.length <= longestSubject ? id : hash('sha256', id)
}

export type HealthSubject = {
  readonly configuration: number
  readonly area: HealthArea
  /** Id of a source within its configuration, or name of a tracker. */
  readonly subject: string
}

export type HealthCounts = {
  /** Times it answered over the network. */
  readonly answered: number
  /** Times an answer from the cache served instead. */
  readonly remembered: number
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>
  readonly results: number
  /** Results that were left after filters, duplicates and limits. */
  readonly kept: number
}

/** What became of asking one subject since the last write. */
export type HealthDelta = HealthSubject &
  HealthCounts & {
    /** Epoch milliseconds of the beginning of the hour. */
    readonly hour: number
    /** Milliseconds of each answer over the network. */
    readonly latencies: readonly number[]
  }

export type HealthBucket = Pick<HealthSubject, 'area' | 'subject'> &
  HealthCounts & {
    /** Epoch milliseconds. */
    readonly from: number
    /** Milliseconds; null: it never answered. */
    readonly p50: number | null
    readonly p95: number | null
    readonly p99: number | null
  }

export type HealthStore = {
  /** Adds to the rows of the hour and of the day, in one transaction. */
  add(deltas: readonly HealthDelta[]): Promise<void>
  /** Buckets with figures that begin in `[from, to)`, in order of time. */
  list(
    configuration: number,
    areas: readonly HealthArea[],
    span: HealthSpan,
    from: number,
    to: number,
  ): Promise<readonly HealthBucket[]>
  /** Sums of hours: those that begin in `[starts[i], starts[i + 1])` are the bucket from `starts[i]`. In order of time. */
  sumHours(
    configuration: number,
    areas: readonly HealthArea[],
    starts: readonly number[],
  ): Promise<readonly HealthBucket[]>
  /** Sums of all that begins in `[from, to)`, as buckets from `from`: of days of UTC, and of hours before and after them. */
  sum(
    configuration: number,
    areas: readonly HealthArea[],
    from: number,
    to: number,
  ): Promise<readonly HealthBucket[]>
  prune(now: number): Promise<void>
  forget(configuration: number): Promise<void>
}
